#include "tools/train/training_data.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "game/game_record.h"
#include "nets/little_endian.h"
#include "support/hash.h"
#include "support/number.h"

namespace lanternfish {

namespace {

constexpr std::string_view kMagic = "lanternfish-data 1";
constexpr std::string_view kBlockTag = "GAME";
constexpr std::size_t kBlockHead = 8;  // bytes: tag and size
constexpr std::uint64_t kHeldOutOf = 10;
constexpr std::size_t kMaxName = 65'535;     // bytes
constexpr std::uint16_t kHasValue = 0x8000;  // beside the index of a plane

std::string format_shape(const DataShape& shape) {
  return fmt::format("{}\nplanes-version {}\nturn-planes {}\nturns {}\n\n", kMagic, shape.planes_version,
                     shape.turn_planes, shape.turns);
}

// ---- writing

void put_text(std::string& out, std::string_view text) {
  const std::string_view kept = text.substr(0, kMaxName);
  put_u16(out, static_cast<std::uint16_t>(kept.size()));
  out += kept;
}

void put_sequence(std::string& out, const TrainingSequence& sequence) {
  put_text(out, sequence.player);
  put_f32(out, sequence.outcome);
  put_u32(out, static_cast<std::uint32_t>(sequence.decisions.size()));
  for (const TrainingDecision& decision : sequence.decisions) {
    out.push_back(decision.stage == Stage::kMove ? '\1' : '\0');
    put_u16(out, decision.action);
    put_u16(out, static_cast<std::uint16_t>(decision.planes.size()));
    for (const Plane& plane : decision.planes) {
      const bool has_value = plane.value != 1;
      put_u16(out, static_cast<std::uint16_t>(plane.index | (has_value ? kHasValue : 0)));
      put_u64(out, plane.squares);
      if (has_value) {
        put_f32(out, plane.value);
      }
    }
  }
}

std::string format_block(const TrainingGame& game) {
  std::string content;
  put_text(content, game.file);
  put_u64(content, game.hash);
  content.push_back(game.held_out ? '\1' : '\0');
  for (const TrainingSequence& sequence : game.players) {
    put_sequence(content, sequence);
  }
  std::string block(kBlockTag);
  put_u32(block, static_cast<std::uint32_t>(content.size()));
  block += content;
  put_u32(block, crc32(content));
  return block;
}

// ---- reading

// The content of one block. Past its end every read gives zeros and the reader has failed.
class BlockReader {
 public:
  BlockReader(std::string_view bytes, const DataShape& shape) : bytes_(bytes), shape_(shape) {}

  // Nothing when the content is not what a block holds.
  std::optional<TrainingGame> game() {
    TrainingGame game;
    game.file = text();
    game.hash = number<std::uint64_t>();
    game.held_out = flag();
    for (TrainingSequence& sequence : game.players) {
      read(sequence);
    }
    return failed_ || position_ != bytes_.size() ? std::nullopt : std::optional(std::move(game));
  }

 private:
  void read(TrainingSequence& sequence) {
    sequence.player = text();
    sequence.outcome = std::bit_cast<float>(number<std::uint32_t>());
    failed_ |= !(sequence.outcome >= -1 && sequence.outcome <= 1);
    // Counts decide on no allocation: the bytes run out first.
    for (auto left = number<std::uint32_t>(); left > 0 && !failed_; --left) {
      TrainingDecision decision;
      decision.stage = flag() ? Stage::kMove : Stage::kSense;
      decision.action = number<std::uint16_t>();
      failed_ |= decision.action >= kActionCodes;
      for (auto planes = number<std::uint16_t>(); planes > 0 && !failed_; --planes) {
        const Plane plane = read_plane();
        failed_ |= plane.index >= shape_.turn_planes || plane.squares == 0 ||
                   (!decision.planes.empty() && decision.planes.back().index >= plane.index);
        decision.planes.push_back(plane);
      }
      sequence.decisions.push_back(std::move(decision));
    }
  }

  Plane read_plane() {
    const auto index = number<std::uint16_t>();
    Plane plane;
    plane.index = index & static_cast<std::uint16_t>(~kHasValue);
    plane.squares = number<std::uint64_t>();
    if ((index & kHasValue) != 0) {
      plane.value = std::bit_cast<float>(number<std::uint32_t>());
      // The value 1 is never written.
      failed_ |= !std::isfinite(plane.value) || plane.value == 0 || plane.value == 1;
    }
    return plane;
  }

  template <typename Unsigned>
  Unsigned number() {
    if (failed_ || bytes_.size() - position_ < sizeof(Unsigned)) {
      failed_ = true;
      return 0;
    }
    const auto value = detail::get_little_endian<Unsigned>(bytes_.data() + position_);
    position_ += sizeof(Unsigned);
    return value;
  }

  bool flag() {
    const auto value = number<std::uint8_t>();
    failed_ |= value > 1;
    return value == 1;
  }

  std::string text() {
    const std::size_t size = number<std::uint16_t>();
    if (failed_ || bytes_.size() - position_ < size) {
      failed_ = true;
      return {};
    }
    position_ += size;
    return std::string(bytes_.substr(position_ - size, size));
  }

  std::string_view bytes_;
  const DataShape& shape_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

// Gives the position behind the head.
Result<std::size_t> parse_head(std::string_view bytes, DataShape& shape) {
  constexpr std::size_t kMaxHead = 4'096;
  constexpr int kMaxPlanes = 1 << 14;
  const std::size_t end = bytes.substr(0, kMaxHead).find("\n\n");
  if (end == std::string_view::npos || !bytes.starts_with(kMagic)) {
    return Error{fmt::format("no training data: it does not begin with '{}'", kMagic)};
  }
  std::istringstream head{std::string(bytes.substr(kMagic.size(), end + 1 - kMagic.size()))};
  std::array<std::string, 3> keys;
  head >> keys[0] >> shape.planes_version >> keys[1] >> shape.turn_planes >> keys[2] >> shape.turns;
  const bool good = head && shape.turn_planes >= 1 && shape.turn_planes <= kMaxPlanes && shape.turns >= 1 &&
                    shape.turns <= kMaxPlanes && bytes.substr(0, end + 2) == format_shape(shape);
  return good ? Result<std::size_t>(end + 2) : Error{"the head is not planes-version, turn-planes and turns"};
}

// Reads blocks from `position` on, up to the end or to a block that is cut off.
Status parse_blocks(std::string_view bytes, std::size_t position, TrainingData& data) {
  data.whole_bytes = position;
  while (bytes.size() - position >= kBlockHead) {
    const auto error = [&](std::string_view text) {
      return Error{fmt::format("block {} (byte {}): {}", data.games.size() + 1, position, text)};
    };
    if (bytes.substr(position, kBlockTag.size()) != kBlockTag) {
      return error("no game begins here: the file is damaged");
    }
    const std::size_t size = get_u32(bytes.data() + position + kBlockTag.size());
    if (bytes.size() - position - kBlockHead < size + 4) {
      return success();
    }
    const std::string_view content = bytes.substr(position + kBlockHead, size);
    if (get_u32(content.data() + size) != crc32(content)) {
      return error("the CRC-32 is wrong: the file is damaged");
    }
    std::optional<TrainingGame> game = BlockReader(content, data.shape).game();
    if (!game) {
      return error("the content is not a game");
    }
    data.games.push_back(*std::move(game));
    position += kBlockHead + size + 4;
    data.whole_bytes = position;
  }
  return success();
}

}  // namespace

std::string_view source_of(std::string_view block) {
  const std::size_t mark = block.rfind('#');
  const bool numbered = mark != std::string_view::npos && to_number<std::uint64_t>(block.substr(mark + 1)).has_value();
  return numbered ? block.substr(0, mark) : block;  // a file's own name may have a '#', too
}

PlaneList input_of(const DataShape& shape, const TrainingSequence& sequence, std::size_t i) {
  // The turns that the input shows, newest first: the decision's own, and each request before it.
  std::vector<const PlaneList*> turns = {&sequence.decisions[i].planes};
  for (std::size_t k = i; k-- > 0 && turns.size() < static_cast<std::size_t>(shape.turns);) {
    if (sequence.decisions[k].stage == Stage::kMove) {
      turns.push_back(&sequence.decisions[k].planes);
    }
  }
  PlaneList input;
  for (std::size_t age = turns.size(); age-- > 0;) {
    const int first = shape.turn_planes * (shape.turns - 1 - static_cast<int>(age));
    for (Plane plane : *turns[age]) {
      plane.index = static_cast<std::uint16_t>(plane.index + first);
      input.push_back(plane);
    }
  }
  return input;
}

bool is_held_out(std::string_view file_name) {
  // The low bits of FNV-1a depend on the low bits of the text alone: the high half is taken.
  return (fnv1a(file_name) >> 32) % kHeldOutOf == 0;
}

std::size_t TrainingData::source_games() const {
  std::set<std::string_view> names;
  for (const TrainingGame& game : games) {
    names.insert(source_of(game.file));
  }
  return names.size();
}

std::vector<std::string> TrainingData::held_out_games() const {
  std::set<std::string> names;
  for (const TrainingGame& game : games) {
    if (game.held_out) {
      names.emplace(source_of(game.file));
    }
  }
  return {names.begin(), names.end()};
}

std::uint64_t TrainingData::hash() const {
  std::string all;
  for (const TrainingGame& game : games) {
    put_text(all, game.file);
    put_u64(all, game.hash);
  }
  return fnv1a(all);
}

Result<TrainingData> read_training_data(const std::filesystem::path& file) {
  const std::string bytes = TRY(read_file(file));
  TrainingData data;
  const Result<std::size_t> begin = parse_head(bytes, data.shape);
  const Status blocks = begin ? parse_blocks(bytes, *begin, data) : Status(Error{begin.error()});
  if (!blocks) {
    return Error{fmt::format("{}: {}", file.string(), blocks.error())};
  }
  return data;
}

Result<TrainingDataWriter> TrainingDataWriter::open(const std::filesystem::path& file, const DataShape& shape) {
  std::unique_ptr<AppendFile> opened = TRY(AppendFile::open(file, {.lines = false}));
  TrainingDataWriter writer;
  writer.file_ = std::move(opened);
  std::error_code ignored;
  if (std::filesystem::file_size(file, ignored) == 0) {
    const Status written = writer.file_->append(format_shape(shape));
    return written ? Result<TrainingDataWriter>(std::move(writer)) : Error{written.error()};
  }
  const TrainingData data = TRY(read_training_data(file));
  if (data.shape != shape) {
    return Error{fmt::format("{}: holds the planes '{}' in {} turns of {}, not '{}' in {} turns of {}", file.string(),
                             data.shape.planes_version, data.shape.turns, data.shape.turn_planes, shape.planes_version,
                             shape.turns, shape.turn_planes)};
  }
  TRY(writer.file_->cut(data.whole_bytes));
  for (const TrainingGame& game : data.games) {
    writer.names_.push_back(game.file);
    writer.hashes_.insert(game.hash);
  }
  return writer;
}

Status TrainingDataWriter::add(const TrainingGame& game) {
  TRY(file_->append(format_block(game)));
  names_.push_back(game.file);
  hashes_.insert(game.hash);
  return success();
}

}  // namespace lanternfish
