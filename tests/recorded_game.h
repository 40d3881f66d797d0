#pragma once

// Games as each player saw them: read from a reconchess record, or made up by random play.

#include <array>
#include <filesystem>
#include <random>
#include <vector>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/file.h"
#include "support/json_line.h"

namespace lanternfish::testing {

// One player's private history, with the true board after each of its events.
struct PrivateHistory {
  std::vector<Observation> events;
  std::vector<Board> truth;
};
using BothHistories = std::array<PrivateHistory, 2>;  // by colour

// Plays turns and writes down what either side learns.
class Recorder {
 public:
  explicit Recorder(const Board& start) : board_(start) {}

  const Board& board() const { return board_; }
  bool over() const { return board_.king(kWhite) == kNoSquare || board_.king(kBlack) == kNoSquare; }

  void play(Square sensed, Move request, BothHistories& histories) {
    PrivateHistory& mine = histories[board_.turn()];
    const auto add = [&](const Observation& event) {
      mine.events.push_back(event);
      mine.truth.push_back(board_);
    };
    add(OpponentMoved{last_captured_});
    add(Sensed{sense(board_, sensed)});
    const Outcome outcome = resolve(board_, normalized_request(board_, request));
    apply(board_, outcome.taken);
    add(Moved{request, outcome.taken, outcome.captured});
    last_captured_ = outcome.captured;
  }

 private:
  Board board_;
  Square last_captured_ = kNoSquare;
};

// Random senses and requests, most of them no pass, until a king falls or `turns` are over.
inline BothHistories random_game(const Board& start, unsigned seed, int turns) {
  std::mt19937 random(seed);
  BothHistories histories;
  Recorder recorder(start);
  for (int i = 0; i < turns && !recorder.over(); ++i) {
    const auto list = requests(recorder.board(), recorder.board().turn());
    recorder.play(static_cast<Square>(random() % 65), list[random() % list.size()], histories);
  }
  return histories;
}

// A GameHistory file of reconchess.
inline BothHistories read_game(const std::filesystem::path& file) {
  const Json json = parse_json(read_file(file).value()).value();
  const auto move_of = [](const Json& m) {
    return m.is_null() ? kNullMove : parse_move(m["value"].get<std::string>()).value();
  };
  BothHistories histories;
  const auto& fens = json["fens_before_move"];
  const std::string first = fens["true"].empty() ? "" : fens["true"][0].get<std::string>();
  Recorder recorder(parse_fen(first).value());
  for (std::size_t ply = 0;; ++ply) {
    const char* side = ply % 2 == 0 ? "true" : "false";
    const std::size_t turn = ply / 2;
    if (turn >= json["requested_moves"][side].size() || turn >= json["senses"][side].size()) {
      return histories;
    }
    const auto& sensed = json["senses"][side][turn];
    recorder.play(sensed.is_null() ? kNoSquare : sensed.get<Square>(), move_of(json["requested_moves"][side][turn]),
                  histories);
  }
}

}  // namespace lanternfish::testing
