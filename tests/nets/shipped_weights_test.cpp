#include "nets/shipped_weights.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "nets/weights_file.h"
#include "tests/support_files.h"

using namespace lanternfish;

TEST_CASE(
    "shipped weights: each file is in the program, whole, of the kind of its name, small, and says where it is from") {
  const std::filesystem::path folder = testing::source_dir() / "nets" / "weights";
  std::size_t all = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string kind = entry.path().stem().string();
    CAPTURE(kind);
    REQUIRE(entry.path().extension() == ".lfn");
    const std::string_view bytes = shipped_weights(kind);
    CHECK(bytes.size() == entry.file_size());
    CHECK(bytes.size() <= std::size_t{1} << 20);
    all += bytes.size();
    const Result<Weights> weights = parse_weights(bytes, kind);
    REQUIRE(weights.ok());
    CHECK(weights->kind == kind);
    std::string keys;
    for (const auto& [key, text] : weights->notes) {
      keys += key + " ";
      CHECK(text.find('/') == std::string::npos);  // no folder of the machine it was made on
    }
    for (const char* key : {"games ", "data-hash ", "decisions ", "training ", "held-out "}) {
      CHECK(keys.find(key) != std::string::npos);
    }
  }
  CHECK(all > 0);
  CHECK(all <= std::size_t{2} << 20);
  CHECK(shipped_weights("no-such-player").empty());
}
