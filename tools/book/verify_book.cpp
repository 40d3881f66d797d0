#include "tools/book/verify_book.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "belief/belief.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr std::uint64_t kMaxBoards = 1'000'000;  // 30 MB and a tenth of a second for each further observation

// The belief after what was seen, or why there is none.
Result<Belief> belief_after(const BookPosition& position, ThreadPool& threads) {
  Belief belief(Board::start(), position.color, {}, threads);
  for (std::size_t i = 0; i < position.seen.size(); ++i) {
    const auto update = belief.observe(position.seen[i]);
    if (!update) {
      return Error{fmt::format("observation {}: {}", i + 1, update.error())};
    }
    if (update->boards > kMaxBoards) {
      return Error{fmt::format("observation {}: more than {} boards explain it, too many to check", i + 1, kMaxBoards)};
    }
    if (update->boards == 0) {
      return Error{fmt::format("observation {}: no board explains it", i + 1)};
    }
  }
  return belief;
}

}  // namespace

std::vector<std::string> book_problems(const Book& book) {
  std::vector<std::string> problems;
  ThreadPool threads(1);
  for (const auto& [spelling, choices] : book.positions()) {
    const BookPosition position = parse_position(spelling).value();
    const Result<Belief> belief = belief_after(position, threads);
    if (!belief) {
      problems.push_back(fmt::format("'{}': {}", spelling, belief.error()));
      continue;
    }
    for (const BookChoice& choice : choices) {
      const auto* request = std::get_if<Move>(&choice.action);
      if (request != nullptr && !may_request(belief->own().pieces(), position.color, *request)) {
        problems.push_back(fmt::format("'{}': {} may not be requested", spelling, format_action(choice)));
      }
    }
  }
  return problems;
}

}  // namespace lanternfish
