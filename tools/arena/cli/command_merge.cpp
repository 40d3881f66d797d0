#include <cstdio>
#include <map>

#include <fmt/format.h>

#include "support/output.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/standings.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;

constexpr const char* kUsage = R"(usage: lanternfish-arena merge FILE|FOLDER... [options]
Puts results together (games*.jsonl; of a folder, all of them): those of shards, and of runs on several machines. Each game
counts once, by its number. Prints the standings; with --out writes one file of results, from which a run can go on.
Exits with 1 when the files are of different tournaments, or tell different results of one game.
)";

struct Merged {
  std::string header;
  std::map<int, GameLine> games;  // by number
  std::vector<std::string> conflicts;
  bool mixes_builds = false;  // of the engines
};

Status add_file(Merged& merged, const fs::path& file) {
  const Result<Results> results = read_results(file);
  if (!results) {
    return Error{results.error()};
  }
  if (results->header.empty()) {
    return success();  // a shard killed before its first byte
  }
  if (!merged.header.empty() && !same_tournament(merged.header, results->header)) {
    return Error{fmt::format("{} is of another tournament than the files before it", file.string())};
  }
  merged.mixes_builds = merged.mixes_builds || (!merged.header.empty() && merged.header != results->header);
  merged.header = merged.header.empty() ? results->header : merged.header;
  for (const GameLine& line : results->games) {
    const auto [found, fresh] = merged.games.try_emplace(line.game.id, line);
    const GameResult &a = found->second.result, &b = line.result;
    if (!fresh && (a.winner != b.winner || a.reason != b.reason || a.ending != b.ending)) {
      merged.conflicts.push_back(fmt::format("game {} has another result in {}", line.game.id, file.string()));
    }
  }
  return success();
}

Result<Merged> merge_files(const std::vector<std::string>& names) {
  Merged merged;
  for (const std::string& name : names) {
    const Result<std::vector<fs::path>> files = results_files(name);
    if (!files) {
      return Error{files.error()};
    }
    for (const fs::path& file : *files) {
      if (const Status added = add_file(merged, file); !added) {
        return Error{added.error()};
      }
    }
  }
  if (merged.header.empty()) {
    return Error{"there are no results"};
  }
  return merged;
}

Result<Tally> tally_of(const Merged& merged, std::vector<std::string> names) {
  Tally tally(names);
  for (const auto& [id, line] : merged.games) {
    for (const int engine : line.game.engines) {
      if (engine >= static_cast<int>(names.size())) {
        return Error{fmt::format("game {} names an engine that the tournament does not have", id)};
      }
    }
    tally.add(line);
  }
  return tally;
}

std::string file_text(const Merged& merged) {
  std::string text = merged.header + "\n";
  for (const auto& [id, line] : merged.games) {
    text += format_game_line(line) + "\n";
  }
  return text;
}

int complain(const std::string& text) {
  print_error("lanternfish-arena: {}\n", text);
  return 1;
}

}  // namespace

int merge_command(std::vector<std::string> arguments) {
  CommandLine line(kUsage, "file", CommandLine::Engines::kNone);
  line.options().add_options()("file", po::value<std::vector<std::string>>(), "results, or folders of results")(
      "out", po::value<std::string>()->value_name("FILE"), "write all games to one file of results")(
      "json", "print the standings as JSON")("elo0", po::value<double>(), "with --elo1: judge a match as an SPRT")(
      "elo1", po::value<double>(), "")("alpha", po::value<double>()->default_value(0.05), "")(
      "beta", po::value<double>()->default_value(0.05), "");
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  if (!line.has("file")) {
    return line.refuse("no results were named");
  }
  const Result<Merged> merged = merge_files(line.get<std::vector<std::string>>("file"));
  if (!merged) {
    return complain(merged.error());
  }
  const Result<HeaderFacts> facts = parse_header(merged->header);
  if (!facts) {
    return complain(facts.error());
  }
  std::optional<SprtSettings> sprt = facts->sprt;
  if (line.has("elo0") && line.has("elo1")) {
    sprt = SprtSettings{line.get<double>("elo0"), line.get<double>("elo1"), line.get<double>("alpha"),
                        line.get<double>("beta")};
    if (const Status good = check_sprt(*sprt); !good) {
      return line.refuse(good.error());
    }
  }
  const Result<Tally> tally = tally_of(*merged, facts->names);
  if (!tally) {
    return complain(tally.error());
  }
  print_text("{}", line.has("json") ? standings_json(*tally, sprt) + "\n" : standings_text(*tally, sprt));
  if (line.has("out")) {
    if (const Status written = write_file(line.get<std::string>("out"), file_text(*merged)); !written) {
      return complain(written.error());
    }
  }
  if (merged->mixes_builds) {
    complain("note: the files tell of different builds of the engines");
  }
  for (const std::string& conflict : merged->conflicts) {
    complain(conflict);
  }
  return merged->conflicts.empty() ? 0 : 1;
}

}  // namespace lanternfish
