#include "protocol/messages/tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include <fmt/format.h>

namespace lanternfish {

namespace {

// Control characters, too: written again they become blanks (format_host_command), and must not make a word by then.
constexpr auto kBlankBytes = [] {
  std::array<char, 34> bytes{};  // 0x00 to 0x20
  std::iota(bytes.begin(), bytes.end(), '\0');
  bytes.back() = '\x7f';
  return bytes;
}();
constexpr std::string_view kBlanks(kBlankBytes.data(), kBlankBytes.size());
constexpr std::size_t kQuotedLength = 60;  // bytes; enough for any word that was meant well

}  // namespace

Tokens::Tokens(std::string_view line) : rest_(line) {
  const std::size_t last = rest_.find_last_not_of(kBlanks);
  rest_ = rest_.substr(0, last == std::string_view::npos ? 0 : last + 1);
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
}

std::string_view Tokens::peek() const { return rest_.substr(0, rest_.find_first_of(kBlanks)); }

std::string_view Tokens::next() {
  const std::string_view word = peek();
  rest_.remove_prefix(word.size());
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
  return word;
}

bool Tokens::accept(std::string_view word) {
  if (empty() || peek() != word) {
    return false;
  }
  next();
  return true;
}

std::string_view Tokens::rest() {
  const std::string_view all = rest_;
  rest_ = {};
  return all;
}

std::optional<std::int64_t> parse_number(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') {
    word.remove_prefix(1);
  }
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || code == std::errc::invalid_argument) {
    return std::nullopt;
  }
  if (code == std::errc::result_out_of_range) {
    return word[0] == '-' ? -kMaxNumber : kMaxNumber;
  }
  return std::clamp(value, -kMaxNumber, kMaxNumber);
}

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string quoted(std::string_view word) {
  if (word.empty()) {
    return "the end of the line";
  }
  return fmt::format("'{}'", printable(word, kQuotedLength));
}

std::string printable(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  std::string clean(text.substr(0, limit));
  std::replace_if(
      clean.begin(), clean.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return cut ? clean + "..." : clean;
}

}  // namespace lanternfish
