#include "tools/bench/belief_boards.h"

#include <unordered_set>

#include "belief/belief.h"
#include "engine/sampling.h"
#include "game/game_record.h"
#include "game/recorded_game.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBeliefMemory = std::size_t{512} << 20;
constexpr std::size_t kMostBoards = 20'000;  // a player whose belief grows beyond this is left there
constexpr std::size_t kBoardsPerBelief = 8;
// One in so many beliefs is sampled, so that the games of a small sample differ.
constexpr std::uint64_t kBeliefsPerSample = 7;

class Sampler {
 public:
  explicit Sampler(std::size_t count) : count_(count) {}

  bool enough() const { return boards_.size() >= count_; }
  std::vector<Board> take() { return std::move(boards_); }

  void follow(const RecordedGame& game, Color side) {
    Belief belief(game.start, side, {.memory_bytes = kBeliefMemory}, threads_, MoveModelKind::kFitted);
    for (const RecordedTurn& turn : game.turns[side]) {
      if (enough() || !belief.observe(turn.notice).ok() || belief.boards().size() > kMostBoards) {
        return;
      }
      sample(belief);
      if (!belief.observe(turn.sensed).ok() || !turn.moved || turn.takes_king || !belief.observe(*turn.moved).ok()) {
        return;
      }
    }
  }

 private:
  void sample(const Belief& belief) {
    if (belief.own().first_notice_is_empty() || belief.log().size() <= 6 || random_.below(kBeliefsPerSample) != 0) {
      return;
    }
    for (const Hypothesis& h : sample_boards(belief.boards(), kBoardsPerBelief, random_).boards) {
      const Board board = unpack(h, belief.own());
      if (!enough() && seen_.insert(board.key()).second) {
        boards_.push_back(board);
      }
    }
  }

  std::size_t count_;
  ThreadPool threads_{1};
  Random random_{1, 0, 0};
  std::vector<Board> boards_;
  std::unordered_set<Key> seen_;
};

}  // namespace

Result<std::vector<Board>> sample_belief_boards(const std::filesystem::path& folder, std::size_t count) {
  const auto files = TRY(record_files(folder));
  Sampler sampler(count);
  for (const auto& file : files) {
    const auto game = recorded_game(TRY(read_game_record(file)));
    for (const Color side : {kWhite, kBlack}) {
      if (game && !sampler.enough()) {
        sampler.follow(*game, side);
      }
    }
  }
  return sampler.take();
}

}  // namespace lanternfish
