#include "tools/bench/bench_memory.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <sstream>

#include <fcntl.h>
#include <malloc.h>

#include <fmt/format.h>

#include "belief/belief.h"
#include "game/game_record.h"
#include "game/recorded_game.h"
#include "rules/rbc.h"
#include "support/file.h"
#include "support/ordinary_file.h"

namespace lanternfish {

namespace {

using Clock = std::chrono::steady_clock;

// One player's belief and what was true before each of its events.
class FollowedPlayer {
 public:
  FollowedPlayer(const RecordedGame& game, Color me, const MemoryBench& settings)
      : threads_(settings.threads),
        belief_(game.start, me, {.memory_bytes = settings.megabytes << 20}, threads_, settings.moves) {
    Board before_notice = game.start;
    for (const RecordedTurn& turn : game.turns[me]) {
      play(turn, before_notice);
      if (!turn.moved || turn.takes_king) {
        break;
      }
      before_notice = turn.truth;
      apply(before_notice, turn.moved->taken);
    }
  }

  const MemoryReport& report() const { return report_; }

 private:
  void play(const RecordedTurn& turn, const Board& before_notice) {
    take(turn.notice, before_notice);
    take(turn.sensed, turn.truth);
    ++report_.turns;
    report_.deferring += belief_.deferred() > 0 ? 1 : 0;
    if (belief_.probability(turn.truth) > 0) {
      ++report_.live;
    } else if (is_covered()) {
      ++report_.covered;
    } else {
      ++report_.lost;
    }
    if (turn.moved && !turn.takes_king) {
      take(*turn.moved, turn.truth);
    }
  }

  void take(const Observation& event, const Board& before) {
    truth_before_.push_back(pack(before, belief_.own().me()));
    const auto begin = Clock::now();
    const auto update = belief_.observe(event);
    assert(update.ok());
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    report_.most_event_ms = std::max(report_.most_event_ms, ms);
    report_.total_ms += ms;
    report_.most_bytes = std::max(report_.most_bytes, belief_.bytes());
  }

  bool is_covered() const {
    const auto& groups = belief_.deferred_parents().groups();
    return std::any_of(groups.begin(), groups.end(), [&](const DeferredGroup& group) {
      return std::any_of(group.parents.begin(), group.parents.end(),
                         [&](const Hypothesis& parent) { return parent.same_board(truth_before_[group.event]); });
    });
  }

  ThreadPool threads_;
  Belief belief_;
  std::vector<Hypothesis> truth_before_;  // by event
  MemoryReport report_;
};

Result<std::vector<RecordedGame>> read_games(const MemoryBench& settings) {
  const auto paths = record_files(settings.games);
  if (!paths) {
    return Error{paths.error()};
  }
  std::vector<RecordedGame> games;
  for (const auto& path : *paths) {
    const auto record = read_game_record(path);
    const auto game = record ? recorded_game(*record) : Result<RecordedGame>(Error{record.error()});
    if (!game) {
      return Error{fmt::format("{}: {}", path.string(), game.error())};
    }
    if (game->turns[kWhite].size() + game->turns[kBlack].size() <= settings.most_turns) {
      games.push_back(*game);
    }
  }
  return games;
}

// A line of /proc/self/status, in bytes; 0 where there is none.
std::size_t memory_status(const std::string& name) {
  std::istringstream status(read_file("/proc/self/status").value());
  std::string word;
  while (status >> word) {
    if (std::size_t kilobytes = 0; word == name + ':' && status >> kilobytes) {
      return kilobytes << 10;
    }
  }
  return 0;
}

// Forgets the peak of what came before and returns what is resident now.
std::size_t begin_peak() {
  malloc_trim(0);
  if (const auto peak = open_ordinary("/proc/self/clear_refs", O_WRONLY)) {
    static_cast<void>(write_all(peak->get(), "5"));
  }
  return memory_status("VmRSS");
}

}  // namespace

void MemoryReport::add(const MemoryReport& other) {
  for (const auto sum : {&MemoryReport::games, &MemoryReport::turns, &MemoryReport::live, &MemoryReport::covered,
                         &MemoryReport::lost, &MemoryReport::deferring}) {
    this->*sum += other.*sum;
  }
  most_bytes = std::max(most_bytes, other.most_bytes);
  most_event_ms = std::max(most_event_ms, other.most_event_ms);
  total_ms += other.total_ms;
}

Result<MemoryReport> bench_memory(const MemoryBench& settings) {
  const auto games = read_games(settings);
  if (!games) {
    return Error{games.error()};
  }
  std::vector<MemoryReport> reports(2 * games->size());
  ThreadPool pool(settings.jobs);
  const std::size_t before = begin_peak();
  pool.for_each(reports.size(), [&](std::size_t i) {
    reports[i] = FollowedPlayer((*games)[i / 2], i % 2 == 0 ? kWhite : kBlack, settings).report();
  });
  MemoryReport total;
  for (const MemoryReport& report : reports) {
    total.add(report);
  }
  total.games = games->size();
  const std::size_t peak = memory_status("VmHWM");
  total.peak_bytes = peak > before ? peak - before : 0;
  return total;
}

}  // namespace lanternfish
