// lanternfish-train: training data from recorded games, what it holds, and networks trained on it.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "eval/make_evaluator.h"
#include "game/game_record.h"
#include "support/deadline.h"
#include "tools/common/arguments.h"
#include "tools/fit/fit_command.h"
#include "tools/train/label_boards.h"
#include "tools/train/make_examples.h"
#include "tools/train/make_stacks.h"
#include "tools/train/make_synopses.h"
#include "tools/train/selfplay_command.h"
#include "tools/train/trainer.h"

namespace {

using namespace lanternfish;
namespace po = boost::program_options;

constexpr const char* kUsage =
    "usage: lanternfish-train COMMAND [options]\n"
    "  data GAME... --out FILE    training data of GameHistory files; stopped, the same command goes on where it was\n"
    "  boards GAME... --out FILE  training data of a scorer: boards held possible in games, as a chess engine plays "
    "them\n"
    "  info FILE                  what training data holds\n"
    "  train FILE --out WEIGHTS   a network that does what the players did; stopped by Ctrl-C, goes on likewise\n"
    "  selfplay START [PAST...] --out WEIGHTS   a network that begins as START and learns by play against past selves; "
    "likewise\n"
    "  fit FOLDER...              the belief's move model: no network\n"
    "Each explains itself with --help.\n";
constexpr const char* kDataUsage = "usage: lanternfish-train data GAME|FOLDER... --out FILE [options]\n";
constexpr const char* kBoardsUsage = "usage: lanternfish-train boards GAME|FOLDER... --out FILE [options]\n";
constexpr const char* kInfoUsage = "usage: lanternfish-train info FILE [options]\n";
constexpr const char* kTrainUsage = "usage: lanternfish-train train FILE --out WEIGHTS [options]\n";
constexpr const char* kNoGames = "name files or folders of games";
constexpr const char* kNoData = "name one file of training data";

using Words = std::vector<std::string>;

int fail(const std::string& text) {
  fmt::print(stderr, "lanternfish-train: {}\n", text);
  return 1;
}

Result<RecordedGame> game_of(const Result<std::string>& content) {
  const Result<GameRecord> record = content ? parse_game_record(*content) : Result<GameRecord>(Error{content.error()});
  return record ? recorded_game(*record) : Result<RecordedGame>(Error{record.error()});
}

// Training data of one game, each decision drawn so often.
using Examples = Result<std::vector<TrainingGame>>;
using MakeExamples = Examples (*)(const RecordedGame& game, std::string_view file, std::string_view content, int draws,
                                  ThreadPool& threads);

// History has nothing to draw.
Examples undrawn_examples(const RecordedGame& game, std::string_view file, std::string_view content, int /*draws*/,
                          ThreadPool& /*threads*/) {
  Result<TrainingGame> examples = history_examples(game, file, content);
  return examples ? Examples({std::move(examples).value()}) : Examples(Error{examples.error()});
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

struct DataSettings {
  const PlanesChoice* planes = kPlanes;
  int draws = 1;
};

// The blocks of one game.
Examples examples_of(const std::filesystem::path& file, const DataSettings& settings, ThreadPool& threads) {
  const Result<std::string> content = read_file(file);
  const Result<RecordedGame> game = game_of(content);
  const Examples examples =
      game ? settings.planes->make(*game, file.filename().string(), *content, settings.draws, threads)
           : Examples(Error{game.error()});
  return examples ? examples : Error{fmt::format("{}: {}", file.string(), examples.error())};
}

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

// Adds to the file what of the game it does not hold yet, the first draw last: who has that one has them all. How many
// decisions were added.
Result<std::size_t> add_draws(const std::vector<TrainingGame>& draws, std::set<std::string>& known,
                              TrainingDataWriter& writer) {
  std::size_t decisions = 0;
  for (auto draw = draws.rbegin(); draw != draws.rend(); ++draw) {
    if (!known.insert(draw->file).second) {
      continue;
    }
    if (const Status added = writer.add(*draw); !added) {
      return Error{added.error()};
    }
    decisions += draw->players[kWhite].decisions.size() + draw->players[kBlack].decisions.size();
  }
  return decisions;
}

int make_data(const std::vector<std::string>& names, const std::string& out, const DataSettings& settings) {
  const auto files = named_records(names);
  if (!files) {
    return fail(files.error());
  }
  Result<TrainingDataWriter> opened = TrainingDataWriter::open(out, settings.planes->shape());
  if (!opened) {
    return fail(opened.error());
  }
  TrainingDataWriter writer = std::move(opened).value();
  std::set<std::string> known(writer.names().begin(), writer.names().end());
  std::set<std::string> named = known;
  std::vector<std::filesystem::path> missing;
  for (const auto& file : *files) {
    if (named.insert(file.filename().string()).second) {
      missing.push_back(file);
    }
  }
  fmt::print(stderr, "{}: {} blocks, {} games to come\n", out, writer.names().size(), missing.size());
  ThreadPool threads(1);
  Progress progress(missing.size());
  int refused = 0;
  for (const auto& file : missing) {
    const auto examples = examples_of(file, settings, threads);
    if (!examples) {
      ++refused;
      fail(examples.error());
      progress.done(0);
      continue;
    }
    const Result<std::size_t> decisions = add_draws(*examples, known, writer);
    if (!decisions) {
      return fail(decisions.error());
    }
    progress.done(*decisions);
  }
  fmt::print("{}: {} blocks, {} games refused\n", out, writer.names().size(), refused);
  return refused == 0 ? 0 : 1;
}

struct LabelSettings {
  BoardChoice choice;
  std::size_t limit = 100'000;
  std::string engine;
  int depth = 2;
};

// Labels the boards of a game that the file does not have yet, so that what is often reached is not learnt by heart.
// How many there were.
Result<std::size_t> label_game(const std::filesystem::path& file, const LabelSettings& settings, Evaluator& evaluator,
                               ThreadPool& threads, TrainingDataWriter& writer) {
  const Result<RecordedGame> game = game_of(read_file(file));
  if (!game) {
    return Error{fmt::format("{}: {}", file.string(), game.error())};
  }
  std::vector<Board> boards = boards_of_beliefs(*game, settings.choice, threads);
  std::erase_if(boards, [&](const Board& board) { return writer.has(board_hash(board)); });
  boards.resize(std::min(boards.size(), settings.limit - std::min(settings.limit, writer.names().size())));
  std::vector<BoardScores> scores(boards.size());
  evaluator.score(boards, {.depth = settings.depth}, Deadline::max(), {},
                  [&](std::size_t i, const BoardScores& answer) { scores[i] = answer; });
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const std::string labeller = fmt::format(
        "{} depth {}", scores[i].source == ScoreSource::kChessEngine ? "chess engine" : "built-in", scores[i].depth);
    if (const Status added = writer.add(labelled_board(boards[i], scores[i], file.filename().string(), i, labeller));
        !added) {
      return Error{added.error()};
    }
  }
  return boards.size();
}

// A block of a file is named after its game, with the board's number behind #.
int make_boards(const std::vector<std::string>& names, const std::string& out, const LabelSettings& settings) {
  const auto files = named_records(names);
  if (!files) {
    return fail(files.error());
  }
  Result<TrainingDataWriter> opened = TrainingDataWriter::open(out, scorer_shape());
  if (!opened) {
    return fail(opened.error());
  }
  TrainingDataWriter writer = std::move(opened).value();
  std::set<std::string> known;
  for (const std::string& name : writer.names()) {
    known.insert(name.substr(0, name.rfind('#')));
  }
  const auto warn = [](const std::string& text) { fail(text); };
  const std::unique_ptr<Evaluator> evaluator = make_evaluator({.command = settings.engine, .terms = {}}, warn);
  ThreadPool threads(1);
  Progress progress(files->size());
  int refused = 0;
  for (const auto& file : *files) {
    std::size_t boards = 0;
    if (known.insert(file.filename().string()).second && writer.names().size() < settings.limit) {
      const Result<std::size_t> labelled = label_game(file, settings, *evaluator, threads, writer);
      if (!labelled) {
        ++refused;
        fail(labelled.error());
      } else {
        boards = *labelled;
      }
    }
    progress.done(boards);
  }
  fmt::print("{}: {} boards, {} games refused\n", out, writer.names().size(), refused);
  return refused == 0 ? 0 : 1;
}

struct Counts {
  std::size_t games = 0;
  std::size_t senses = 0;
  std::size_t requests = 0;
  std::size_t passes = 0;
  double outcome = 0;

  void add(const TrainingSequence& sequence) {
    ++games;
    outcome += sequence.outcome;
    for (const TrainingDecision& decision : sequence.decisions) {
      senses += decision.stage == Stage::kSense ? 1 : 0;
      requests += decision.stage == Stage::kMove ? 1 : 0;
      passes += decision.action == kPassCode ? 1 : 0;
    }
  }
};

void print_row(const std::string& name, const Counts& counts) {
  fmt::print("| {} | {} | {} | {} | {} | {:.1f} |\n", name, counts.games, counts.senses, counts.requests, counts.passes,
             50 + 50 * counts.outcome / static_cast<double>(std::max<std::size_t>(counts.games, 1)));
}

// The names of the games held out, a line each.
int list_held_out(const std::string& file) {
  const Result<TrainingData> data = read_training_data(file);
  if (!data) {
    return fail(data.error());
  }
  for (const std::string& name : data->held_out_games()) {
    fmt::print("{}\n", name);
  }
  return 0;
}

int show_info(const std::string& file, std::size_t rows) {
  const Result<TrainingData> data = read_training_data(file);
  if (!data) {
    return fail(data.error());
  }
  Counts train;
  Counts held_out;
  std::size_t held_out_games = 0;
  std::map<std::string, Counts> players;
  for (const TrainingGame& game : data->games) {
    held_out_games += game.held_out ? 1 : 0;
    for (const TrainingSequence& sequence : game.players) {
      (game.held_out ? held_out : train).add(sequence);
      players[sequence.player].add(sequence);
    }
  }
  fmt::print("{}: planes {}, {} turns of {}; {} blocks of {} games, {} of them held out; hash of the games {:016x}\n\n",
             file, data->shape.planes_version, data->shape.turns, data->shape.turn_planes, data->games.size(),
             data->source_games(), held_out_games, data->hash());
  fmt::print("| player | games | senses | requests | passes | score, % |\n|---|--:|--:|--:|--:|--:|\n");
  print_row("all, to train on", train);
  print_row("all, held out", held_out);
  std::vector<std::pair<std::string, Counts>> order(players.begin(), players.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second.games > b.second.games; });
  for (std::size_t i = 0; i < std::min(rows, order.size()); ++i) {
    print_row(order[i].first.empty() ? "(no name)" : order[i].first, order[i].second);
  }
  return 0;
}

std::atomic<bool> interrupted = false;

Status train_network(const TrainSettings& settings) {
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  return train(
      settings,
      [](const std::string& line) {
        fmt::print("{}\n", line);
        std::fflush(stdout);
      },
      interrupted);
}

constexpr int kMany = 1'000'000;
constexpr const char* kDataOut = "the training data; what it holds already is kept";

void add_out(Arguments& arguments, const char* help) {
  arguments.options().add_options()("out", po::value<std::string>()->required()->value_name("FILE"), help);
}

void add_train_options(Arguments& arguments, TrainSettings& settings) {
  constexpr std::int64_t kAnyNumber = 1'000'000'000'000;
  arguments.options().add_options()("kind", po::value(&settings.kind)->default_value("jku-coda"),
                                    "who plays with them");
  arguments.number("channels", settings.channels, 1, 4096, "of the tower");
  arguments.number("blocks", settings.blocks, 0, 1024, "of the tower");
  arguments.number("stem", settings.stem, 1, 3, "side of the stem's kernel, 1 or 3");
  arguments.number("epochs", settings.epochs, 1, kMany, "times that each decision is seen");
  arguments.number("batch", settings.batch, 1, kMany, "decisions a step");
  arguments.number("rate", settings.rate, 0, 1, "of AdamW, at the top of one cycle");
  arguments.number("weight-decay", settings.weight_decay, 0, 1000, "of matrices");
  arguments.number("value-weight", settings.value_weight, 0, 1000, "of the squared error of the outcome");
  arguments.options().add_options()("no-mask", "requests from squares without an own piece are answers like others");
  arguments.number("turns", settings.turns, 0, kMany, "trained on, of each player from the first; 0: all");
  arguments.number("max-passes", settings.max_passes, 0, 100,
                   "per cent; the games of players that passed more often are left out");
  arguments.number("decisions", settings.decisions, 0, kAnyNumber, "trained on at most, drawn at random; 0: all");
  arguments.number("held-out", settings.held_out, 0, kAnyNumber, "decisions held out at most, likewise");
  arguments.options().add_options()("bf16", po::bool_switch(&settings.bf16),
                                    "products in bfloat16: quicker where the processor has them");
  arguments.number("seed", settings.seed, 0, std::numeric_limits<std::uint64_t>::max(),
                   "of the first weights and of the order");
  arguments.number("threads", settings.threads, 1, 1024, "of Torch");
  arguments.options().add_options()("storage", po::value<std::string>()->default_value("int8"),
                                    "of the weights: f32, f16 or int8");
}

int run_data(Words words) {
  DataSettings settings;
  Arguments arguments("lanternfish-train", kDataUsage, "files");
  add_out(arguments, kDataOut);
  arguments.options().add_options()("planes", po::value<std::string>()->default_value("history"),
                                    "history, synopsis or stack: what a decision is learnt from");
  arguments.number("draws", settings.draws, 1, 100,
                   "of the boards that a synopsis or a stack shows, for each decision of a game that is not held out");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const auto planes = arguments.get<std::string>("planes");
  settings.planes =
      std::find_if(std::begin(kPlanes), std::end(kPlanes), [&](const PlanesChoice& c) { return c.name == planes; });
  if (settings.planes == std::end(kPlanes)) {
    return arguments.refuse(fmt::format("--planes {}: history, synopsis and stack are known", planes));
  }
  const Words names = arguments.list("files");
  return names.empty() ? arguments.refuse(kNoGames) : make_data(names, arguments.get<std::string>("out"), settings);
}

int run_boards(Words words) {
  LabelSettings settings;
  Arguments arguments("lanternfish-train", kBoardsUsage, "files");
  add_out(arguments, kDataOut);
  arguments.options().add_options()("engine", po::value(&settings.engine)->default_value("stockfish"),
                                    "that plays; none: the built-in evaluator");
  arguments.number("depth", settings.depth, 1, 64, "plies that it searches");
  arguments.number("limit", settings.limit, 0, 1'000'000'000, "boards in the file, at most");
  arguments.number("per-turn", settings.choice.boards_a_turn, 1, kMany, "boards of a turn, at most");
  arguments.number("turns", settings.choice.turns, 1, kMany, "of each player, from the first");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const Words names = arguments.list("files");
  return names.empty() ? arguments.refuse(kNoGames) : make_boards(names, arguments.get<std::string>("out"), settings);
}

int run_info(Words words) {
  std::size_t rows = 20;
  Arguments arguments("lanternfish-train", kInfoUsage, "files");
  arguments.number("players", rows, 0, kMany, "rows for the players of most games");
  arguments.options().add_options()("held-out", "the names of the games held out, and nothing else");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const Words names = arguments.list("files");
  if (names.size() != 1) {
    return arguments.refuse(kNoData);
  }
  return arguments.has("held-out") ? list_held_out(names[0]) : show_info(names[0], rows);
}

int run_train(Words words) {
  TrainSettings settings;
  Arguments arguments("lanternfish-train", kTrainUsage, "files");
  add_out(arguments, "the weights (*.lfn)");
  add_train_options(arguments, settings);
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const Words names = arguments.list("files");
  const Result<Storage> storage = parse_storage(arguments.get<std::string>("storage"));
  if (names.size() != 1 || !storage) {
    return arguments.refuse(storage ? kNoData : storage.error());
  }
  settings.storage = *storage;
  settings.data = names[0];
  settings.out = arguments.get<std::string>("out");
  settings.mask_own = !arguments.has("no-mask");
  const Status trained = train_network(settings);
  return trained ? 0 : arguments.fail(trained.error());
}

int run(int argc, char** argv) {
  const std::array<Command, 6> commands = {{{"data", run_data},
                                            {"boards", run_boards},
                                            {"info", run_info},
                                            {"train", run_train},
                                            {"selfplay", run_selfplay_command},
                                            {"fit", run_fit_command}}};
  return run_command("lanternfish-train", kUsage, commands, argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-train", argc, argv, run); }
