#include "engine/strategies/kevin/preselection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "belief/set/sense_partition.h"
#include "engine/strategies/kevin/values.h"
#include "rules/attacks.h"

namespace lanternfish::lookahead {

namespace {

constexpr std::size_t kBoardsToGuess = 32;    // of the sample
constexpr std::size_t kBestToGuess = 3;       // replies that are best for the opponent
constexpr std::size_t kLikelyToGuess = 4;     // replies that are likely
constexpr std::size_t kMistakenToGuess = 1;   // replies that would be best after each other request of mine
constexpr std::size_t kMaxGuesses = 20;       // the heaviest
constexpr std::size_t kRepliesEach = 3;       // best replies on each board that the opponent holds possible
constexpr std::size_t kRepliesIfCertain = 6;  // where it holds one board possible
constexpr std::size_t kGuessesToAnswer = 6;   // boards whose best requests I consider
constexpr std::size_t kRequestsEach = 3;

struct Telling {
  Square center;
  double bits;
  std::vector<std::uint32_t> parts;  // by board: which of the results
};

// How a window splits the boards: `content` gives what it shows on each.
Telling telling_of(Square center, std::span<const double> weights, const auto& content) {
  Telling telling{.center = center, .bits = 0, .parts = {}};
  std::vector<std::pair<std::uint32_t, double>> results;
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::uint32_t shown = content(i, center);
    auto found =
        std::find_if(results.begin(), results.end(), [&](const auto& result) { return result.first == shown; });
    if (found == results.end()) found = results.insert(found, {shown, 0});
    found->second += weights[i];
    total += weights[i];
    telling.parts.push_back(static_cast<std::uint32_t>(found - results.begin()));
  }
  for (const auto& [shown, weight] : results) {
    if (weight > 0) telling.bits -= weight / total * std::log2(weight / total);
  }
  return telling;
}

// All windows that tell anything.
std::vector<Telling> tellings(std::span<const double> weights, const auto& content) {
  constexpr double kLeastBits = 1e-6;
  std::vector<Telling> all;
  for (Bitboard centers = kInnerSquares; centers != 0;) {
    Telling telling = telling_of(pop_lowest(centers), weights, content);
    if (telling.bits > kLeastBits) all.push_back(std::move(telling));
  }
  return all;
}

// What the best request after each result of a window is worth, added up: `values` has a row for each guess, times its
// weight, and a column for each request.
double worth_of(const Telling& telling, const std::vector<std::vector<float>>& values) {
  const std::uint32_t parts = *std::max_element(telling.parts.begin(), telling.parts.end()) + 1;
  double worth = 0;
  std::vector<float> sums(values.front().size());
  for (std::uint32_t part = 0; part < parts; ++part) {
    std::fill(sums.begin(), sums.end(), 0.0F);
    for (std::size_t g = 0; g < values.size(); ++g) {
      if (telling.parts[g] != part) continue;
      for (std::size_t r = 0; r < sums.size(); ++r) sums[r] += values[g][r];
    }
    worth += static_cast<double>(*std::max_element(sums.begin(), sums.end()));
  }
  return worth;
}

// The windows that are worth most, and of equals those that tell most; none of two that tell the same.
std::vector<Square> most_worthwhile(const std::vector<Telling>& all, const std::vector<std::vector<float>>& values,
                                    std::size_t limit) {
  std::vector<double> worth;
  std::vector<std::size_t> order;
  for (const Telling& telling : all) {
    order.push_back(worth.size());
    worth.push_back(worth_of(telling, values));
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return worth[a] != worth[b] ? worth[a] > worth[b] : all[a].bits > all[b].bits;
  });
  std::vector<Square> centers;
  std::vector<std::size_t> chosen;
  for (const std::size_t i : order) {
    if (centers.size() == limit) break;
    const auto same = [&](std::size_t other) { return all[other].parts == all[i].parts; };
    if (std::any_of(chosen.begin(), chosen.end(), same)) continue;
    chosen.push_back(i);
    centers.push_back(all[i].center);
  }
  return centers;
}

void add_once(std::vector<Move>& moves, Move move) {
  if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
}

}  // namespace

Preselection::Preselection(const Question& question, Positions& positions)
    : question_(question), positions_(positions), me_(question.own.me()) {
  for (std::size_t b = 0; b < question.boards.size(); ++b) {
    for (std::size_t r = 0; r < question.requests.size(); ++r) {
      seen_by_them_.push_back(pack(positions.after(b, r).board, ~me_));
    }
  }
}

std::uint32_t Preselection::shown_to_them(const RoundPath& place, Square center) const {
  return window_content(seen_by_them_[place.board * question_.requests.size() + place.request], center);
}

std::uint32_t Preselection::shown_to_me(const RoundPath& place, Square center) const {
  Board board = positions_.after(place.board, place.request).board;
  apply(board, positions_.after(place.board, place.request).replies[place.reply].taken);
  return window_content(pack(board, me_), center);
}

// My requests that the opponent cannot tell from that of `place`: on its board, by the notice and the sense.
std::vector<std::uint8_t> Preselection::alike(const RoundPath& place) const {
  std::vector<std::uint8_t> requests;
  const Square notice = positions_.after(place.board, place.request).outcome.captured;
  for (std::size_t r = 0; r < question_.requests.size(); ++r) {
    const AfterRequest& after = positions_.after(place.board, r);
    RoundPath other = place;
    other.request = static_cast<std::uint8_t>(r);
    if (!after.wins && after.outcome.captured == notice &&
        (place.window == kNoSquare || shown_to_them(other, place.window) == shown_to_them(place, place.window))) {
      requests.push_back(static_cast<std::uint8_t>(r));
    }
  }
  return requests;
}

const std::vector<Square>& Preselection::their_windows(const RoundPath& place) {
  const Square notice = positions_.after(place.board, place.request).outcome.captured;
  const auto [entry, fresh] = their_windows_.try_emplace(static_cast<std::uint32_t>(place.board) << 8 | notice);
  if (!fresh) return entry->second;
  RoundPath before_sense = place;
  before_sense.window = kNoSquare;
  const std::vector<std::uint8_t> requests = alike(before_sense);
  if (requests.size() < 2) return entry->second;
  std::vector<Move> replies;
  for (const std::uint8_t r : requests) {
    const AfterRequest& after = positions_.replies(place.board, r);
    for (std::size_t i = 0; i < std::min(kRepliesEach, after.best.size()); ++i) {
      add_once(replies, after.replies[after.best[i]].taken);
    }
  }
  std::vector<std::vector<float>> values;
  for (const std::uint8_t r : requests) {
    const AfterRequest& after = positions_.after(place.board, r);
    std::vector<float>& row = values.emplace_back();
    for (const Move reply : replies) {
      row.push_back(-after.value_of_reply(after.reply_of(resolve(after.board, reply).taken)));
    }
  }
  const auto content = [&](std::size_t i, Square center) {
    RoundPath other = place;
    other.request = requests[i];
    return shown_to_them(other, center);
  };
  const std::vector<double> weights(requests.size(), 1.0);
  entry->second = most_worthwhile(tellings(weights, content), values, kTheirWindows);
  return entry->second;
}

const std::vector<Move>& Preselection::their_requests(solver::InfoKey key, const RoundPath& place) {
  const auto [entry, fresh] = their_requests_.try_emplace(key);
  if (!fresh) return entry->second;
  const std::vector<std::uint8_t> mine = alike(place);
  const std::size_t each = mine.size() == 1 ? kRepliesIfCertain : kRepliesEach;
  std::vector<Move> moves;
  for (const std::uint8_t r : mine) {
    const AfterRequest& after = positions_.replies(place.board, r);
    for (std::size_t i = 0; i < std::min(each, after.best.size()); ++i) {
      add_once(moves, after.replies[after.best[i]].taken);
    }
  }
  std::vector<std::pair<float, Move>> ranked;
  for (const Move move : moves) {
    float sum = 0;
    for (const std::uint8_t r : mine) {
      const AfterRequest& after = positions_.after(place.board, r);
      sum += after.value_of_reply(after.reply_of(resolve(after.board, move).taken));
    }
    ranked.emplace_back(sum, move);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  ranked.resize(std::min(ranked.size(), kMaxReplies));
  for (const auto& [value, move] : ranked) entry->second.push_back(move);
  return entry->second;
}

// The replies on a board that are worth a thought and give this notice: the best, the likely, and those that would be
// the best after another request of mine, which the opponent may think that I made.
std::vector<ReplyIndex> Preselection::replies_to_guess(std::size_t board, std::uint8_t request, Square notice) {
  const AfterRequest& after = positions_.replies(board, request);
  std::vector<ReplyIndex> replies;
  const auto add = [&](std::size_t reply) {
    if (after.replies[reply].captured != notice || after.replies[reply].score.is_king_capture()) return false;
    if (std::find(replies.begin(), replies.end(), reply) == replies.end()) {
      replies.push_back(static_cast<ReplyIndex>(reply));
    }
    return true;
  };
  const auto add_first = [&](const std::vector<ReplyIndex>& ranked, std::size_t limit) {
    for (std::size_t i = 0; i < ranked.size() && limit > 0; ++i) limit -= add(ranked[i]) ? 1 : 0;
  };
  add_first(after.best, kBestToGuess);
  add_first(after.likeliest, kLikelyToGuess);
  for (std::size_t r = 0; r < question_.requests.size(); ++r) {
    const AfterRequest& other = positions_.after(board, r);
    if (r == request || other.wins || other.outcome.captured != after.outcome.captured) continue;
    const AfterRequest& scored = positions_.replies(board, r);
    for (std::size_t i = 0; i < std::min(kMistakenToGuess, scored.best.size()); ++i) {
      add(after.reply_of(resolve(after.board, scored.replies[scored.best[i]].taken).taken));
    }
  }
  return replies;
}

void Preselection::add_guess(Expectation& expected, const RoundPath& place, double weight) const {
  const AfterRequest& after = positions_.after(place.board, place.request);
  Board board = after.board;
  apply(board, after.replies[place.reply].taken);
  expected.guesses.push_back({place, pack(board, me_), weight});
}

// The windows after which my best requests on the guesses are worth most.
std::vector<Square> Preselection::worthwhile_windows(const Expectation& expected) {
  std::vector<Move> requests;
  const RoundPath& first = expected.guesses.front().place;
  const Board& board = positions_.after_reply(first.board, first.request, first.reply).board;
  for (const ExpectedTurn& guess : expected.guesses) {
    const AfterReply& here = positions_.after_reply(guess.place.board, guess.place.request, guess.place.reply);
    for (std::size_t i = 0; i < std::min<std::size_t>(2, here.best.size()); ++i) {
      if (may_request(board, me_, here.best[i])) add_once(requests, here.best[i]);
    }
  }
  if (requests.empty()) return {};
  std::vector<std::vector<float>> values;
  std::vector<double> weights;
  for (const ExpectedTurn& guess : expected.guesses) {
    const AfterReply& here = positions_.after_reply(guess.place.board, guess.place.request, guess.place.reply);
    const int shift = positions_.after(guess.place.board, guess.place.request).shift;
    weights.push_back(guess.weight);
    std::vector<float>& row = values.emplace_back();
    for (const Move request : requests) {
      row.push_back(static_cast<float>(guess.weight) *
                    value_of(here.score_of(resolve(here.board, request).taken), shift));
    }
  }
  const auto content = [&](std::size_t i, Square center) { return window_content(expected.guesses[i].board, center); };
  return most_worthwhile(tellings(weights, content), values, kMyWindows);
}

Preselection::Expectation Preselection::expectation(const RoundPath& place) {
  const AfterRequest& here = positions_.replies(place.board, place.request);
  const Square notice = here.replies[place.reply].captured;
  Expectation expected;
  const std::size_t boards = std::min(question_.boards.size(), kBoardsToGuess);
  for (std::size_t b = 0; b < boards; ++b) {
    if (positions_.after(b, place.request).wins || positions_.after(b, place.request).outcome != here.outcome) continue;
    for (const ReplyIndex reply : replies_to_guess(b, place.request, notice)) {
      const double likely =
          static_cast<double>(positions_.after(b, place.request).replies[reply].probability) + 1.0 / kBestToGuess;
      add_guess(expected, {static_cast<std::uint16_t>(b), place.request, reply, kNoSquare},
                question_.boards[b].weight * likely);
    }
  }
  if (expected.guesses.empty()) add_guess(expected, place, 1);
  std::stable_sort(expected.guesses.begin(), expected.guesses.end(),
                   [](const ExpectedTurn& a, const ExpectedTurn& b) { return a.weight > b.weight; });
  if (expected.guesses.size() > kMaxGuesses) expected.guesses.resize(kMaxGuesses);
  expected.windows = worthwhile_windows(expected);
  return expected;
}

const std::vector<Square>& Preselection::my_windows(solver::InfoKey key, const RoundPath& place) {
  const auto found = expected_.find(key);
  if (found != expected_.end()) return found->second.windows;
  return expected_.emplace(key, expectation(place)).first->second.windows;
}

const std::vector<Move>& Preselection::my_requests(solver::InfoKey before_sense, solver::InfoKey key,
                                                   const RoundPath& place) {
  const auto [entry, fresh] = my_requests_.try_emplace(key);
  if (!fresh) return entry->second;
  std::vector<Move>& moves = entry->second;
  const Board& board = positions_.after_reply(place.board, place.request, place.reply).board;
  const auto consider = [&](const RoundPath& guess) {
    const AfterReply& here = positions_.after_reply(guess.board, guess.request, guess.reply);
    for (std::size_t i = 0; i < std::min(kRequestsEach, here.best.size()); ++i) {
      if (moves.size() < kMaxRequests && may_request(board, me_, here.best[i])) add_once(moves, here.best[i]);
    }
  };
  consider(place);
  const std::uint32_t shown = place.window == kNoSquare ? 0 : shown_to_me(place, place.window);
  std::size_t answered = 0;
  for (const ExpectedTurn& guess : expected_.at(before_sense).guesses) {
    if (answered == kGuessesToAnswer) break;
    if (place.window != kNoSquare && window_content(guess.board, place.window) != shown) continue;
    ++answered;
    consider(guess.place);
  }
  return moves;
}

}  // namespace lanternfish::lookahead
