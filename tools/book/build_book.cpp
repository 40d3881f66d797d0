#include "tools/book/build_book.h"

#include <algorithm>

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

}  // namespace lanternfish
