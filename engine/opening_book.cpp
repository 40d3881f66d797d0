#include "engine/opening_book.h"

#include <algorithm>

#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

template <typename Action>
std::optional<Action> drawn(std::span<const BookChoice> choices, std::span<const Action> allowed, Random& random) {
  const auto weight_of = [&](const BookChoice& choice) {
    const bool may = std::find(allowed.begin(), allowed.end(), std::get<Action>(choice.action)) != allowed.end();
    return may ? choice.weight : 0;
  };
  std::uint64_t total = 0;
  for (const BookChoice& choice : choices) {
    total += weight_of(choice);
  }
  if (total == 0) {
    return std::nullopt;
  }
  std::uint64_t draw = random.below(total);
  for (const BookChoice& choice : choices) {
    const std::uint64_t weight = weight_of(choice);
    if (draw < weight) {
      return std::get<Action>(choice.action);
    }
    draw -= weight;
  }
  return std::nullopt;
}

}  // namespace

void OpeningBook::configure(const Config& config, const std::function<void(const std::string&)>& warning) {
  // The published players play as published.
  const bool wanted = config.own_book && traits_of(config.strategy).uses_book;
  if (!wanted) {
    in_use_ = false;
    return;
  }
  if (file_ == config.book_file) {
    in_use_ = own_ || config.book_file.empty();
    return;
  }
  file_ = config.book_file;
  own_.reset();
  in_use_ = true;
  if (!config.book_file.empty()) {
    Result<Book> read = read_book(config.book_file);
    if (read) {
      own_ = std::move(read).value();
    } else {
      in_use_ = false;
      warning("no opening book: " + read.error());
    }
  }
}

std::optional<Square> OpeningBook::sense(Color me, std::span<const Observation> seen, std::span<const Square> allowed,
                                         Random& random) const {
  return in_use_ ? drawn(book().find(me, seen), allowed, random) : std::nullopt;
}

std::optional<Move> OpeningBook::request(Color me, std::span<const Observation> seen, std::span<const Move> allowed,
                                         Random& random) const {
  return in_use_ ? drawn(book().find(me, seen), allowed, random) : std::nullopt;
}

}  // namespace lanternfish
