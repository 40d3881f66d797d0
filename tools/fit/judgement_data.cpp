#include "tools/fit/judgement_data.h"

#include <cassert>
#include <map>

#include "engine/opponent_judgement.h"

namespace lanternfish {

namespace {

constexpr std::uint32_t kMaxMoves = 1200;  // of a name in one half of them, about
constexpr std::size_t kAskedAtOnce = 1000;

struct SampledPlayer {
  std::size_t game;
  Color side;
  std::vector<UnseenTurn> turns;
};

// Whole players, in the order of the games.
std::vector<SampledPlayer> sampled(const std::vector<NamedGame>& games) {
  std::map<std::string, std::size_t> in_all;
  for (const NamedGame& game : games) {
    for (const Color side : {kWhite, kBlack}) {
      in_all[game.names[side]] += game.game.turns[side].size();
    }
  }
  std::array<std::map<std::string, std::uint32_t>, 2> taken;  // by half
  std::vector<SampledPlayer> players;
  for (std::size_t game = 0; game < games.size(); ++game) {
    auto turns = unseen_turns(games[game].game);
    for (const Color side : {kWhite, kBlack}) {
      std::uint32_t& moves = taken[game % 2][games[game].names[side]];
      if (moves < kMaxMoves && in_all[games[game].names[side]] >= kJudgedMoves && !turns[side].empty()) {
        moves += static_cast<std::uint32_t>(turns[side].size());
        players.push_back({game, side, std::move(turns[side])});
      }
    }
  }
  return players;
}

// How likely each part makes each move.
void add_parts(const UnseenTurn& turn, std::span<MoveWithJudgement> moves) {
  const MoverView view = mover_view(*turn.truth);
  for (std::size_t part = 0; part < kMoveParts; ++part) {
    MoveShares only{};
    only[part] = 1;
    MoveProbabilities probabilities(MoveModel::fitted(only), turn.situation);
    const auto taken = probabilities.of(view);
    for (std::size_t m = 0; m < moves.size(); ++m) {
      moves[m].parts[part] = taken[m].probability;
    }
  }
}

void append(JudgementData& data, const UnseenTurn& turn, const MoveJudgements& judgements) {
  MoveProbabilities probabilities(MoveModel::uniform(), turn.situation);
  const auto taken = probabilities.of(mover_view(*turn.truth));
  assert(taken.size() == judgements.moves.size());
  MoveDecision decision{.first_move = static_cast<std::uint32_t>(data.moves.size()),
                        .moves = static_cast<std::uint32_t>(taken.size()),
                        .made = static_cast<std::uint32_t>(taken.size() - 1)};
  for (std::size_t m = 0; m < taken.size(); ++m) {
    if (!taken[m].move.is_null() && taken[m].move == turn.moved->taken) {
      decision.made = static_cast<std::uint32_t>(m);
    }
    const auto found = std::find_if(judgements.moves.begin(), judgements.moves.end(), [&](const MoveJudgement& j) {
      return j.taken == taken[m].move || (j.taken.is_null() && taken[m].move.is_null());
    });
    assert(found != judgements.moves.end());
    const JudgementRows rows = judgement_rows_of(*found, taken[m].captured != kNoSquare);
    data.moves.push_back(
        {.parts = {}, .rows = {static_cast<std::uint16_t>(rows.rank_row), static_cast<std::uint16_t>(rows.loss_row)}});
  }
  data.all.push_back(decision);
  add_parts(turn, std::span(data.moves).subspan(decision.first_move));
}

}  // namespace

JudgementData judgement_data(const std::vector<NamedGame>& games, const Effort& effort, Evaluator& evaluator,
                             const std::function<void(std::size_t, std::size_t)>& progress) {
  const auto players = sampled(games);
  std::vector<Board> truths;
  for (const SampledPlayer& player : players) {
    for (const UnseenTurn& turn : player.turns) {
      truths.push_back(*turn.truth);
    }
  }
  std::vector<MoveJudgements> judgements(truths.size());
  for (std::size_t begin = 0; begin < truths.size(); begin += kAskedAtOnce) {
    const auto some = std::span(truths).subspan(begin, std::min(kAskedAtOnce, truths.size() - begin));
    evaluator.score(some, effort, Deadline::max(), {}, [&](std::size_t i, const BoardScores& scores) {
      judgements[begin + i] = opponent_judgements(scores);
    });
    progress(begin + some.size(), truths.size());
  }
  JudgementData data;
  for (const SampledPlayer& player : players) {
    data.players.push_back({.game = player.game,
                            .name = games[player.game].names[player.side],
                            .first = static_cast<std::uint32_t>(data.all.size()),
                            .count = static_cast<std::uint32_t>(player.turns.size())});
    for (const UnseenTurn& turn : player.turns) {
      append(data, turn, judgements[data.all.size()]);
    }
  }
  return data;
}

}  // namespace lanternfish
