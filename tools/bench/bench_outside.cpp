#include "tools/bench/bench_outside.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include <fmt/format.h>

#include "protocol/host/engine_link.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

constexpr double kNotMeasured = std::numeric_limits<double>::max();

struct MeasuredEvent {
  std::uint64_t before = 0, boards = 0;
  std::array<double, 2> ms = {kNotMeasured, kNotMeasured};  // the first time in a process, the second time
};

class Outside {
 public:
  explicit Outside(const OutsideBench& bench) : bench_(bench) {}

  // Adds to `events`, which are empty before the first process.
  Status measure(const std::string& command, const Board& start, std::vector<MeasuredEvent>& events) const;

 private:
  Status play(EngineLink& link, const Board& start, std::size_t round, std::vector<MeasuredEvent>& events) const;

  const OutsideBench& bench_;
};

std::string sentence(const Fault& fault) { return fault.text; }

Status Outside::play(EngineLink& link, const Board& start, std::size_t round,
                     std::vector<MeasuredEvent>& events) const {
  const Color me = ~start.turn();
  if (const auto fault = link.new_game(start, me)) {
    return Error{sentence(*fault)};
  }
  const auto take_in = [&](const Observation& event) -> Result<double> {
    const auto began = steady_clock::now();
    link.send(ObserveCommand{{event}});
    if (const auto fault = link.ready(began + link.patience().ready)) {
      return Error{sentence(*fault)};
    }
    return std::chrono::duration<double, std::milli>(steady_clock::now() - began).count();
  };
  for (std::size_t measured = 0;;) {
    const Result<double> ms = take_in(OpponentMoved{});
    if (!ms) {
      return Error{ms.error()};
    }
    const auto& update = link.notes().last_update;
    if (!update) {
      return Error{"the engine does not say how many boards it holds"};
    }
    if (update->deferred > 0) {
      return Error{"the engine defers boards: it wants more BeliefMemory or EventTime 0"};
    }
    if (update->boards >= bench_.least_boards) {
      if (measured == events.size()) {
        events.push_back({update->boards_before, update->boards});
      }
      double& least = events[measured++].ms[round];
      least = std::min(least, *ms);
    }
    if (update->boards > bench_.most_boards) {
      return success();
    }
    for (const Observation& event : {Observation{Sensed{}}, Observation{Moved{}}}) {
      if (const Result<double> taken = take_in(event); !taken) {
        return Error{taken.error()};
      }
    }
  }
}

Status Outside::measure(const std::string& command, const Board& start, std::vector<MeasuredEvent>& events) const {
  const Result<EngineSpec> spec = parse_engine_spec(command);
  if (!spec) {
    return Error{spec.error()};
  }
  Result<std::unique_ptr<EngineLink>> link = EngineLink::start(*spec, {});
  if (!link) {
    return Error{link.error()};
  }
  if ((*link)->has_option("EventTime")) {
    (*link)->send(SetOptionCommand{"EventTime", "0"});
  }
  for (std::size_t round = 0; round < 2; ++round) {
    if (Status played = play(**link, start, round, events); !played) {
      return played;
    }
  }
  static_cast<void>((*link)->quit());
  return success();
}

std::string rows(const std::string& name, const std::vector<MeasuredEvent>& events) {
  std::string text;
  for (const MeasuredEvent& event : events) {
    text += fmt::format("| {} | {} | {} | {:.1f} | {:.1f} | {:.2f} | {:.1f} |\n", name, event.before, event.boards,
                        event.ms[0], event.ms[1], event.ms[0] / event.ms[1],
                        static_cast<double>(event.boards) / event.ms[1] / 1000);
  }
  return text;
}

}  // namespace

Result<std::string> bench_outside(const OutsideBench& bench) {
  std::vector<Board> starts;
  for (const std::string& fen : bench.starts) {
    const Result<Board> start = parse_fen(fen);
    if (!start) {
      return Error{start.error()};
    }
    starts.push_back(*start);
  }
  if (starts.empty()) {
    starts.push_back(Board::start());
  }
  std::vector<std::string> engines = {bench.engine};
  if (!bench.beside.empty()) {
    engines.push_back(bench.beside);
  }
  const Outside outside(bench);
  std::string text =
      "| engine | boards before | after the notice | first, ms | second, ms | ratio | million boards a second |\n"
      "|---|--:|--:|--:|--:|--:|--:|\n";
  for (const Board& start : starts) {
    std::vector<std::vector<MeasuredEvent>> events(engines.size());
    for (int repeat = 0; repeat < bench.repeats; ++repeat) {
      for (std::size_t i = 0; i < engines.size(); ++i) {
        if (const Status measured = outside.measure(engines[i], start, events[i]); !measured) {
          return Error{fmt::format("{}: {}", engines[i], measured.error())};
        }
      }
    }
    for (std::size_t i = 0; i < engines.size(); ++i) {
      text += rows(i == 0 ? "engine" : "beside", events[i]);
    }
  }
  return text;
}

}  // namespace lanternfish
