// lanternfish-train: training data from recorded games, what it holds, and networks trained on it.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "eval/make_evaluator.h"
#include "game/game_record.h"
#include "tools/common/program.h"
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
using Clock = std::chrono::steady_clock;

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
    if (const auto now = Clock::now(); now - shown_ >= std::chrono::seconds(2)) {
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
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
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
  std::size_t limit = 0;
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

int train_network(const std::string& file, const std::string& out, TrainSettings settings, const std::string& storage) {
  const Result<Storage> parsed = parse_storage(storage);
  if (!parsed) {
    return fail(parsed.error());
  }
  settings.storage = *parsed;
  settings.data = file;
  settings.out = out;
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  const Status trained = train(
      settings,
      [](const std::string& line) {
        fmt::print("{}\n", line);
        std::fflush(stdout);
      },
      interrupted);
  return trained ? 0 : fail(trained.error());
}

void add_train_options(po::options_description& options, TrainSettings& settings, std::string& out,
                       std::string& storage, bool& no_mask) {
  options.add_options()("out", po::value(&out)->required(), "the weights (*.lfn)")(
      "kind", po::value(&settings.kind)->default_value("jku-coda"), "who plays with them")(
      "channels", po::value(&settings.channels)->default_value(64), "of the tower")(
      "blocks", po::value(&settings.blocks)->default_value(5), "of the tower")(
      "stem", po::value(&settings.stem)->default_value(3), "side of the stem's kernel, 1 or 3")(
      "epochs", po::value(&settings.epochs)->default_value(5), "times that each decision is seen")(
      "batch", po::value(&settings.batch)->default_value(256), "decisions a step")(
      "rate", po::value(&settings.rate)->default_value(1.5e-3, "0.0015"), "of AdamW, at the top of one cycle")(
      "weight-decay", po::value(&settings.weight_decay)->default_value(0.05, "0.05"), "of matrices")(
      "value-weight", po::value(&settings.value_weight)->default_value(0.5), "of the squared error of the outcome")(
      "no-mask", po::bool_switch(&no_mask), "requests from squares without an own piece are answers like others")(
      "turns", po::value(&settings.turns)->default_value(0), "trained on, of each player from the first; 0: all")(
      "max-passes", po::value(&settings.max_passes)->default_value(100),
      "per cent; the games of players that passed more often are left out")(
      "decisions", po::value(&settings.decisions)->default_value(0), "trained on at most, drawn at random; 0: all")(
      "held-out", po::value(&settings.held_out)->default_value(0), "decisions held out at most, likewise")(
      "bf16", po::bool_switch(&settings.bf16), "products in bfloat16: quicker where the processor has them")(
      "seed", po::value(&settings.seed)->default_value(1), "of the first weights and of the order")(
      "threads", po::value(&settings.threads)->default_value(1), "of Torch")(
      "storage", po::value(&storage)->default_value("int8"), "of the weights: f32, f16 or int8");
}

void add_label_options(po::options_description& options, LabelSettings& settings, std::string& out) {
  options.add_options()("out", po::value(&out)->required(), "the training data; what it holds already is kept")(
      "engine", po::value(&settings.engine)->default_value("stockfish"), "that plays; none: the built-in evaluator")(
      "depth", po::value(&settings.depth)->default_value(2), "plies that it searches")(
      "limit", po::value(&settings.limit)->default_value(100'000), "boards in the file, at most")(
      "per-turn", po::value(&settings.choice.boards_a_turn)->default_value(3), "boards of a turn, at most")(
      "turns", po::value(&settings.choice.turns)->default_value(60), "of each player, from the first");
}

int run(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "selfplay") {
    return run_selfplay_command(argc - 1, argv + 1);
  }
  if (command == "fit") {
    return run_fit_command(argc - 1, argv + 1);
  }
  std::vector<std::string> names;
  std::string out;
  std::size_t rows = 0;
  TrainSettings settings;
  LabelSettings labels;
  std::string storage;
  std::string planes;
  bool no_mask = false;
  bool held_out = false;
  int draws = 1;
  po::options_description options(fmt::format("lanternfish-train {}", command));
  options.add_options()("help,h", "this text")("files", po::value(&names)->multitoken());
  if (command == "data") {
    options.add_options()("out", po::value(&out)->required(), "the training data; what it holds already is kept")(
        "planes", po::value(&planes)->default_value("history"),
        "history, synopsis or stack: what a decision is learnt from")(
        "draws", po::value(&draws)->default_value(1),
        "of the boards that a synopsis or a stack shows, for each decision of a game that is not held out");
  } else if (command == "boards") {
    add_label_options(options, labels, out);
  } else if (command == "info") {
    options.add_options()("players", po::value(&rows)->default_value(20), "rows for the players of most games")(
        "held-out", po::bool_switch(&held_out), "the names of the games held out, and nothing else");
  } else if (command == "train") {
    add_train_options(options, settings, out, storage, no_mask);
  } else {
    fmt::print("{}", kUsage);
    return command == "--help" || command == "-h" ? 0 : 2;
  }
  po::positional_options_description positions;
  positions.add("files", -1);
  po::variables_map values;
  po::store(po::command_line_parser(argc - 1, argv + 1).options(options).positional(positions).run(), values);
  if (values.count("help") != 0) {
    fmt::print("{}\n{}", kUsage, (std::ostringstream() << options).str());
    return 0;
  }
  po::notify(values);
  const bool takes_games = command == "data" || command == "boards";
  if (names.empty() || (!takes_games && names.size() != 1)) {
    return fail(takes_games ? "name files or folders of games" : "name one file of training data");
  }
  if (command == "train") {
    settings.mask_own = !no_mask;
    return train_network(names[0], out, settings, storage);
  }
  if (command == "boards") {
    return make_boards(names, out, labels);
  }
  if (command == "data") {
    const auto* const found =
        std::find_if(std::begin(kPlanes), std::end(kPlanes), [&](const PlanesChoice& c) { return c.name == planes; });
    if (found == std::end(kPlanes)) {
      return fail(fmt::format("--planes {}: history, synopsis and stack are known", planes));
    }
    if (draws < 1 || draws > 100) {
      return fail(fmt::format("--draws {} is not from 1 to 100", draws));
    }
    return make_data(names, out, {found, draws});
  }
  return held_out ? list_held_out(names[0]) : show_info(names[0], rows);
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-train", argc, argv, run); }
