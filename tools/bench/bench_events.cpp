#include "tools/bench/bench_events.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "support/append_file.h"
#include "support/file.h"
#include "support/json_line.h"

namespace lanternfish {

namespace {

constexpr std::array kKinds = {"notice", "sense", "move"};
constexpr std::array<std::int64_t, 10> kBelow = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};  // ms

struct Times {
  std::array<std::uint64_t, kBelow.size() + 1> counts{};
  std::uint64_t events = 0;
  std::int64_t longest = 0;

  void add(std::int64_t ms) {
    const auto place = std::upper_bound(kBelow.begin(), kBelow.end(), ms) - kBelow.begin();
    ++counts[static_cast<std::size_t>(place)];
    ++events;
    longest = std::max(longest, ms);
  }
};

using ByKind = std::array<Times, kKinds.size()>;

Status add_file(const std::filesystem::path& file, ByKind& times) {
  const Result<std::string> content = read_file(file);
  if (!content) {
    return Error{content.error()};
  }
  const auto add_turn = [&](const Json& turn) {
    if (!turn.contains("events_ms")) {
      return;  // what a player was told
    }
    const Json& events = turn.at("events_ms");
    for (std::size_t kind = 0; kind < times.size(); ++kind) {
      if (!events.at(kind).is_null()) {
        times[kind].add(events.at(kind).get<std::int64_t>());
      }
    }
  };
  const Result<LinesRead> read =
      read_lines(*content, file, BadLines::kRefuse, [&](std::string_view line) { return read_json(line, add_turn); });
  return read ? success() : Status(Error{read.error()});
}

}  // namespace

Result<std::string> event_times(const std::filesystem::path& folder) {
  ByKind times;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().string().ends_with(".turns.jsonl")) {
      if (const Status added = add_file(entry.path(), times); !added) {
        return Error{added.error()};
      }
    }
  }
  if (error) {
    return Error{fmt::format("{}: {}", folder.string(), error.message())};
  }
  std::string text = "| event |";
  std::string line = "|---|";
  for (const std::int64_t ms : kBelow) {
    text += fmt::format(" < {} ms |", ms);
    line += "--:|";
  }
  text += " more | events | longest, ms |\n" + line + "--:|--:|--:|\n";
  for (std::size_t kind = 0; kind < times.size(); ++kind) {
    text += fmt::format("| {} |", kKinds[kind]);
    for (const std::uint64_t count : times[kind].counts) {
      text += fmt::format(" {} |", count);
    }
    text += fmt::format(" {} | {} |\n", times[kind].events, times[kind].longest);
  }
  return text;
}

}  // namespace lanternfish
