#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "eval/make_evaluator.h"
#include "game/recorded_game.h"
#include "support/deadline.h"
#include "support/file.h"
#include "support/hash.h"
#include "support/text.h"
#include "tools/common/arguments.h"
#include "tools/train/commands.h"
#include "tools/train/drawn_examples.h"
#include "tools/train/label_boards.h"
#include "tools/train/make_examples.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kDataUsage = "usage: lanternfish-train data GAME|FOLDER... --out FILE [options]\n";
constexpr const char* kBoardsUsage = "usage: lanternfish-train boards GAME|FOLDER... --out FILE [options]\n";
constexpr const char* kInfoUsage = "usage: lanternfish-train info FILE [options]\n";
constexpr int kMany = 1'000'000;

void complain(const std::string& text) { fmt::print(stderr, "lanternfish-train: {}\n", text); }

// Training data of one game, each decision drawn so often.
using Examples = Result<std::vector<TrainingGame>>;
using MakeExamples = Examples (*)(const RecordedGame& game, std::string_view file, std::string_view content, int draws,
                                  ThreadPool& threads);

// History has nothing to draw.
Examples undrawn_examples(const RecordedGame& game, std::string_view file, std::string_view content, int /*draws*/,
                          ThreadPool& /*threads*/) {
  return Examples({TRY(history_examples(game, file, content))});
}

// The planes that training data can be of.
struct PlanesChoice {
  std::string_view name;
  DataShape (*shape)();
  MakeExamples make;
};
constexpr PlanesChoice kPlanes[] = {{"history", history_shape, undrawn_examples},
                                    {"synopsis", synopsis_shape, synopsis_examples},
                                    {"stack", stack_shape, stack_examples}};

// A line now and then on standard error: how far the work is and how long it will take.
class Progress {
 public:
  explicit Progress(std::size_t files) : files_(files) {}

  void done(std::size_t decisions) {
    ++done_;
    decisions_ += decisions;
    if (const auto now = SteadyClock::now(); now - shown_ >= std::chrono::seconds(2)) {
      shown_ = now;
      const double spent = std::chrono::duration<double>(now - begin_).count();
      const double left = spent / static_cast<double>(done_) * static_cast<double>(files_ - done_);
      fmt::print(stderr, "{} of {} games, {} decisions, {:.0f} s left\n", done_, files_, decisions_, left);
    }
  }

 private:
  std::size_t files_;
  std::size_t done_ = 0;
  std::size_t decisions_ = 0;
  SteadyClock::time_point begin_ = SteadyClock::now();
  SteadyClock::time_point shown_ = begin_;
};

// The blocks that a file of a game comes to, in the order in which they are to be written.
using MakeBlocks = std::function<Result<std::vector<TrainingGame>>(const std::filesystem::path& file)>;

// Adds game by game; one that cannot be read is named and left out. The exit status.
Result<int> add_games(const std::vector<std::filesystem::path>& files, TrainingDataWriter& writer,
                      const MakeBlocks& make, const std::string& out, std::string_view what) {
  Progress progress(files.size());
  int refused = 0;
  for (const auto& file : files) {
    const Result<std::vector<TrainingGame>> blocks = make(file);
    std::size_t decisions = 0;
    if (blocks) {
      for (const TrainingGame& block : *blocks) {
        TRY(writer.add(block));
        decisions += block.players[kWhite].decisions.size() + block.players[kBlack].decisions.size();
      }
    } else {
      ++refused;
      complain(blocks.error());
    }
    progress.done(decisions);
  }
  fmt::print("{}: {} {}, {} games refused\n", out, writer.names().size(), what, refused);
  return refused == 0 ? 0 : kFailed;
}

// The files that are named, each game once. The data tells games apart by their files' names alone.
Result<std::vector<std::filesystem::path>> games_by_name(const std::vector<std::string>& names) {
  const auto files = TRY(named_records(names));
  std::vector<std::filesystem::path> games;
  std::map<std::string, std::filesystem::path> first;
  for (const auto& file : files) {
    const auto [found, fresh] = first.emplace(file.filename().string(), file);
    if (fresh) {
      games.push_back(file);
    } else if (TRY(read_file(file)) != TRY(read_file(found->second))) {
      return Error{
          fmt::format("{} and {} are two games, and the data tells games apart by the names of their files: "
                      "please rename one",
                      found->second.string(), file.string())};
    }
  }
  return games;
}

// Games that the file holds are passed over. Of a game it has in part, the draws that are missing are added, the first
// one last: who has that one has them all.
Result<int> make_data(const std::vector<std::string>& names, const std::string& out, const PlanesChoice& planes,
                      int draws) {
  const auto games = TRY(games_by_name(names));
  TrainingDataWriter writer = TRY(TrainingDataWriter::open(out, planes.shape()));
  const std::set<std::string> known(writer.names().begin(), writer.names().end());
  std::map<std::string, int> drawn;
  for (const std::string& block : known) {
    ++drawn[std::string(source_of(block))];
  }
  std::vector<std::filesystem::path> missing;
  for (const auto& game : games) {
    const std::string name = game.filename().string();
    if (known.contains(name) && !writer.has(fnv1a(TRY(read_file(game))))) {
      return Error{
          fmt::format("{} is another game than the one of that name in {}: please rename it", game.string(), out)};
    }
    if (!known.contains(name) || drawn[name] < draws) {
      missing.push_back(game);
    }
  }
  fmt::print(stderr, "{}: {} blocks, {} games to come\n", out, writer.names().size(), missing.size());
  ThreadPool threads(1);
  const auto make = [&](const std::filesystem::path& file) -> Examples {
    const RecordedFile read = TRY(read_recorded_file(file));
    Examples made = planes.make(read.game, file.filename().string(), read.content, draws, threads);
    if (!made) {
      return Error{fmt::format("{}: {}", file.string(), made.error())};
    }
    std::vector<TrainingGame> blocks = std::move(made).value();
    std::erase_if(blocks, [&](const TrainingGame& block) { return known.contains(block.file); });
    std::reverse(blocks.begin(), blocks.end());
    return blocks;
  };
  return add_games(missing, writer, make, out, "blocks");
}

struct LabelSettings {
  BoardChoice choice;
  std::size_t limit = 100'000;
  std::string engine;
  int depth = 2;
};

// Labels the boards that the file does not have yet, so that what is often reached is not learnt by heart. A block is
// named after its game, with the board's number behind #.
Result<int> make_boards(const std::vector<std::string>& names, const std::string& out, const LabelSettings& settings) {
  const auto files = TRY(games_by_name(names));
  TrainingDataWriter writer = TRY(TrainingDataWriter::open(out, scorer_shape()));
  std::set<std::string> known;
  for (const std::string& name : writer.names()) {
    known.emplace(source_of(name));
  }
  const std::unique_ptr<Evaluator> evaluator = make_evaluator({.command = settings.engine, .terms = {}}, complain);
  ScoreSource source = ScoreSource::kBuiltIn;
  evaluator->score(std::vector<Board>{Board::start()}, {.depth = 1}, Deadline::max(), {},
                   [&](std::size_t, const BoardScores& answer) { source = answer.source; });
  if (settings.engine != "none" && source == ScoreSource::kBuiltIn) {
    return Error{"no board is labelled without the chess engine; --engine none asks for the built-in evaluator"};
  }
  const auto had = std::count_if(files.begin(), files.end(),
                                 [&](const auto& file) { return known.contains(file.filename().string()); });
  if (had > 0) {
    complain(fmt::format(
        "{} has boards of {} of these games; none are added to them, whatever --turns and --per-turn say", out, had));
  }
  ThreadPool threads(1);
  const auto make = [&](const std::filesystem::path& file) -> Examples {
    std::vector<TrainingGame> blocks;
    const std::string name = file.filename().string();
    if (!known.insert(name).second || writer.names().size() >= settings.limit) {
      return blocks;
    }
    const RecordedGame game = TRY(read_recorded_game(file));
    std::vector<Board> boards = boards_of_beliefs(game, settings.choice, threads);
    std::erase_if(boards, [&](const Board& board) { return writer.has(board_hash(board)); });
    boards.resize(std::min(boards.size(), settings.limit - writer.names().size()));
    std::vector<BoardScores> scores(boards.size());
    evaluator->score(boards, {.depth = settings.depth}, Deadline::max(), {},
                     [&](std::size_t i, const BoardScores& answer) { scores[i] = answer; });
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const std::string labeller = fmt::format(
          "{} depth {}", scores[i].source == ScoreSource::kChessEngine ? "chess engine" : "built-in", scores[i].depth);
      blocks.push_back(labelled_board(boards[i], scores[i], name, i, labeller));
    }
    return blocks;
  };
  return add_games(files, writer, make, out, "boards");
}

struct Counts {
  std::set<std::pair<std::string_view, std::size_t>> games;  // with the side: each counts once, however often drawn
  std::size_t senses = 0;
  std::size_t requests = 0;
  std::size_t passes = 0;
  double outcome = 0;

  void add(const TrainingGame& game, std::size_t side) {
    const TrainingSequence& sequence = game.players[side];
    if (games.emplace(source_of(game.file), side).second) {
      outcome += sequence.outcome;
    }
    for (const TrainingDecision& decision : sequence.decisions) {
      senses += decision.stage == Stage::kSense ? 1 : 0;
      requests += decision.stage == Stage::kMove ? 1 : 0;
      passes += decision.action == kPassCode ? 1 : 0;
    }
  }
};

void print_row(const std::string& name, const Counts& counts) {
  fmt::print("| {} | {} | {} | {} | {} | {:.1f} |\n", name, counts.games.size(), counts.senses, counts.requests,
             counts.passes,
             50 + 50 * counts.outcome / static_cast<double>(std::max<std::size_t>(counts.games.size(), 1)));
}

void show_info(const std::string& file, const TrainingData& data, std::size_t rows) {
  Counts train;
  Counts held_out;
  std::size_t held_out_games = 0;
  std::map<std::string, Counts> players;
  for (const TrainingGame& game : data.games) {
    held_out_games += game.held_out ? 1 : 0;
    for (std::size_t side = 0; side < game.players.size(); ++side) {
      if (!game.players[side].decisions.empty()) {  // one board has one side to move
        (game.held_out ? held_out : train).add(game, side);
        players[game.players[side].player].add(game, side);
      }
    }
  }
  fmt::print("{}: planes {}, {} turns of {}; {} blocks of {} games, {} of them held out; hash of the games {:016x}\n\n",
             file, data.shape.planes_version, data.shape.turns, data.shape.turn_planes, data.games.size(),
             data.source_games(), held_out_games, data.hash());
  fmt::print("| player | games | senses | requests | passes | score, % |\n|---|--:|--:|--:|--:|--:|\n");
  print_row("all, to train on", train);
  print_row("all, held out", held_out);
  std::vector<std::pair<std::string, Counts>> order(players.begin(), players.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second.games.size() > b.second.games.size(); });
  for (std::size_t i = 0; i < std::min(rows, order.size()); ++i) {
    print_row(order[i].first.empty() ? "(no name)" : cell_text(order[i].first), order[i].second);
  }
}

void add_out(Arguments& arguments) {
  arguments.options().add_options()("out", po::value<std::string>()->required()->value_name("FILE"),
                                    "the training data; what it holds already is kept");
}

Result<int> show(const std::string& file, bool held_out, std::size_t rows) {
  const TrainingData data = TRY(read_training_data(file));
  if (held_out) {
    for (const std::string& name : data.held_out_games()) {
      fmt::print("{}\n", name);
    }
  } else {
    show_info(file, data, rows);
  }
  return 0;
}

}  // namespace

int run_data(std::vector<std::string> words) {
  int draws = 1;
  Arguments arguments("lanternfish-train", kDataUsage, "files");
  add_out(arguments);
  arguments.options().add_options()("planes", po::value<std::string>()->default_value("history"),
                                    "history, synopsis or stack: what a decision is learnt from");
  arguments.number("draws", draws, 1, 100,
                   "of the boards that a synopsis or a stack shows, for each decision of a game that is not held out");
  return arguments.run(std::move(words), [&]() -> Result<int> {
    const auto planes = arguments.get<std::string>("planes");
    const auto* const choice =
        std::find_if(std::begin(kPlanes), std::end(kPlanes), [&](const PlanesChoice& c) { return c.name == planes; });
    if (choice == std::end(kPlanes)) {
      return arguments.refuse(fmt::format("--planes {}: history, synopsis and stack are known", planes));
    }
    const std::vector<std::string> names = arguments.list("files");
    return names.empty() ? Result<int>(arguments.refuse("name files or folders of games"))
                         : make_data(names, arguments.get<std::string>("out"), *choice, draws);
  });
}

int run_boards(std::vector<std::string> words) {
  LabelSettings settings;
  Arguments arguments("lanternfish-train", kBoardsUsage, "files");
  add_out(arguments);
  arguments.options().add_options()("engine", po::value(&settings.engine)->default_value("stockfish"),
                                    "that plays; none: the built-in evaluator");
  arguments.number("depth", settings.depth, 1, 64, "plies that it searches");
  arguments.number("limit", settings.limit, 0, 1'000'000'000, "boards in the file, at most");
  arguments.number("per-turn", settings.choice.boards_a_turn, 1, kMany, "boards of a turn, at most");
  arguments.number("turns", settings.choice.turns, 1, kMany, "of each player, from the first");
  return arguments.run(std::move(words), [&]() -> Result<int> {
    const std::vector<std::string> names = arguments.list("files");
    return names.empty() ? Result<int>(arguments.refuse("name files or folders of games"))
                         : make_boards(names, arguments.get<std::string>("out"), settings);
  });
}

int run_info(std::vector<std::string> words) {
  std::size_t rows = 20;
  Arguments arguments("lanternfish-train", kInfoUsage, "files");
  arguments.number("players", rows, 0, kMany, "rows for the players of most games");
  arguments.options().add_options()("held-out", "the names of the games held out, and nothing else");
  return arguments.run(std::move(words), [&]() -> Result<int> {
    const std::vector<std::string> names = arguments.list("files");
    return names.size() != 1 ? Result<int>(arguments.refuse(kNoData)) : show(names[0], arguments.has("held-out"), rows);
  });
}

}  // namespace lanternfish
