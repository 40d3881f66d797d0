#include <cstdio>

#include <fmt/format.h>

#include "support/json_line.h"
#include "support/output.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/interruption.h"
#include "tools/arena/cli/put_aside.h"
#include "tools/arena/statistics/spsa.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kTuneUsage =
    R"(usage: lanternfish-arena tune --engine ENGINE [--engine OPPONENT] --parameter NAME=VALUE:MIN:MAX:STEP... [options]
Tunes options of an engine by SPSA (Spall 1998). Each iteration moves all parameters up or down at once and plays pairs
of games between the two sides, or of both against OPPONENT; then the values go towards the side that scored more. An
iteration's games are a tournament in a folder of its own, so that a stopped run goes on with the same command; a line
an iteration goes to tuning.jsonl.
)";

struct Tuning {
  TournamentSettings match;  // of every iteration, but for engines and records
  EngineSpec engine;
  std::optional<EngineSpec> opponent;
  std::vector<TunedParameter> parameters;
  int iterations = 0;
  double rate = 0;
  std::uint64_t seed = 0;
  std::filesystem::path records;
};

Result<Tuning> tuning_of(const CommandLine& line) {
  Tuning tuning;
  const Result<std::vector<EngineSpec>> engines = line.engines();
  const Result<TimeControl> time = time_option(line);
  const Result<GameRules> rules = rules_option(line);
  const Result<Charging> charging = parse_charging(line.get<std::string>("charging"));
  for (const std::string& error : {engines ? "" : engines.error(), time ? "" : time.error(), rules ? "" : rules.error(),
                                   charging ? "" : charging.error()}) {
    if (!error.empty()) {
      return Error{error};
    }
  }
  if (engines->empty() || engines->size() > 2) {
    return Error{fmt::format("one engine, and perhaps its opponent, are wanted; {} were given", engines->size())};
  }
  tuning.engine = engines->front();
  if (engines->size() == 2) {
    tuning.opponent = engines->back();
  }
  for (const std::string& text : line.get<std::vector<std::string>>("parameter")) {
    const Result<TunedParameter> parameter = parse_tuned_parameter(text);
    if (!parameter) {
      return Error{parameter.error()};
    }
    tuning.parameters.push_back(*parameter);
  }
  tuning.iterations = line.get<int>("iterations");
  tuning.rate = line.get<double>("rate");
  tuning.seed = line.get<std::uint64_t>("seed");
  tuning.records = line.get<std::string>("records");
  tuning.match.shape.games = line.get<int>("games");
  tuning.match.concurrency = line.get<int>("concurrency");
  if (tuning.iterations < 1 || tuning.match.concurrency < 1 || tuning.match.shape.games < 1 || tuning.rate <= 0) {
    return Error{"--iterations, --games and --concurrency are at least 1, --rate is above 0"};
  }
  tuning.match.time = *time;
  tuning.match.rules = *rules;
  tuning.match.charging = *charging;
  tuning.match.patience = patience_option(line);
  tuning.match.mix_builds = line.has("anyway");
  return tuning;
}

EngineSpec with_options(EngineSpec engine, const char* name, const std::vector<TunedParameter>& parameters,
                        const std::vector<std::string>& values) {
  engine.name = name;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    std::erase_if(engine.options, [&](const auto& option) { return option.first == parameters[i].name; });
    engine.options.emplace_back(parameters[i].name, values[i]);
  }
  return engine;
}

TournamentSettings iteration_of(const Tuning& tuning, const Spsa& spsa) {
  TournamentSettings match = tuning.match;
  const Spsa::Sides sides = spsa.sides();
  match.engines = {with_options(tuning.engine, "up", tuning.parameters, sides.up),
                   with_options(tuning.engine, "down", tuning.parameters, sides.down)};
  if (tuning.opponent) {
    match.shape.kind = TournamentKind::kGauntlet;
    match.engines.insert(match.engines.begin(), *tuning.opponent);
  }
  match.shape.engines = static_cast<int>(match.engines.size());
  match.seed = tuning.seed + static_cast<std::uint64_t>(spsa.iteration());
  match.records = tuning.records / fmt::format("{:05}", spsa.iteration());
  return match;
}

double score_of(const Wdl& games) { return games.games() == 0 ? 0.5 : games.points() / games.games(); }

// What `up` scored more than `down` in a game: against each other, or each against the opponent.
double lead_of(const Tuning& tuning, const Tally& tally) {
  const std::size_t up = tuning.opponent ? 1 : 0;
  const double score = score_of(tally.players()[up].total());
  return tuning.opponent ? score - score_of(tally.players()[up + 1].total()) : 2 * score - 1;
}

std::string values_text(const Spsa& spsa) {
  std::string text;
  for (std::size_t i = 0; i < spsa.values().size(); ++i) {
    text += fmt::format("{}{} {:.1f}", i == 0 ? "" : ", ", spsa.parameters()[i].name, spsa.values()[i]);
  }
  return text;
}

Json iteration_line(int iteration, const Spsa& spsa, double lead) {
  Json line;
  line["iteration"] = iteration;
  line["lead"] = lead;
  for (std::size_t i = 0; i < spsa.values().size(); ++i) {
    line["values"][spsa.parameters()[i].name] = spsa.values()[i];
  }
  return line;
}

// Iterations that are finished are taken from their folders without a game.
Result<bool> tune(const Tuning& tuning, std::stop_token stop) {
  Spsa spsa(tuning.parameters, tuning.rate, tuning.iterations, tuning.seed);
  std::string lines;
  for (int i = 1; i <= tuning.iterations; ++i) {
    const TournamentSettings match = iteration_of(tuning, spsa);
    // What is to be said of the engines is said once.
    const auto say = [&](const std::string& text) {
      if (i == 1) {
        print_text("{}\n", text);
      }
    };
    const Result<TournamentOutcome> outcome = run_tournament(
        match, stop, [](const TournamentProgress&) {}, say);
    if (!outcome) {
      return Error{outcome.error()};
    }
    if (outcome->finished < outcome->planned) {
      return false;
    }
    const double lead = lead_of(tuning, outcome->tally);
    spsa.learn(lead);
    lines += dump_line(iteration_line(i, spsa, lead)) + "\n";
    if (const Status written = write_file(tuning.records / "tuning.jsonl", lines); !written) {
      return Error{written.error()};
    }
    print_text("iteration {} of {}: up scored {:+.2f} more than down; now {}\n", i, tuning.iterations, lead,
               values_text(spsa));
    std::fflush(stdout);
  }
  return true;
}

}  // namespace

int tune_command(std::vector<std::string> arguments) {
  CommandLine line(kTuneUsage);
  line.options().add_options()("parameter", po::value<std::vector<std::string>>()->composing()->required(),
                               "NAME=VALUE:MIN:MAX:STEP, an option that is a number; once for each")(
      "iterations", po::value<int>()->default_value(100), "how many")(
      "games", po::value<int>()->default_value(2), "of each pairing in an iteration; pairs with colours swapped")(
      "rate", po::value<double>()->default_value(0.5), "of a step, how far the first iteration goes at a clean win")(
      "concurrency", po::value<int>()->default_value(1), "games at a time")(
      "seed", po::value<std::uint64_t>()->default_value(1), "from which directions and the engines' seeds derive")(
      "records", po::value<std::string>()->default_value("games/tune"), "folder of the iterations")(
      "fresh", "put iterations that are already in that folder aside, and begin anew")(
      "anyway", "go on although an engine was rebuilt since the earlier iterations");
  add_game_options(line);
  add_patience_options(line);
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  const Result<Tuning> tuning = tuning_of(line);
  if (!tuning) {
    return line.refuse(tuning.error());
  }
  if (line.has("fresh")) {
    if (const Status done = put_aside(tuning->records); !done) {
      print_error("lanternfish-arena: {}\n", done.error());
      return 1;
    }
  }
  const Interruption interruption;
  const Result<bool> finished = tune(*tuning, interruption.token());
  if (!finished) {
    print_error("lanternfish-arena: {}\n", finished.error());
    return 1;
  }
  if (!*finished) {
    print_text("stopped; the same command goes on\n");
    return 130;
  }
  return 0;
}

}  // namespace lanternfish
