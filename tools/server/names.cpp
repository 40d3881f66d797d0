#include "tools/server/names.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "tools/server/credentials.h"

namespace lanternfish {

namespace {

using Why = Refused::Why;

constexpr std::size_t kMaxName = 32;
constexpr std::string_view kGuestName = "guest-", kDeletedName = "deleted-";
// Beside the names above: words that stand for somebody in calls.
constexpr std::array<std::string_view, 2> kReserved = {"me", "link"};
constexpr std::array<std::string_view, 3> kBeginnings = {kGuestName, kDeletedName, "link-"};

bool is_reserved(const std::string& name, bool of_house) {
  const std::string word = folded(name);
  const auto is_word = [&](std::string_view one) { return one == word; };
  return word == kAdministrator || std::any_of(kReserved.begin(), kReserved.end(), is_word) ||
         (!of_house && std::any_of(kHouseBots.begin(), kHouseBots.end(), is_word)) ||
         std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view one) { return word.starts_with(one); });
}

}  // namespace

std::string guest_name() { return fmt::format("{}{}", kGuestName, random_token().substr(0, 8)); }

std::string deleted_name(PersonId id) { return fmt::format("{}{}", kDeletedName, id); }

std::string folded(std::string_view name) {
  std::string word(name);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return c < 128 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c); });
  return word;
}

// Letters, digits, blanks, '.', '_' and '-'. No blank at either end, and no two in a row: a page shows them as one, so
// that one could pass for another.
Done check_name(const std::string& name, bool of_house) {
  const bool fits = !name.empty() && name.size() <= kMaxName && name.front() != ' ' && name.back() != ' ' &&
                    name.find("  ") == std::string::npos && std::all_of(name.begin(), name.end(), [](unsigned char c) {
                      return c < 128 && (std::isalnum(c) != 0 || c == ' ' || c == '.' || c == '_' || c == '-');
                    });
  if (!fits) {
    return Refused{Why::kWrong,
                   fmt::format("a name has 1 to {} letters, digits, single blanks, '.', '_' or '-'", kMaxName)};
  }
  return is_reserved(name, of_house) ? Done(Refused{Why::kTaken, fmt::format("the name '{}' is the server's", name)})
                                     : Done();
}

}  // namespace lanternfish
