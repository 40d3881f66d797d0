#include "tools/bench/lookahead_command.h"

#include <algorithm>
#include <array>
#include <sstream>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "belief/belief.h"
#include "engine/sampling.h"
#include "engine/strategies/kevin/look_ahead.h"
#include "engine/strategies/kevin/trust.h"
#include "engine/strategies/kevin/values.h"
#include "eval/static_evaluator.h"
#include "game/recorded_game.h"
#include "rules/rbc.h"
#include "tools/bench/fail.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

struct Bench {
  std::string games;
  int situations = 60;
  int every = 7;  // turns of a player
  int milliseconds = 300;
  std::uint64_t positions = 0;  // in place of the time
  std::size_t boards = lookahead::kMaxBoards;
  std::size_t requests = 8;
  std::size_t max_set = 20'000;
};

// What was found on beliefs up to so many boards.
struct SizeRow {
  std::size_t up_to;
  int situations = 0;
  std::size_t nodes = 0, infosets = 0, most_bytes = 0;
  std::uint64_t positions = 0, iterations = 0;
  double seconds = 0, boards = 0, change = 0;
};

// The requests with the best mean of the built-in scores on the first boards of the sample.
lookahead::Question question_of(const Belief& belief, const Bench& bench) {
  Random random(1, 1, 1);
  const BoardSample sample = sample_boards(belief.boards(), bench.boards, random);
  const Color me = belief.own().me();
  const std::vector<Move> all = requests(belief.own().pieces(), me);
  lookahead::Question question{.own = belief.own(), .next_move = belief.next_move(), .requests = {}, .boards = {}};
  std::vector<std::vector<Score>> scores;
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t r = 0; r < all.size(); ++r) {
    ranked.emplace_back(0, r);
  }
  for (std::size_t b = 0; b < sample.boards.size(); ++b) {
    const Board board = unpack(sample.boards[b], belief.own());
    std::vector<MoveScore> moves = built_in_scores(board);
    const double weight = sample_weight(sample, b, sample.boards.size());
    question.boards.push_back({.board = sample.boards[b], .weight = weight, .scores = {}});
    std::vector<Score>& row = scores.emplace_back();
    for (std::size_t r = 0; r < all.size(); ++r) {
      const Move taken = resolve(board, all[r]).taken;
      row.push_back(
          std::find_if(moves.begin(), moves.end(), [&](const MoveScore& m) { return m.taken == taken; })->score);
      ranked[r].first -= weight * static_cast<double>(lookahead::value_of(row.back()));
    }
  }
  std::sort(ranked.begin(), ranked.end());
  for (std::size_t i = 0; i < std::min(bench.requests, ranked.size()); ++i) {
    question.requests.push_back(all[ranked[i].second]);
    for (std::size_t b = 0; b < scores.size(); ++b) {
      question.boards[b].scores.push_back(scores[b][ranked[i].second]);
    }
  }
  return question;
}

void measure(const Belief& belief, const Bench& bench, SizeRow& row) {
  const lookahead::Question question = question_of(belief, bench);
  lookahead::Settings settings;
  settings.max_positions = ~std::uint64_t{0};
  if (bench.positions > 0) {
    settings.max_positions = bench.positions;
  } else {
    settings.deadline = SteadyClock::now() + std::chrono::milliseconds(bench.milliseconds);
  }
  const lookahead::Outlook outlook = lookahead::look_ahead(question, settings);
  ++row.situations;
  row.boards += static_cast<double>(question.boards.size());
  row.nodes += outlook.nodes;
  row.infosets += outlook.infosets;
  row.positions += outlook.positions;
  row.iterations += outlook.iterations;
  row.seconds += outlook.seconds;
  row.most_bytes = std::max(row.most_bytes, outlook.bytes);
  const auto by = [&](auto member) {
    return std::max_element(outlook.requests.begin(), outlook.requests.end(),
                            [&](const auto& a, const auto& b) { return a.*member < b.*member; });
  };
  row.change += by(&lookahead::RequestOutlook::value) != by(&lookahead::RequestOutlook::average) ? 1 : 0;
}

void follow(const RecordedGame& game, Color side, const Bench& bench, std::vector<SizeRow>& rows, ThreadPool& threads,
            int& left) {
  Belief belief(game.start, side, {.memory_bytes = std::size_t{1} << 30}, threads, MoveModelKind::kFitted);
  belief.set_live_limit(bench.max_set);
  for (std::size_t turn = 0; turn < game.turns[side].size() && left > 0; ++turn) {
    const RecordedTurn& played = game.turns[side][turn];
    if (!belief.observe(played.notice).ok() || !belief.observe(played.sensed).ok()) {
      return;
    }
    const std::size_t size = belief.boards().size();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const SizeRow& r) { return size <= r.up_to; });
    if (turn % static_cast<std::size_t>(bench.every) == 3 && row != rows.end() && size > 0) {
      measure(belief, bench, *row);
      --left;
    }
    if (!played.moved || !belief.observe(*played.moved).ok()) {
      return;
    }
  }
}

void print(const std::vector<SizeRow>& rows) {
  fmt::print(
      "| boards held, up to | situations | looked at | nodes | thousand nodes/s | thousand positions/s | infosets | "
      "iterations | another first | most MB |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const SizeRow& row : rows) {
    if (row.situations == 0) {
      continue;
    }
    const double n = row.situations;
    fmt::print("| {} | {} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.0f} % | {:.1f} |\n", row.up_to,
               row.situations, row.boards / n, static_cast<double>(row.nodes) / n,
               static_cast<double>(row.nodes) / row.seconds / 1e3,
               static_cast<double>(row.positions) / row.seconds / 1e3, static_cast<double>(row.infosets) / n,
               static_cast<double>(row.iterations) / n, 100 * row.change / n,
               static_cast<double>(row.most_bytes) / 1e6);
  }
}

}  // namespace

int run_lookahead_bench(int argc, char** argv) {
  Bench bench;
  po::options_description options("lanternfish-bench lookahead --games FOLDER [options]");
  options.add_options()("help,h", "this text")("games", po::value(&bench.games),
                                               "folder of GameHistory files (*.json)")(
      "situations", po::value(&bench.situations)->default_value(bench.situations), "searches")(
      "every", po::value(&bench.every)->default_value(bench.every), "one turn in so many of each player")(
      "ms", po::value(&bench.milliseconds)->default_value(bench.milliseconds), "time of a search")(
      "positions", po::value(&bench.positions)->default_value(0), "in place of the time: positions valued in a search")(
      "boards", po::value(&bench.boards)->default_value(bench.boards), "looked at, at most")(
      "requests", po::value(&bench.requests)->default_value(bench.requests), "looked at")(
      "max-set", po::value(&bench.max_set)->default_value(bench.max_set), "boards held live");
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, options), values);
  if (values.count("help") != 0) {
    fmt::print("{}", (std::ostringstream() << options).str());
    return 0;
  }
  po::notify(values);
  if (bench.games.empty() || bench.situations < 1 || bench.every < 1 || bench.milliseconds < 1 || bench.boards < 1 ||
      bench.boards > lookahead::Question::kMaxBoards || bench.requests < 1 ||
      bench.requests > lookahead::Question::kMaxRequests || bench.max_set < 1) {
    return fail("lookahead needs a folder of games, and numbers of at least 1");
  }
  const auto files = record_files(bench.games);
  if (!files) {
    return fail(files.error());
  }
  ThreadPool threads(1);
  std::vector<SizeRow> rows(4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].up_to = std::array<std::size_t, 4>{1, 32, 256, bench.max_set}[i];
  }
  int left = bench.situations;
  for (const auto& file : *files) {
    const auto record = read_game_record(file);
    const auto game = record ? recorded_game(*record) : Result<RecordedGame>(Error{"not readable"});
    for (const Color side : {kWhite, kBlack}) {
      if (game && left > 0) {
        follow(*game, side, bench, rows, threads, left);
      }
    }
  }
  print(rows);
  return 0;
}

}  // namespace lanternfish
