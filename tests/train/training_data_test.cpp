#include "tools/train/training_data.h"

#include <doctest/doctest.h>

#include <array>
#include <limits>

#include <fmt/format.h>

#include "game/game_record.h"
#include "game/referee.h"
#include "nets/history_planes.h"
#include "support/file.h"
#include "support/hash.h"
#include "tests/folder.h"
#include "tests/recorded_game.h"
#include "tests/shell.h"
#include "tests/small_files.h"
#include "tests/support_files.h"
#include "tools/train/make_examples.h"

using namespace lanternfish;

namespace {

// A game of random play with a winner.
RecordedGame random_record(unsigned seed) {
  std::mt19937 random(seed);
  Referee referee({.turn_limit = 60});
  while (!referee.over()) {
    const auto list = requests(referee.board(), referee.turn());
    referee.notify();
    referee.sense(static_cast<Square>(random() % 65));
    REQUIRE(referee.move(list[random() % list.size()]));
  }
  return recorded_game(referee.record({"one", "two"})).value();
}

std::vector<TrainingGame> example_games(std::size_t count) {
  std::vector<TrainingGame> games;
  for (unsigned i = 0; i < count; ++i) {
    games.push_back(history_examples(random_record(i), fmt::format("{}.json", i), "content").value());
  }
  return games;
}

class TemporaryFile {
 public:
  std::filesystem::path path() const { return folder_ / "data"; }

 private:
  testing::Folder folder_{"lanternfish_training_data"};
};

void write_all(const std::filesystem::path& file, std::span<const TrainingGame> games) {
  TrainingDataWriter writer = TrainingDataWriter::open(file, history_shape()).value();
  for (const TrainingGame& game : games) {
    if (std::find(writer.names().begin(), writer.names().end(), game.file) == writer.names().end()) {
      REQUIRE(writer.add(game));
    }
  }
}

// Every decision's input is what the player's HistoryPlanes gave at that moment, and its action what the player did.
int check_game(const RecordedGame& game, const TrainingGame& examples) {
  int checked = 0;
  for (const Color me : {kWhite, kBlack}) {
    const TrainingSequence& sequence = examples.players[me];
    HistoryPlanes history(game.start, me);
    std::size_t next = 0;
    for (const RecordedTurn& turn : game.turns[me]) {
      REQUIRE(history.observe(turn.notice));
      if (turn.sensed.window.center != kNoSquare) {
        REQUIRE(sequence.decisions.at(next).stage == Stage::kSense);
        CHECK(sense_of_code(sequence.decisions[next].action, me) == turn.sensed.window.center);
        CHECK(input_of(history_shape(), sequence, next++) == history.planes());
      }
      REQUIRE(history.observe(turn.sensed));
      if (turn.moved) {
        REQUIRE(sequence.decisions.at(next).stage == Stage::kMove);
        CHECK(sequence.decisions[next].action == move_code(turn.moved->requested, me));
        CHECK(input_of(history_shape(), sequence, next++) == history.planes());
        if (!turn.takes_king) {
          REQUIRE(history.observe(*turn.moved));
        }
      }
    }
    CHECK(next == sequence.decisions.size());
    checked += static_cast<int>(next);
  }
  return checked;
}

}  // namespace

TEST_CASE("training data: every decision of a game, with the planes the player had") {
  int checked = 0;
  for (unsigned seed = 0; seed < 5; ++seed) {
    const RecordedGame game = random_record(seed);
    const TrainingGame examples = history_examples(game, "a.json", "content").value();
    checked += check_game(game, examples);
    if (game.record.winner) {
      CHECK(examples.players[*game.record.winner].outcome == 1);
      CHECK(examples.players[~*game.record.winner].outcome == -1);
    }
    CHECK(examples.players[kWhite].player == "one");
  }
  CHECK(checked > 200);
}

TEST_CASE("training data: recorded games too") {
  const auto folder = testing::shared_dir() / "games";
  if (!std::filesystem::exists(folder)) {
    MESSAGE("no recorded games at ", folder.string());
    return;
  }
  const auto files = record_files(folder).value();
  for (std::size_t i = 0; i < std::min<std::size_t>(files.size(), 8); ++i) {
    const RecordedGame game = recorded_game(read_game_record(files[i]).value()).value();
    CHECK(check_game(game, history_examples(game, files[i].filename().string(), "").value()) > 0);
  }
}

TEST_CASE("training data: what was written is read") {
  const std::vector<TrainingGame> games = example_games(3);
  const TemporaryFile file;
  write_all(file.path(), games);
  const Result<TrainingData> data = read_training_data(file.path());
  REQUIRE_MESSAGE(data, data.error());
  CHECK(data->shape == history_shape());
  CHECK(data->games == games);
  CHECK(data->whole_bytes == std::filesystem::file_size(file.path()));
  TrainingData other = *data;
  other.games[1].hash ^= 1;
  CHECK(other.hash() != data->hash());
}

TEST_CASE("training data: planes keep their values, and a value that no plane can have is refused") {
  TrainingGame game{.file = "a.json", .hash = 1, .held_out = false, .players = {}};
  const PlaneList planes = {
      {.squares = 5, .index = 0}, {.squares = ~Bitboard{0}, .value = 0.125F, .index = 1}, {.squares = 7, .index = 89}};
  game.players[kWhite].decisions.push_back({Stage::kSense, kFirstSenseCode, planes});
  const TemporaryFile file;
  write_all(file.path(), std::array{game});
  const Result<TrainingData> data = read_training_data(file.path());
  REQUIRE_MESSAGE(data, data.error());
  CHECK(data->games.at(0) == game);
  for (const float value : {0.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    game.players[kWhite].decisions[0].planes[1].value = value;
    std::filesystem::remove(file.path());
    write_all(file.path(), std::array{game});
    CHECK_FALSE(read_training_data(file.path()));
  }
}

TEST_CASE("training data: stopped anywhere, the same work gives the same file") {
  const std::vector<TrainingGame> games = example_games(3);
  const TemporaryFile file;
  write_all(file.path(), games);
  const std::string whole = read_file(file.path()).value();
  const std::size_t head = whole.find("\n\n") + 2;
  for (std::size_t size = head; size < whole.size(); size += whole.size() / 40) {
    REQUIRE(write_file(file.path(), std::string_view(whole).substr(0, size)));
    CHECK(read_training_data(file.path()).value().games.size() <= games.size());
    write_all(file.path(), games);
    REQUIRE(read_file(file.path()).value() == whole);
  }
}

TEST_CASE("training data: a disk that is full for a moment leaves whole games, and the next one is added") {
  const std::vector<TrainingGame> games = example_games(3);
  const TemporaryFile file;
  write_all(file.path(), games);
  const std::string whole = read_file(file.path()).value();
  std::filesystem::remove(file.path());
  TrainingDataWriter writer = TrainingDataWriter::open(file.path(), history_shape()).value();
  REQUIRE(writer.add(games[0]));
  {
    const testing::SmallFiles limit(std::filesystem::file_size(file.path()) + 20);
    CHECK_FALSE(writer.add(games[1]));
    CHECK(writer.names() == std::vector<std::string>{games[0].file});
  }
  REQUIRE(writer.add(games[1]));
  REQUIRE(writer.add(games[2]));
  CHECK(read_file(file.path()).value() == whole);
}

TEST_CASE("training data: what is damaged or another's is refused with the file's name") {
  const std::vector<TrainingGame> games = example_games(2);
  const TemporaryFile file;
  write_all(file.path(), games);
  const std::string whole = read_file(file.path()).value();
  const auto error_of = [&](std::string bytes) {
    REQUIRE(write_file(file.path(), bytes));
    const Result<TrainingData> data = read_training_data(file.path());
    REQUIRE_FALSE(data);
    CHECK(data.error().find(file.path().string()) == 0);
    return data.error();
  };
  std::string damaged = whole;
  damaged[whole.find("GAME") + 100] ^= 1;
  CHECK(error_of(damaged).find("block 1 (byte ") != std::string::npos);
  damaged = whole;
  damaged[whole.rfind("GAME")] = 'X';
  CHECK(error_of(damaged).find("block 2 (byte ") != std::string::npos);
  CHECK(error_of("something else\n\n").find("no training data") != std::string::npos);
  damaged = whole;
  damaged.replace(damaged.find("turns 20"), 8, "turns 99999");
  CHECK(error_of(damaged).find("the head") != std::string::npos);
  REQUIRE(write_file(file.path(), whole));
  const auto other = TrainingDataWriter::open(file.path(), {"synopsis-104/1", 104, 1});
  REQUIRE_FALSE(other);
  CHECK(other.error().find("'history-20x90/1' in 20 turns of 90") != std::string::npos);
  CHECK(read_file(file.path()).value() == whole);
}

TEST_CASE("training data: two games of one name are refused with both files, wherever the first one is") {
  const testing::Folder folder("lanternfish_training_data_names");
  const auto file = [&](const char* name) { return (folder / name).string(); };
  for (const auto& [place, seed] : {std::pair("a", 1U), {"b", 2U}, {"same", 1U}}) {
    std::filesystem::create_directory(folder / place);
    const std::string text = format_game_record(random_record(seed).record);
    REQUIRE(write_file(folder / place / "00001_one_two.json", text));
  }
  const auto run = [&](const std::string& arguments) {
    return testing::run("'" + (testing::build_dir() / "lanternfish-train").string() + "' data " + arguments);
  };
  const std::string together = run(file("a") + " " + file("b") + " --out " + file("both.data")).text;
  CHECK(testing::says(together, (folder / "a" / "00001_one_two.json").string() + " and "));
  CHECK(testing::says(together, (folder / "b" / "00001_one_two.json").string() + " are two games"));
  CHECK_FALSE(std::filesystem::exists(file("both.data")));

  CHECK(run(file("a") + " " + file("same") + " --out " + file("one.data")).status == 0);  // one game, copied
  const std::string later = run(file("b") + " --out " + file("one.data")).text;
  CHECK(testing::says(later, (folder / "b" / "00001_one_two.json").string() + " is another game"));
}

TEST_CASE("training data: games whose boards are in the file are said to get no more") {
  const testing::Folder folder("lanternfish_training_data_boards");
  REQUIRE(write_file(folder / "game.json", format_game_record(random_record(1U).record)));
  const auto boards = [&](const std::string& turns) {
    return testing::run("'" + (testing::build_dir() / "lanternfish-train").string() + "' boards '" +
                        (folder / "game.json").string() + "' --engine none --out '" + (folder / "boards").string() +
                        "' --turns " + turns);
  };
  const testing::Output first = boards("2");
  CHECK(first.status == 0);
  CHECK_FALSE(testing::says(first.text, "none are added"));
  CHECK(testing::says(boards("4").text, "boards has boards of 1 of these games; none are added"));
}

TEST_CASE("training data: a block is known by its hash, whether it was added or found in the file") {
  const std::vector<TrainingGame> games = example_games(2);
  const TemporaryFile file;
  {
    TrainingDataWriter writer = TrainingDataWriter::open(file.path(), history_shape()).value();
    CHECK_FALSE(writer.has(games[0].hash));
    REQUIRE(writer.add(games[0]));
    CHECK(writer.has(games[0].hash));
  }
  const TrainingDataWriter again = TrainingDataWriter::open(file.path(), history_shape()).value();
  CHECK(again.has(games[0].hash));
  CHECK_FALSE(again.has(games[0].hash + 1));
}

TEST_CASE("training data: a tenth of the games is held out, by name alone") {
  int held_out = 0;
  for (int i = 0; i < 10'000; ++i) {
    held_out += is_held_out(fmt::format("{}.json", 100'000 + i)) ? 1 : 0;
  }
  CHECK(held_out > 900);
  CHECK(held_out < 1'100);
  // Fixed: a game that moved between training and held out would spoil every comparison.
  CHECK(fnv1a("") == 0xcbf29ce484222325);
  CHECK(fnv1a("a") == 0xaf63dc4c8601ec8c);
}

TEST_CASE("training data: boards are counted and named as the games that they are of") {
  TrainingData data;
  for (const char* name : {"a.json#0", "a.json#17", "b.json", "c.json#3", "c.json"}) {
    data.games.emplace_back().file = name;
    data.games.back().held_out = name[0] != 'b';
  }
  CHECK(data.source_games() == 3);
  CHECK(data.held_out_games() == std::vector<std::string>{"a.json", "c.json"});
  CHECK(source_of("round#1.json") == "round#1.json");
  CHECK(source_of("round#1.json#12") == "round#1.json");
}
