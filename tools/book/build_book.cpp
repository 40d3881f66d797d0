#include "tools/book/build_book.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "belief/belief.h"
#include "rules/rbc.h"

namespace lanternfish {

void BookBuilder::count(Color color, std::span<const Observation> seen, const BookChoice& choice) {
  Count& count = counts_[format_position(color, seen) + " -> " + format_action(choice)];
  if (count.games++ == 0) {
    count.position = {color, {seen.begin(), seen.end()}};
    count.choice = choice;
  } else {
    count.choice.weight += choice.weight;
  }
}

void BookBuilder::add(const RecordedGame& game) {
  const GameRecord& record = game.record;
  for (const Color color : {kWhite, kBlack}) {
    met_.insert(record.names[color].value_or(""));
  }
  if (!game.start.same_board(Board::start())) {
    return;
  }
  for (const Color color : {kWhite, kBlack}) {
    const auto& names = settings_.players;
    if (!names.empty() && std::find(names.begin(), names.end(), record.names[color].value_or("")) == names.end()) {
      continue;
    }
    const int result = !record.winner ? settings_.draw : *record.winner == color ? settings_.win : settings_.loss;
    const auto weight = static_cast<std::uint64_t>(result);
    std::vector<Observation> seen;
    const std::vector<RecordedTurn>& turns = game.turns[color];
    const std::size_t last = std::min(turns.size(), static_cast<std::size_t>(settings_.turns));
    for (std::size_t i = 0; i < last; ++i) {
      seen.push_back(turns[i].notice);
      count(color, seen, {turns[i].sensed.window.center, weight});
      seen.push_back(turns[i].sensed);
      if (!turns[i].moved) {
        break;
      }
      count(color, seen, {turns[i].moved->requested, weight});
      seen.push_back(*turns[i].moved);
    }
  }
}

Book BookBuilder::book() const {
  Book book;
  for (const auto& [spelling, count] : counts_) {
    if (count.games >= settings_.min_count && count.choice.weight > 0) {
      book.add(count.position.color, count.position.seen, count.choice);
    }
  }
  return book;
}

std::vector<std::string> BookBuilder::absent_players() const {
  std::vector<std::string> absent;
  std::copy_if(settings_.players.begin(), settings_.players.end(), std::back_inserter(absent),
               [&](const std::string& name) { return met_.count(name) == 0; });
  return absent;
}

namespace {

constexpr std::uint64_t kMaxBoards = 1'000'000;  // 30 MB and a tenth of a second for each further observation

// The belief after what was seen, or why there is none. Adds the boards it took to `boards`.
Result<Belief> belief_after(const BookPosition& position, ThreadPool& threads, std::uint64_t& boards) {
  Belief belief(Board::start(), position.color, {}, threads);
  for (std::size_t i = 0; i < position.seen.size(); ++i) {
    const auto update = belief.observe(position.seen[i]);
    if (!update) {
      return Error{fmt::format("observation {}: {}", i + 1, update.error())};
    }
    boards += update->boards;
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

std::vector<std::string> book_problems(const Book& book, std::uint64_t max_boards) {
  std::vector<std::string> problems;
  std::uint64_t boards = 0;
  std::size_t checked = 0;
  ThreadPool threads(1);
  for (const auto& [spelling, choices] : book.positions()) {
    if (boards > max_boards) {
      problems.push_back(
          fmt::format("{} of {} positions were not checked: the others had {} boards already, and more than {} are too "
                      "many for one book",
                      book.size() - checked, book.size(), boards, max_boards));
      break;
    }
    ++checked;
    const BookPosition position = parse_position(spelling).value();
    const Result<Belief> belief = belief_after(position, threads, boards);
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
