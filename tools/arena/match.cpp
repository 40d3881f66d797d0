#include "tools/arena/match.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "rules/notation.h"
#include "tools/arena/print.h"

namespace lanternfish {

namespace {

using Links = std::array<std::unique_ptr<EngineLink>, 2>;  // as in the settings

class Match {
 public:
  Match(const MatchSettings& settings, const std::function<void(const FinishedGame&)>& on_game)
      : settings_(settings), on_game_(on_game) {}

  Result<MatchScore> play();

 private:
  void work();
  Status play_one(int number, Links& links);
  Status start_engines(int number, Links& links);
  std::string name_of(const Links& links, int engine) const;
  Status finish(const FinishedGame& game);

  const MatchSettings& settings_;
  const std::function<void(const FinishedGame&)>& on_game_;
  std::atomic<int> next_ = 1;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;  // guards what follows
  MatchScore score_;
  std::string error_;
};

Status Match::start_engines(int number, Links& links) {
  for (int i = 0; i < 2; ++i) {
    if (links[i]) {
      continue;
    }
    const std::string log = settings_.logs.empty()
                                ? ""
                                : (settings_.logs / fmt::format("{:04}_{}.log", number, i == 0 ? "a" : "b")).string();
    Result<std::unique_ptr<EngineLink>> link = EngineLink::start(settings_.engines[i], settings_.patience, log);
    if (!link) {
      return Error{link.error()};
    }
    links[i] = std::move(link).value();
  }
  return success();
}

// Two engines of the same name get a number.
std::string Match::name_of(const Links& links, int engine) const {
  const std::string& name = links[engine]->name();
  return links[0]->name() == links[1]->name() ? fmt::format("{} {}", name, engine + 1) : name;
}

Status Match::play_one(int number, Links& links) {
  if (const Status started = start_engines(number, links); !started) {
    return started;
  }
  FinishedGame game;
  game.number = number;
  game.white_engine = (number - 1) % 2;
  GameSettings settings;
  settings.rules = settings_.rules;
  settings.probe = settings_.probe;
  Seats seats{};
  for (const Color c : {kWhite, kBlack}) {
    const int engine = c == kWhite ? game.white_engine : 1 - game.white_engine;
    const EngineSpec& spec = settings_.engines[engine];
    seats[c] = links[engine].get();
    settings.time[c] = spec.time.value_or(settings_.time);
    settings.ponder[c] = spec.ponder;
    game.names[c] = name_of(links, engine);
  }
  game.file = settings_.records / fmt::format("{:04}_{}_{}.json", number, file_name_of(game.names[kWhite]),
                                              file_name_of(game.names[kBlack]));
  GameReport report = play_game(seats, settings, game.file.string());
  report.record.names = {game.names[kWhite], game.names[kBlack]};
  game.report = &report;
  const bool broken = report.result.ending != Ending::kByRules;
  for (std::unique_ptr<EngineLink>& link : links) {
    // A process that failed may be gone, or about to answer something long past.
    if (!settings_.keep_processes || broken) {
      static_cast<void>(link->quit());
      link.reset();
    }
  }
  return finish(game);
}

// The line of games.jsonl.
std::string summary_line(const FinishedGame& game) {
  const GameReport& report = *game.report;
  nlohmann::ordered_json line;
  line["game"] = game.number;
  line["file"] = game.file.filename().string();
  line["white"] = game.names[kWhite];
  line["black"] = game.names[kBlack];
  line["winner"] = winner_text(report.result);
  line["reason"] = format_win_reason(report.result.reason);
  line["ending"] = ending_name(report.result.ending);
  line["fault"] = fault_text(report.result);
  for (const Color c : {kWhite, kBlack}) {
    const SideReport& side = report.sides[c];
    nlohmann::ordered_json about;
    about["turns"] = side.turns;
    about["probes"] = side.probes;
    about["lost"] = side.lost;
    about["deferred"] = side.deferred;
    about["belief_warnings"] = side.belief_warnings;
    about["errors"] = side.errors;
    about["most_boards"] = side.most_boards;
    line[std::string(format_color(c)) + "_side"] = about;
  }
  return line.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

Status Match::finish(const FinishedGame& game) {
  const std::lock_guard lock(mutex_);
  if (const Status written = write_game_record(game.file, game.report->record); !written) {
    return written;
  }
  std::ofstream lines(settings_.records / "games.jsonl", std::ios::app);
  if (!(lines << summary_line(game) << '\n' << std::flush)) {
    return Error{fmt::format("cannot write {}", (settings_.records / "games.jsonl").string())};
  }
  for (const Color c : {kWhite, kBlack}) {
    score_.engines[c == kWhite ? game.white_engine : 1 - game.white_engine].name = game.names[c];
  }
  score_.add(*game.report, game.white_engine);
  FinishedGame counted = game;
  counted.score = &score_;
  on_game_(counted);
  return success();
}

// The engines are started by the thread that uses them: the kernel kills them when it ends.
void Match::work() {
  Links links;
  while (!failed_) {
    const int number = next_++;
    if (number > settings_.games) {
      break;
    }
    if (const Status played = play_one(number, links); !played) {
      failed_ = true;
      const std::lock_guard lock(mutex_);
      error_ = played.error();
    }
  }
  for (std::unique_ptr<EngineLink>& link : links) {
    if (link) {
      static_cast<void>(link->quit());
    }
  }
}

Result<MatchScore> Match::play() {
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < std::min(settings_.concurrency, settings_.games); ++i) {
      workers.emplace_back([this] { work(); });
    }
  }
  if (failed_) {
    return Error{error_};
  }
  return score_;
}

}  // namespace

void MatchScore::add(const GameReport& report, int white_engine) {
  const GameResult& result = report.result;
  ++games;
  ++reasons[std::string(format_win_reason(result.reason))];
  draws += result.winner ? 0 : 1;
  for (const Color c : {kWhite, kBlack}) {
    EngineScore& engine = engines[c == kWhite ? white_engine : 1 - white_engine];
    engine.draws += result.winner ? 0 : 1;
    engine.wins += result.winner == c ? 1 : 0;
    wins_by_color[c] += result.winner == c ? 1 : 0;
    if (result.winner == ~c) {
      ++engine.losses;
      engine.faults[static_cast<std::size_t>(result.ending)] += result.ending == Ending::kByRules ? 0 : 1;
    }
    const SideReport& side = report.sides[c];
    engine.sides.turns += side.turns;
    engine.sides.probes += side.probes;
    engine.sides.lost += side.lost;
    engine.sides.deferred += side.deferred;
    engine.sides.belief_warnings += side.belief_warnings;
    engine.sides.errors += side.errors;
    engine.sides.most_boards = std::max(engine.sides.most_boards, side.most_boards);
    if (engine.sides.first_error.empty()) {
      engine.sides.first_error = side.first_error;
    }
  }
}

Result<MatchScore> play_match(const MatchSettings& settings, const std::function<void(const FinishedGame&)>& on_game) {
  return Match(settings, on_game).play();
}

std::string progress_text(const FinishedGame& game, int games) {
  const GameReport& report = *game.report;
  const EngineScore& first = game.score->engines[0];
  std::string text = fmt::format("game {} of {}: {} - {}: {}, {} turns | {} {}-{}-{} (W-D-L)", game.number, games,
                                 game.names[kWhite], game.names[kBlack], result_text(report.result),
                                 report.sides[kWhite].turns, first.name, first.wins, first.draws, first.losses);
  for (const Color c : {kWhite, kBlack}) {
    if (const std::string complaints = complaints_text(report.sides[c]); !complaints.empty()) {
      text += fmt::format("\n  {} {}", game.names[c], complaints);
    }
  }
  return text;
}

std::string score_text(const MatchScore& score) {
  std::string text;
  for (const EngineScore& engine : score.engines) {
    const double points = score.games == 0 ? 0 : 100.0 * (engine.wins + 0.5 * engine.draws) / score.games;
    text +=
        fmt::format("{}: {}-{}-{} (W-D-L), {:.1f} %\n", engine.name, engine.wins, engine.draws, engine.losses, points);
    text += "  lost by fault:";
    for (const Ending ending : kFaults) {
      text += fmt::format(" {} {}", ending_name(ending), engine.faults[static_cast<std::size_t>(ending)]);
    }
    text += fmt::format(
        "\n  belief: truth lost at {} of {} turns probed, deferred at {}; {} warnings; errors {}; most boards {}\n",
        engine.sides.lost, engine.sides.probes, engine.sides.deferred, engine.sides.belief_warnings,
        engine.sides.errors, grouped(engine.sides.most_boards));
  }
  text += fmt::format("{} games: won by White {}, by Black {}, drawn {};", score.games, score.wins_by_color[kWhite],
                      score.wins_by_color[kBlack], score.draws);
  for (const auto& [reason, count] : score.reasons) {
    text += fmt::format(" {} {}", reason, count);
  }
  return text + "\n";
}

std::string file_name_of(std::string_view name) {
  std::string text(name);
  const auto kept = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
  };
  std::replace_if(
      text.begin(), text.end(), [&](char c) { return !kept(c); }, '_');
  return text;
}

}  // namespace lanternfish
