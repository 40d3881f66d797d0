// libFuzzer target over the reader of weights files, each input as it is and once more with its checksum put right.
//
// What is read must be a network that runs, and must come back the same after it was written and read again.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "nets/little_endian.h"
#include "nets/network.h"
#include "nets/weights_file.h"

using namespace lanternfish;

namespace {

constexpr std::size_t kMaxParameters = 200'000;  // to run; a larger network is only read

void hold(bool kept, const std::string& what) {
  if (!kept) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
  }
}

void check(std::string_view bytes) {
  const Result<Weights> weights = parse_weights(bytes, "input");
  if (!weights) {
    hold(weights.error().starts_with("input: ") && weights.error().find("byte ") != std::string::npos,
         "an error without file and place: " + weights.error());
    return;
  }
  const Result<std::string> written = format_weights(*weights, Storage::kF32);
  hold(written.ok(), "what was read cannot be written");
  const Result<Weights> again = parse_weights(*written, "again");
  hold(again && *again == *weights, "what was written reads otherwise");
  if (parameters(weights->shape) <= kMaxParameters) {
    Network network(*weights, {.kind = TowerKind::kPlain});
    NetQuestion question{.planes = {{.squares = 0xff, .index = 0}}, .actions = {}};
    if (weights->shape.move) {
      question.actions.push_back(kPassCode);
    }
    hold(network.evaluate({&question, 1}).size() == 1, "no answer");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string input(reinterpret_cast<const char*>(data), size);
  check(input);
  if (input.size() >= 4) {
    const std::uint32_t crc = crc32(std::string_view(input).substr(0, input.size() - 4));
    for (std::size_t i = 0; i < 4; ++i) {
      input[input.size() - 4 + i] = static_cast<char>(crc >> (8 * i));
    }
    check(input);
  }
  return 0;
}
