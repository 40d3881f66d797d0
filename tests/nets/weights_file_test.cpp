#include "nets/weights_file.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "game/game_record.h"
#include "nets/little_endian.h"
#include "nets/network.h"
#include "tests/folder.h"
#include "tests/nets/random_net.h"

using namespace lanternfish;

namespace {

const NetShape kShape{
    .planes = 3, .channels = 16, .blocks = 1, .policy_blocks = 1, .value_hidden = 8, .heads = {"All", "Trout-2"}};

Weights example() {
  Weights weights = testing::trained_looking_weights(kShape, 1);
  weights.kind = "penumbra";
  weights.planes_version = "synopsis-104/1";
  weights.notes = {{"games", "389 of 432"}, {"loss", "3.14 (held out)"}};
  return weights;
}

std::string bytes_of(const Weights& weights, Storage storage) { return format_weights(weights, storage).value(); }

// As a file is that somebody changed on purpose: with the right checksum.
std::string sealed(std::string bytes) {
  const std::uint32_t crc = crc32(std::string_view(bytes).substr(0, bytes.size() - 4));
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[bytes.size() - 4 + i] = static_cast<char>(crc >> (8 * i));
  }
  return bytes;
}

std::string error_of(std::string_view bytes) {
  const Result<Weights> parsed = parse_weights(bytes, "a.lfn");
  REQUIRE_FALSE(parsed.ok());
  return parsed.error();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("weights file: what was written is read, with f32 to the bit") {
  const Weights weights = example();
  const std::string bytes = bytes_of(weights, Storage::kF32);
  const Result<Weights> read = parse_weights(bytes, "a.lfn");
  REQUIRE_MESSAGE(read, read.error());
  CHECK(*read == weights);
  CHECK(bytes_of(*read, Storage::kF32) == bytes);
}

TEST_CASE("weights file: f16 and int8 round each number no more than they must") {
  const Weights weights = example();
  const std::vector<TensorSpec> specs = tensor_specs(kShape);
  for (const Storage storage : {Storage::kF16, Storage::kInt8}) {
    const Result<Weights> read = parse_weights(bytes_of(weights, storage), "a.lfn");
    REQUIRE_MESSAGE(read, read.error());
    CHECK(read->notes == weights.notes);
    for (std::size_t i = 0; i < specs.size(); ++i) {
      const std::vector<float>& before = weights.tensors[i];
      const std::vector<float>& after = read->tensors[i];
      if (specs[i].dims.size() == 1) {
        CHECK(before == after);
        continue;
      }
      const std::size_t row = before.size() / static_cast<std::size_t>(specs[i].dims[0]);
      for (std::size_t k = 0; k < before.size(); ++k) {
        const auto begin = before.begin() + static_cast<std::ptrdiff_t>(k / row * row);
        const float largest = std::abs(*std::max_element(begin, begin + static_cast<std::ptrdiff_t>(row),
                                                         [](float a, float b) { return std::abs(a) < std::abs(b); }));
        const float allowed = storage == Storage::kF16 ? std::abs(before[k]) / 2048 + 3e-8F : largest / 127 * 0.5001F;
        REQUIRE(std::abs(before[k] - after[k]) <= allowed);
      }
    }
  }
  CHECK(bytes_of(weights, Storage::kInt8).size() < bytes_of(weights, Storage::kF32).size() / 2);
}

TEST_CASE("weights file: a network plays the same from its int8 file, nearly") {
  const Weights weights = example();
  Network before(weights, {});
  Network after(parse_weights(bytes_of(weights, Storage::kInt8), "a.lfn").value(), {});
  const std::vector<NetQuestion> questions = testing::random_questions(kShape, 10, 2);
  const auto a = before.evaluate(questions);
  const auto b = after.evaluate(questions);
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(std::abs(a[i].value - b[i].value) < 0.05);
  }
}

TEST_CASE("weights file: tensors are aligned to 64 bytes, and the checksum is zlib's") {
  const std::string bytes = bytes_of(example(), Storage::kF32);
  const std::size_t head_end = bytes.find("\n\n") + 2;
  const std::size_t record = (head_end + 63) / 64 * 64;
  CHECK(bytes.substr(record + 4, 9) == "stem.conv");
  const std::size_t values = (record + 4 + 9 + 4 + 4 + 16 + 63) / 64 * 64;
  float first = 0;
  std::memcpy(&first, &bytes[values], 4);  // this test's machine is little-endian, too
  CHECK(first == example().tensors[0][0]);
  CHECK(sealed(bytes) == bytes);
}

TEST_CASE("weights file: cut off anywhere, it is refused with the file's name and the place") {
  const std::string bytes = bytes_of(example(), Storage::kInt8);
  for (std::size_t size = 0; size < bytes.size(); size += size < 2'000 ? 1 : 97) {
    const std::string error = error_of(std::string_view(bytes).substr(0, size));
    REQUIRE_MESSAGE(error.starts_with("a.lfn: "), error);
    REQUIRE_MESSAGE(error.find("byte ") != std::string::npos, error);
  }
  CHECK(error_of(std::string_view(bytes).substr(0, bytes.size() / 2)).find("cut off") != std::string::npos);
  CHECK(error_of(std::string_view(bytes).substr(0, bytes.size() / 2)).find("tensor ") != std::string::npos);
  CHECK(error_of(bytes + "x").find("1 bytes too many") != std::string::npos);
}

TEST_CASE("weights file: a changed byte is seen anywhere") {
  const std::string bytes = bytes_of(example(), Storage::kF16);
  for (std::size_t at = 0; at < bytes.size(); at += at < 1'000 ? 1 : 61) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    REQUIRE_FALSE_MESSAGE(parse_weights(damaged, "a.lfn").ok(), "byte ", at);
  }
  std::string damaged = bytes;
  damaged[bytes.size() - 500] = static_cast<char>(damaged[bytes.size() - 500] ^ 1);
  CHECK(error_of(damaged).find("the CRC-32 is") != std::string::npos);
}

TEST_CASE("weights file: a head that cannot be is refused by a sentence") {
  const std::string bytes = bytes_of(example(), Storage::kF32);
  const auto error_with = [&](const std::string& from, const std::string& to) {
    return error_of(sealed(replaced(bytes, from, to)));
  };
  CHECK(error_of("PK\3\4").find("no weights file") != std::string::npos);
  CHECK(error_with("net 1", "net 9").find("no weights file") != std::string::npos);
  CHECK(error_with("channels 16", "channels 17").find("not a multiple of 16") != std::string::npos);
  CHECK(error_with("channels 16", "channels 99").find("channels 99 is not a multiple") != std::string::npos);
  CHECK(error_with("channels 16", "channels 999904").find("not from 1 to 512") != std::string::npos);
  CHECK(error_with("channels 16", "channels -1").find("line 5") != std::string::npos);
  CHECK(error_with("channels 16", "channels 99999999999999999999").find("is no number") != std::string::npos);
  CHECK(error_with("planes 3\n", "planes 0\n").find("planes 0 is not from 1") != std::string::npos);
  CHECK(error_with("blocks 1", "blocks 4000").find("not from 0 to 40") != std::string::npos);
  CHECK(error_with("stem 3", "stem 5").find("neither 1 nor 3") != std::string::npos);
  CHECK(error_with("heads All Trout-2", "heads All All").find("two heads") != std::string::npos);
  CHECK(error_with("heads All Trout-2", "heads All  x").find("a head's name") != std::string::npos);
  CHECK(error_with("outputs sense move", "outputs move sense").find("in this order") != std::string::npos);
  CHECK(error_with("storage f32", "storage f64").find("none of f32, f16, int8") != std::string::npos);
  CHECK(error_with("stem 3", "stern 3").find("'stem' must stand here") != std::string::npos);
  CHECK(error_with("games 389", "stem 389").find("stands here again") != std::string::npos);
  CHECK(error_with("games 389", "ga\tes 389").find("printable") != std::string::npos);
  CHECK(error_of(bytes.substr(0, bytes.find("blocks")) + "\n").find("'blocks' is missing") != std::string::npos);
  CHECK(error_of("lanternfish-net 1\n" + std::string(100'000, 'x')).find("no empty line") != std::string::npos);
}

TEST_CASE("weights file: another shape than the head promises is refused, before any memory is taken for it") {
  const std::string bytes = bytes_of(example(), Storage::kF32);
  // The largest network of all, and a file of a few kilobytes.
  std::string large = replaced(bytes, "planes 3\n", "planes 16384\n");
  large = replaced(large, "channels 16", "channels 512");
  CHECK(error_of(sealed(large)).find("a.lfn: tensor stem.conv (byte ") == 0);
  CHECK(error_of(sealed(replaced(bytes, "planes 3\n", "planes 4\n"))).find("16x4x3x3") != std::string::npos);
  CHECK(error_of(sealed(replaced(bytes, "blocks 1", "blocks 2"))).find("tensor blocks.1.conv1") != std::string::npos);
  CHECK(error_of(sealed(replaced(bytes, "stem.conv", "stem.cone"))).find("another name") != std::string::npos);
}

TEST_CASE("weights file: numbers that no network has are refused, reading and writing") {
  Weights weights = example();
  const std::string bytes = bytes_of(weights, Storage::kF32);
  const auto with_first = [&](std::size_t tensor, float value) {
    // The place of a tensor's first number: found by its bytes.
    std::string pattern(8, '\0');
    std::memcpy(pattern.data(), weights.tensors[tensor].data(), 8);
    std::string changed = bytes;
    std::memcpy(&changed[bytes.find(pattern)], &value, 4);
    return sealed(changed);
  };
  CHECK(error_of(with_first(0, std::numeric_limits<float>::quiet_NaN())).find("not finite") != std::string::npos);
  CHECK(error_of(with_first(0, std::numeric_limits<float>::infinity())).find("tensor stem.conv") != std::string::npos);
  CHECK(error_of(with_first(4, -0.5F)).find("variance 0 is negative") != std::string::npos);
  weights.tensors[0][0] = 1e6F;
  CHECK_FALSE(format_weights(weights, Storage::kF16).ok());
  CHECK(format_weights(weights, Storage::kInt8).ok());
  weights.tensors[0][0] = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(format_weights(weights, Storage::kF32).ok());
  weights = example();
  weights.tensors[3].pop_back();
  CHECK_FALSE(format_weights(weights, Storage::kF32).ok());
  weights = example();
  weights.notes.emplace_back("games", "two\nlines");
  CHECK_FALSE(format_weights(weights, Storage::kF32).ok());
}

TEST_CASE("weights file: on disk, and only for the planes it was made for") {
  const testing::Folder folder("lanternfish_weights");
  const auto file = folder / "test.lfn";
  REQUIRE(write_weights(file, example(), Storage::kF32));
  const Result<Weights> read = read_weights(file, "synopsis-104/1");
  REQUIRE_MESSAGE(read, read.error());
  CHECK(*read == example());
  const Result<Weights> other = read_weights(file, "history-20x90/1");
  REQUIRE_FALSE(other);
  CHECK(other.error() ==
        file.string() + ": made for the planes 'synopsis-104/1', and 'history-20x90/1' are needed here");
  const Result<Weights> none = read_weights(folder / "none.lfn", "synopsis-104/1");
  REQUIRE_FALSE(none);
  CHECK(none.error().find((folder / "none.lfn").string()) != std::string::npos);
  CHECK_FALSE(read_weights(file.parent_path(), "synopsis-104/1").ok());
  CHECK_FALSE(write_weights("/dev/null/a.lfn", example(), Storage::kF32).ok());
}

TEST_CASE("weights file: an absurdly large file is refused unread") {
  const testing::Folder folder("lanternfish_weights");
  const auto file = folder / "test.lfn";
  { std::ofstream(file) << "lanternfish-net 1\n"; }
  std::filesystem::resize_file(file, std::uintmax_t{1} << 33);  // sparse: takes no room
  const Result<Weights> read = read_weights(file, "synopsis-104/1");
  REQUIRE_FALSE(read);
  CHECK(read.error().find("too large") != std::string::npos);
}

TEST_CASE("half floats: every number comes back, and others go to the nearest") {
  for (std::uint32_t half = 0; half < 0x7c00; ++half) {
    const auto positive = static_cast<std::uint16_t>(half);
    const auto negative = static_cast<std::uint16_t>(half | 0x8000U);
    REQUIRE(to_half(from_half(positive)) == positive);
    REQUIRE(to_half(from_half(negative)) == negative);
    if (half == 0x7bff) {
      break;  // the largest
    }
    const float low = from_half(positive);
    const float high = from_half(static_cast<std::uint16_t>(half + 1));
    REQUIRE(low < high);
    const float middle = (low + high) / 2;  // exact
    REQUIRE(to_half(middle) == (half % 2 == 0 ? half : half + 1));
    REQUIRE(to_half(std::nextafter(middle, low)) == half);
    REQUIRE(to_half(std::nextafter(middle, high)) == half + 1);
  }
  CHECK(from_half(0x3c00) == 1);
  CHECK(from_half(0xc000) == -2);
  CHECK(from_half(0x7bff) == kMaxHalf);
  CHECK(from_half(0x0001) == 0x1p-24F);
  CHECK(std::isinf(from_half(0x7c00)));
}
