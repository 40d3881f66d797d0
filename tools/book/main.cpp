// lanternfish-book: opening books made from recorded games, merged, printed and verified.

#include <cstdio>
#include <exception>
#include <numeric>
#include <sstream>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "support/output.h"
#include "support/program.h"
#include "tools/book/build_book.h"
#include "tools/book/verify_book.h"

namespace {

namespace po = boost::program_options;
using namespace lanternfish;
using Words = std::vector<std::string>;

constexpr const char* kUsage = R"(usage: lanternfish-book build GAME|FOLDER... --out BOOK      from GameHistory JSON
       lanternfish-book merge BOOK... --out BOOK             weights are added
       lanternfish-book print BOOK                           as a tree, with shares
       lanternfish-book verify BOOK...                       could each line have come from a game?
BOOK may be 'default': the one that comes with the program.
)";

int fail(const std::string& text) {
  print_error("lanternfish-book: {}\n", text);
  return 1;
}

int misused(const std::string& text) {
  print_error("lanternfish-book: {}\n{}", text, kUsage);
  return kMisused;
}

Result<Book> load(const std::string& name) {
  return name == "default" ? Result<Book>(default_book()) : read_book(name);
}

int write(const Book& book, const std::string& out) {
  if (const Status written = write_file(out, format_book(book)); !written) {
    return fail(written.error());
  }
  print_text("{}: {} positions\n", out, book.size());
  return 0;
}

int build(const Words& names, const BookSettings& settings, const std::string& out) {
  const Result<std::vector<std::filesystem::path>> paths = named_records(names);
  if (!paths) {
    return fail(paths.error());
  }
  BookBuilder builder(settings);
  bool good = true;
  std::size_t games = 0;
  for (const std::filesystem::path& path : *paths) {
    const std::string file = path.string();
    const Result<GameRecord> record = read_game_record(file);
    const Result<RecordedGame> game = record ? recorded_game(*record) : Result<RecordedGame>(Error{record.error()});
    if (!game) {
      good = false;
      fail(record ? fmt::format("{}: {}", file, game.error()) : game.error());
      continue;
    }
    builder.add(*game);
    ++games;
  }
  if (games == 0) {
    return fail(fmt::format("no game could be read, and {} stays as it was", out));
  }
  const int written = write(builder.book(), out);
  return written == 0 && good ? 0 : 1;
}

int merge(const Words& files, const std::string& out) {
  Book sum;
  for (const std::string& file : files) {
    const Result<Book> book = load(file);
    if (!book) {
      return fail(book.error());
    }
    sum.merge(*book);
  }
  return write(sum, out);
}

// A position's line shows only what it adds to the position above it.
void print_position(const std::string& spelling, const std::vector<BookChoice>& choices) {
  const std::size_t words = static_cast<std::size_t>(std::count(spelling.begin(), spelling.end(), ' '));
  std::size_t from = 0;
  for (std::size_t i = 1; i < words; ++i) {
    from = spelling.find(' ', from) + 1;
  }
  const std::uint64_t total = std::accumulate(choices.begin(), choices.end(), std::uint64_t{0},
                                              [](std::uint64_t sum, const BookChoice& c) { return sum + c.weight; });
  std::string line = fmt::format("{:{}}{}", "", 2 * (words - 1), spelling.substr(from));
  for (const BookChoice& choice : choices) {
    line += fmt::format("  {} {:.0f}%", format_action(choice),
                        100.0 * static_cast<double>(choice.weight) / static_cast<double>(total));
  }
  print_text("{}\n", line);
}

int print(const std::string& file) {
  const Result<Book> book = load(file);
  if (!book) {
    return fail(book.error());
  }
  for (const auto& [spelling, choices] : book->positions()) {
    print_position(spelling, choices);
  }
  return 0;
}

int verify(const Words& files) {
  std::size_t bad = 0;
  for (const std::string& file : files) {
    const Result<Book> book = load(file);
    const Words problems = book ? book_problems(*book) : Words{book.error()};
    for (const std::string& problem : problems) {
      print_text("{}{}\n", book ? file + ": " : "", problem);
    }
    bad += problems.empty() ? 0 : 1;
    if (problems.empty()) {
      print_text("{}: {} positions, all good\n", file, book->size());
    }
  }
  return bad == 0 ? 0 : 1;
}

int run(const std::string& command, const Words& arguments) {
  BookSettings settings;
  Words files;
  std::string out;
  po::options_description options("options");
  options.add_options()("help,h", "this text")("file", po::value(&files), "games or books")(
      "out", po::value(&out)->value_name("BOOK"), "where the book goes: build and merge")(
      "player", po::value(&settings.players)->value_name("NAME"), "build: this player's choices; may be repeated")(
      "turns", po::value(&settings.turns)->default_value(settings.turns), "build: own turns from the start")(
      "min-count", po::value(&settings.min_count)->default_value(settings.min_count),
      "build: games in which a choice was made")("win", po::value(&settings.win)->default_value(settings.win),
                                                 "build: weight of a choice from a won game")(
      "draw", po::value(&settings.draw)->default_value(settings.draw), "build: from a drawn game")(
      "loss", po::value(&settings.loss)->default_value(settings.loss), "build: from a lost game");
  po::positional_options_description positions;
  positions.add("file", -1);
  po::variables_map values;
  po::store(po::command_line_parser(arguments).options(options).positional(positions).run(), values);
  po::notify(values);
  if (values.count("help") != 0 || command == "--help" || command == "-h" || command == "help") {
    print_text("{}{}", kUsage, (std::ostringstream() << options).str());
    return 0;
  }
  if (settings.win < 0 || settings.draw < 0 || settings.loss < 0 || settings.turns < 1) {
    return misused("weights are at least 0, turns at least 1");
  }
  const bool makes = command == "build" || command == "merge";
  if (!makes && command != "print" && command != "verify") {
    return misused(fmt::format("there is no command '{}'", command));
  }
  if (files.empty() || makes == out.empty() || (command == "print" && files.size() != 1)) {
    return misused(fmt::format("{} wants {}{}", command, command == "print" ? "one file" : "files",
                               makes ? " and --out" : " and no --out"));
  }
  return command == "build"   ? build(files, settings, out)
         : command == "merge" ? merge(files, out)
         : command == "print" ? print(files.front())
                              : verify(files);
}

int start(int argc, char** argv) {
  return argc < 2 ? misused("a command is missing") : run(argv[1], Words(argv + 2, argv + argc));
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-book", argc, argv, start); }
