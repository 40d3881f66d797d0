#pragma once

// Training data: what players of recorded games were shown and what they did, in a binary file that grows game by game.
//
// The file has a text head (the planes and how a decision's input is put together), then one block a game, each with a
// checksum of its own; docs/reference/files.md has the layout. A file that was cut off in the middle of a block is
// whole up to there, so the same command that was stopped goes on where it was.

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "nets/move_code.h"
#include "nets/planes.h"
#include "nets/synopsis.h"
#include "support/append_file.h"
#include "support/result.h"

namespace lanternfish {

// Which planes the decisions have. The input of a decision is `turns` times `turn_planes` planes: those of the turns
// before, as they stood at the request, oldest first, then those of the decision. Missing turns are empty.
struct DataShape {
  std::string planes_version;
  int turn_planes = 0;
  int turns = 1;

  int planes() const { return turn_planes * turns; }
  friend bool operator==(const DataShape&, const DataShape&) = default;
};

struct TrainingDecision {
  Stage stage = Stage::kSense;
  ActionCode action = 0;  // what the player did: nets/move_code.h. A request counts, not what came of it
  PlaneList planes;       // of this turn; indices below turn_planes
  friend bool operator==(const TrainingDecision&, const TrainingDecision&) = default;
};

// One player of one game.
struct TrainingSequence {
  std::string player;
  float outcome = 0;  // 1 won, 0 drawn or unfinished, -1 lost
  std::vector<TrainingDecision> decisions;
  friend bool operator==(const TrainingSequence&, const TrainingSequence&) = default;
};

struct TrainingGame {
  std::string file;        // name without folder
  std::uint64_t hash = 0;  // of the game file's content, or of the block's only board
  bool held_out = false;
  std::array<TrainingSequence, 2> players;  // by Color
  friend bool operator==(const TrainingGame&, const TrainingGame&) = default;
};

// The name of a block's game: one of several blocks of a game has a number behind '#'.
std::string_view source_of(std::string_view block);

// The input of decision `i` of the sequence.
PlaneList input_of(const DataShape& shape, const TrainingSequence& sequence, std::size_t i);

// One game of ten is held out from training: which one depends on the file's name alone.
bool is_held_out(std::string_view file_name);

struct TrainingData {
  DataShape shape;
  std::vector<TrainingGame> games;
  std::size_t whole_bytes = 0;  // of the file, up to the end of the last whole block

  // The games that the blocks are of.
  std::size_t source_games() const;
  // The names of those that are held out, in order of name.
  std::vector<std::string> held_out_games() const;
  // Changes when any game's name or content does, or their order.
  std::uint64_t hash() const;
};

// A damaged block is an error, one that is cut off at the end of the file is left out.
Result<TrainingData> read_training_data(const std::filesystem::path& file);

// Appends games to a file.
class TrainingDataWriter {
 public:
  // A new file, or one that holds games for the same shape already; a block that was cut off is removed from it.
  static Result<TrainingDataWriter> open(const std::filesystem::path& file, const DataShape& shape);

  // Names of the games in the file, in its order.
  const std::vector<std::string>& names() const { return names_; }
  // Whether the file has a block of this TrainingGame::hash.
  bool has(std::uint64_t hash) const { return hashes_.contains(hash); }
  Status add(const TrainingGame& game);

 private:
  TrainingDataWriter() = default;

  std::unique_ptr<AppendFile> file_;
  std::vector<std::string> names_;
  std::unordered_set<std::uint64_t> hashes_;
};

}  // namespace lanternfish
