#include "belief/likely_parents.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "belief/belief.h"
#include "belief/set/filter.h"
#include "tests/recorded_game.h"

using namespace lanternfish;

namespace {

// Judgements of every taken move of a board, made up from the board's key; on half of the boards the moves are
// foreseen.
MoveJudgements made_up_judgements(const Board& board) {
  std::vector<JudgedMove> judged;
  Key state = board.key() | 1;
  const auto add = [&](PieceType, Move move, Square) {
    state = state * 6364136223846793005 + 1442695040888963407;
    judged.push_back({move, Verdict::kScored, static_cast<int>(state >> 33) % 1000});
  };
  for_each_taken_move(mover_view(board), board.turn(), add);
  add(kNoPieceType, kNullMove, kNoSquare);
  std::sort(judged.begin(), judged.end(),
            [](const JudgedMove& a, const JudgedMove& b) { return a.centipawns > b.centipawns; });
  if (state >> 60 == 0) {
    judged.front().verdict = Verdict::kCapturesKing;
    judged.back().verdict = Verdict::kLosesKing;
  }
  MoveJudgements judgements = judgements_of(judged, state >> 61 & 1 ? JudgedDepth::kShallow : JudgedDepth::kDeep);
  judgements.foreseen = (state >> 62 & 1) != 0;
  const auto all = static_cast<float>(judgements.moves.size() * (judgements.moves.size() + 1) / 2);
  for (std::size_t i = 0; i < judgements.moves.size() && judgements.foreseen; ++i) {
    judgements.moves[i].foreseen = static_cast<float>(i + 1) / all;
  }
  return judgements;
}

std::vector<MoveJudgements> judge_all(const LikelyParents& parents) {
  std::vector<MoveJudgements> judgements;
  for (const Hypothesis& h : parents.boards()) {
    judgements.push_back(made_up_judgements(unpack(h, parents.own())));
  }
  return judgements;
}

using Identity = std::array<std::uint64_t, 4>;
Identity identity_of(const Hypothesis& h) {
  return {word_of<0>(h), word_of<1>(h), word_of<2>(h), word_of<3>(h) & ~kWeightMask};
}

// What the boards weigh after the notice and the sense when each parent's weight is shared out by hand.
std::map<Identity, double> by_hand(const BoardSet& parents, const OwnSide& own, const MoveContext& context,
                                   Square captured, const WindowMatch* seen, const MoveTrust& trust) {
  std::map<Identity, double> weights;
  double total = 0;
  MoveProbabilities model(context.model, context.situation);
  parents.for_each([&](const Hypothesis& parent) {
    const Board board = unpack(parent, own);
    std::map<Move, double> chance;
    const MoveJudgements judgements = made_up_judgements(board);
    const double foreseen = judgements.foreseen ? static_cast<double>(trust.foreseen) : 0;
    const double judged = static_cast<double>(trust.judged) + static_cast<double>(trust.foreseen) - foreseen;
    for (const TakenMove& taken : model.of(mover_view(board))) {
      chance[taken.move] += (1 - judged - foreseen) * static_cast<double>(taken.probability);
    }
    for (const MoveJudgement& judgement : judgements.moves) {
      chance[judgement.taken] += foreseen * static_cast<double>(judgement.foreseen);
    }
    for (const TakenMove& taken : model.of(mover_view(board), judgements)) {
      chance[taken.move] += judged * static_cast<double>(taken.probability);
      if (taken.captured != captured) {
        continue;
      }
      Board child = board;
      apply(child, taken.move);
      const Hypothesis h = pack(child, own.me());
      if (seen == nullptr || (*seen)(h)) {
        weights[identity_of(h)] += static_cast<double>(parent.weight) * chance[taken.move];
        total += static_cast<double>(parent.weight) * chance[taken.move];
      }
    }
  });
  for (auto& [board, weight] : weights) {
    weight /= total;
  }
  return weights;
}

void check_same(const Belief& belief, const std::map<Identity, double>& expected) {
  REQUIRE(belief.boards().size() == expected.size());
  belief.boards().for_each([&](const Hypothesis& h) {
    const auto found = expected.find(identity_of(h));
    REQUIRE(found != expected.end());
    REQUIRE(static_cast<double>(h.weight) == doctest::Approx(found->second).epsilon(1e-3));
  });
}

// Plays a random game into beliefs that remember parents; `each` is called where these have just been noticed to move.
template <typename Each>
void follow(unsigned seed, std::vector<Belief*> beliefs, Color me, std::size_t most_boards, Each&& each) {
  const auto history = testing::random_game(Board::start(), seed, 40)[me];
  for (std::size_t i = 0; i < history.events.size(); ++i) {
    const BoardSet before = beliefs[0]->boards();
    if (before.size() > most_boards || history.truth[i].king(me) == kNoSquare) {
      return;
    }
    const OwnSide own = beliefs[0]->own();
    const MoveContext context = beliefs[0]->next_move();
    for (Belief* belief : beliefs) {
      REQUIRE(belief->observe(history.events[i]).ok());
    }
    each(history, i, before, own, context);
  }
}

Belief remembering(Color me, ThreadPool& threads, std::size_t limit = 100'000) {
  Belief belief(Board::start(), me, {}, threads, MoveModelKind::kFitted);
  belief.remember_parents(limit);
  return belief;
}

}  // namespace

TEST_CASE("likely parents: judging all of them is expanding with the judgements from the start") {
  ThreadPool one(1);
  std::size_t compared = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    for (const Color me : {kWhite, kBlack}) {
      // Judged before the sense, after it, and in two parts.
      Belief early = remembering(me, one);
      Belief late = remembering(me, one);
      Belief parts = remembering(me, one);
      BoardSet parents;
      std::optional<OwnSide> own;
      MoveContext context;
      MoveTrust trust;
      follow(seed, {&early, &late, &parts}, me, 1'500,
             [&](const auto& history, std::size_t i, const BoardSet& before, const OwnSide& mine,
                 const MoveContext& expected) {
               if (const auto* notice = std::get_if<OpponentMoved>(&history.events[i])) {
                 own.reset();
                 if (early.parents() == nullptr) {
                   return;
                 }
                 parents = before;
                 own = mine;
                 context = expected;
                 trust = early.trust();
                 const auto judgements = judge_all(*early.parents());
                 early.reweigh(judgements);
                 check_same(early, by_hand(parents, *own, context, notice->captured, nullptr, trust));
                 auto half = judgements;
                 for (std::size_t k = 0; k < half.size(); k += 2) {
                   half[k] = {};
                 }
                 parts.reweigh(half);
               } else if (const auto* sensed = std::get_if<Sensed>(&history.events[i]); sensed != nullptr && own) {
                 const auto& captured = std::get<OpponentMoved>(history.events[i - 1]).captured;
                 const WindowMatch seen(sensed->window, me);
                 const auto expected_weights = by_hand(parents, *own, context, captured, &seen, trust);
                 late.reweigh(judge_all(*late.parents()));
                 parts.reweigh(judge_all(*parts.parents()));
                 for (const Belief* belief : {&early, &late, &parts}) {
                   check_same(*belief, expected_weights);
                   REQUIRE(belief->probability(history.truth[i]) > 0);
                 }
                 compared += expected_weights.size();
               } else {
                 for (const Belief* belief : {&early, &late, &parts}) {
                   REQUIRE(belief->parents() == nullptr);
                 }
               }
             });
    }
  }
  CHECK(compared > 1'000);
}

TEST_CASE("likely parents: the boards stay the same, for any number of threads and of judged parents") {
  ThreadPool one(1);
  ThreadPool three(3);
  std::size_t moved = 0;
  for (const Color me : {kWhite, kBlack}) {
    Belief plain(Board::start(), me, {}, one, MoveModelKind::kFitted);
    Belief few = remembering(me, one, 5);
    Belief same = remembering(me, three, 5);
    follow(7, {&plain, &few, &same}, me, 30'000,
           [&](const auto& history, std::size_t i, const BoardSet&, const OwnSide&, const MoveContext&) {
             if (few.parents() != nullptr && std::holds_alternative<OpponentMoved>(history.events[i])) {
               REQUIRE(few.parents()->boards().size() <= 5);
               few.reweigh(judge_all(*few.parents()));
               same.reweigh(judge_all(*same.parents()));
             }
             std::vector<Hypothesis> boards;
             plain.boards().for_each([&](const Hypothesis& h) { boards.push_back(h); });
             std::vector<float> weights;
             std::size_t at = 0;
             few.boards().for_each([&](const Hypothesis& h) {
               REQUIRE(h.same_board(boards[at]));
               REQUIRE(h.weight > 0);
               moved += h.weight != boards[at++].weight ? 1 : 0;
               weights.push_back(h.weight);
             });
             REQUIRE(at == boards.size());
             at = 0;
             same.boards().for_each([&](const Hypothesis& h) { REQUIRE(h.weight == weights[at++]); });
             REQUIRE(few.probability(history.truth[i]) > 0);
           });
  }
  CHECK(moved > 1'000);
}

TEST_CASE("likely parents: an opponent is trusted to do what it does") {
  ThreadPool one(1);
  // Black plays six moves; White sees each of them. They are what it is judged to play, or the last thing, and foreseen
  // with this probability where that is above 0.
  const auto trust_after = [&](bool best, float foreseen) {
    Board truth = Board::start();
    Belief belief = remembering(kWhite, one);
    REQUIRE(belief.observe(OpponentMoved{}).ok());
    for (const char* played : {"a7a6", "b7b6", "c7c6", "d7d6", "e7e6", "f7f6"}) {
      if (truth.turn() == kWhite) {
        REQUIRE(belief.observe(Sensed{}).ok());
        REQUIRE(belief.observe(Moved{}).ok());
        apply(truth, kNullMove);
      }
      const Move move = parse_move(played).value();
      apply(truth, move);
      REQUIRE(belief.observe(OpponentMoved{}).ok());
      std::vector<MoveJudgements> judgements;
      for (const Hypothesis& h : belief.parents()->boards()) {
        std::vector<JudgedMove> judged;
        const Board board = unpack(h, belief.parents()->own());
        const auto add = [&](PieceType, Move taken, Square) {
          const bool first = (taken == move) == best;
          judged.insert(first ? judged.begin() : judged.end(), {taken, Verdict::kScored, first ? 0 : -600});
        };
        for_each_taken_move(mover_view(board), kBlack, add);
        add(kNoPieceType, kNullMove, kNoSquare);
        judgements.push_back(judgements_of(judged, JudgedDepth::kDeep));
        auto& all = judgements.back();
        all.foreseen = foreseen > 0;
        for (MoveJudgement& one_move : all.moves) {
          one_move.foreseen =
              one_move.taken == move ? foreseen : (1 - foreseen) / static_cast<float>(all.moves.size() - 1);
        }
      }
      belief.reweigh(judgements);
      REQUIRE(belief.observe(Sensed{sense(truth, move.to)}).ok());
      REQUIRE(belief.observe(Moved{}).ok());
      apply(truth, kNullMove);
    }
    return belief.trust();
  };
  const MoveTrust usual = LearntTrust().trust();
  const auto either = [](const MoveTrust& trust) { return trust.judged + trust.foreseen; };
  CHECK(either(trust_after(true, 0)) > either(usual));
  CHECK(either(trust_after(false, 0)) < either(usual));
  CHECK(trust_after(false, 0.9F).foreseen > usual.foreseen);
  CHECK(trust_after(false, 0.9F).judged < usual.judged);
  CHECK(trust_after(true, 0.001F).foreseen < usual.foreseen);
  CHECK(trust_after(true, 0.001F).judged > usual.judged);
}

TEST_CASE("judgements: classes follow rank and loss, the best scored move being the measure") {
  const std::vector<JudgedMove> judged = {{{8, 16}, Verdict::kCapturesKing},
                                          {{9, 17}, Verdict::kScored, 50},
                                          {{10, 18}, Verdict::kScored, 48},
                                          {{11, 19}, Verdict::kScored, -1000},
                                          {kNullMove, Verdict::kLosesKing}};
  const auto judgements = judgements_of(judged, JudgedDepth::kDeep).moves;
  REQUIRE(judgements.size() == 5);
  CHECK(judgements[0].taken == kNullMove);  // in the order of the moves
  CHECK(judgements[2].loss == judgements[3].loss);
  CHECK(judgements[2].rank < judgements[3].rank);
  CHECK(judgements[4].loss > judgements[3].loss);
  CHECK(judgement_rows_of(judgements[2], false).loss_row != judgement_rows_of(judgements[2], true).loss_row);
  CHECK(judgement_rows_of(judgements[0], false).rank_row != judgement_rows_of(judgements[1], false).rank_row);
}

TEST_CASE("judgements: the same order of moves says one thing after one ply, another after six") {
  const Board board = Board::start();
  std::vector<JudgedMove> judged;
  for_each_taken_move(mover_view(board), kWhite, [&](PieceType, Move move, Square) {
    judged.push_back({move, Verdict::kScored, -50 * static_cast<int>(judged.size())});
  });
  judged.push_back({kNullMove, Verdict::kScored, -2000});
  MoveProbabilities model(MoveModel::fitted(), situation_before(board, kBlack));
  const auto chance_of_first = [&](JudgedDepth depth) {
    double chance = 0;
    double sum = 0;
    for (const TakenMove& taken : model.of(mover_view(board), judgements_of(judged, depth))) {
      chance += taken.move == judged.front().taken ? static_cast<double>(taken.probability) : 0;
      sum += static_cast<double>(taken.probability);
    }
    CHECK(sum == doctest::Approx(1));
    return chance;
  };
  double without = 0;
  for (const TakenMove& taken : model.of(mover_view(board))) {
    without += taken.move == judged.front().taken ? static_cast<double>(taken.probability) : 0;
  }
  CHECK(chance_of_first(JudgedDepth::kShallow) > without);
  CHECK(chance_of_first(JudgedDepth::kDeep) > without);
  CHECK(chance_of_first(JudgedDepth::kShallow) != chance_of_first(JudgedDepth::kDeep));
}
