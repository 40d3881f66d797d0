// The engine as a program: puts the parts together and leaves the talking to the protocol.

#include <unistd.h>

#include <boost/program_options.hpp>
#include <csignal>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "engine/evaluator_factory.h"
#include "protocol/serve/loop.h"
#include "protocol/session/bench.h"
#include "protocol/session/engine_setup.h"
#include "protocol/session/options.h"
#include "protocol/session/session.h"
#include "support/output.h"
#include "support/program.h"
#include "support/version.h"

namespace {

namespace po = boost::program_options;
using namespace lanternfish;

int fail(const std::string& text) {
  print_error("lanternfish: {}\n", text);
  return kMisused;
}

int run_bench(const Config& config, const std::vector<std::string>& arguments) {
  const Result<BenchResult> result = bench(arguments, config.threads, evaluator_for, {});
  if (!result) {
    return fail("bench: " + result.error());
  }
  print_text("{}\n", bench_text(*result));
  return EXIT_SUCCESS;
}

int converse(const Config& config) {
  // A host that went away is seen as a failed write.
  std::signal(SIGPIPE, SIG_IGN);
  Loop loop([&](SendMessage send) { return std::make_unique<Session>(config, evaluator_for, std::move(send)); },
            STDIN_FILENO, STDOUT_FILENO);
  if (loop.run() == Loop::End::kStuck) {
    // Something does not end in time, and its threads cannot be joined. The kernel ends the chess engines with us.
    std::_Exit(EXIT_SUCCESS);
  }
  return EXIT_SUCCESS;
}

void print_help(const po::options_description& switches) {
  print_text(
      "usage: lanternfish [NAME=VALUE...]\n"
      "       lanternfish bench [TURNS]\n\n"
      "Plays Reconnaissance Blind Chess; speaks RBC-UCI 1 on its standard input and output (type help).\n\n"
      "{}\nOptions, here as NAME=VALUE and in the protocol by setoption.\n\n",
      (std::ostringstream() << switches).str());
  for (const std::string& line : options_help()) {
    print_text("{}\n", line);
  }
}

po::options_description switches() {
  po::options_description visible("Switches");
  visible.add_options()                                               //
      ("help,h", "this text")                                         //
      ("version,v", "version, commit, compiler, processor features")  //
      ("list-options", "all options as lines of the protocol")        //
      ("options-markdown", "all options as the page docs/reference/options.md");
  return visible;
}

po::variables_map parse(int argc, char** argv) {
  po::options_description all = switches();
  all.add_options()("word", po::value<std::vector<std::string>>());
  po::positional_options_description words;
  words.add("word", -1);
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(all).positional(words).run(), values);
  return values;
}

int run(int argc, char** argv) {
  const po::variables_map values = parse(argc, argv);
  if (values.count("help") != 0) {
    print_help(switches());
    return EXIT_SUCCESS;
  }
  if (values.count("version") != 0) {
    print_text("{}", version_text("lanternfish"));
    return EXIT_SUCCESS;
  }
  if (values.count("list-options") != 0) {
    for (const Option& option : option_table()) {
      print_text("{}\n", format_engine_message(option_line(option)));
    }
    return EXIT_SUCCESS;
  }
  if (values.count("options-markdown") != 0) {
    print_text("{}", options_markdown());
    return EXIT_SUCCESS;
  }
  Config config;
  bool bench_wanted = false;
  std::vector<std::string> bench_arguments;
  for (const std::string& word :
       values.count("word") != 0 ? values["word"].as<std::vector<std::string>>() : std::vector<std::string>()) {
    if (word.find('=') != std::string::npos) {
      if (const auto set = set_option(config, word); !set) {
        return fail(set.error());
      }
    } else if (bench_wanted) {
      bench_arguments.push_back(word);
    } else if (word == "bench") {
      bench_wanted = true;
    } else {
      return fail(fmt::format("expected NAME=VALUE or bench, not '{}'; --help explains", word));
    }
  }
  if (const Status readable = check_book(config); !readable) {
    return fail(readable.error());
  }
  return bench_wanted ? run_bench(config, bench_arguments) : converse(config);
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish", argc, argv, run); }
