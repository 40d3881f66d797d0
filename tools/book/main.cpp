// lanternfish-book: opening books made from recorded games, merged, printed and verified.

#include <cstdio>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>

#include "support/output.h"
#include "tools/book/build_book.h"
#include "tools/common/arguments.h"

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

Result<Book> load(const std::string& name) {
  return name == "default" ? Result<Book>(default_book()) : read_book(name);
}

int write(const Book& book, const std::string& out) {
  if (const Status good = can_replace_file(out, "lanternfish-book"); !good) {
    return fail(good.error());
  }
  std::error_code error;
  const char* untouched = std::filesystem::exists(out, error) ? "stays as it was" : "is not written";
  if (book.empty()) {
    return fail(fmt::format("no position came out, and {} {}", out, untouched));
  }
  const std::string text = format_book(book);
  if (text.size() > kMaxBookBytes) {
    return fail(fmt::format("a book has {} MB at most; {} {}", kMaxBookBytes >> 20, out, untouched));
  }
  if (const Status written = write_file(out, text); !written) {
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
  for (const std::filesystem::path& file : *paths) {
    const Result<RecordedGame> game = read_recorded_game(file);
    if (!game) {
      good = false;
      fail(game.error());
      continue;
    }
    builder.add(*game);
  }
  for (const std::string& name : builder.absent_players()) {
    good = false;
    fail(fmt::format("no game has a player '{}'", name));
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

// `makes`: the command writes a book.
int run(const std::string& command, bool makes, Words words) {
  BookSettings settings;
  std::string out;
  Arguments arguments("lanternfish-book", kUsage, "file");
  if (makes) {
    arguments.options().add_options()("out", po::value(&out)->value_name("BOOK")->required(), "where the book goes");
  }
  if (command == "build") {
    constexpr double kMaxWeight = 1'000'000;
    arguments.options().add_options()("player", po::value(&settings.players)->value_name("NAME"),
                                      "this player's choices; may be repeated");
    constexpr int kMaxTurns = kMaxBookObservations / 3;
    arguments.number("turns", settings.turns, 1, kMaxTurns, "own turns from the start");
    arguments.number("min-count", settings.min_count, 0, 1'000'000, "games in which a choice was made");
    arguments.number("win", settings.win, 0, kMaxWeight, "weight of a choice from a won game");
    arguments.number("draw", settings.draw, 0, kMaxWeight, "from a drawn game");
    arguments.number("loss", settings.loss, 0, kMaxWeight, "from a lost game");
  }
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const Words files = arguments.list("file");
  if (files.empty() || (command == "print" && files.size() != 1)) {
    return arguments.refuse(fmt::format("{} wants {}", command, command == "print" ? "one file" : "files"));
  }
  return command == "build"   ? build(files, settings, out)
         : command == "merge" ? merge(files, out)
         : command == "print" ? print(files.front())
                              : verify(files);
}

int start(int argc, char** argv) {
  std::vector<Command> commands;
  for (const char* name : {"build", "merge", "print", "verify"}) {
    const std::string command = name;
    const bool makes = command == "build" || command == "merge";
    commands.push_back({name, [=](Words words) { return run(command, makes, std::move(words)); }});
  }
  return run_command("lanternfish-book", kUsage, commands, argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-book", argc, argv, start); }
