// The engine as a program: puts the parts together and leaves the talking to the protocol.

#include <malloc.h>

#include <cstdlib>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/evaluator_factory.h"
#include "engine/named_files.h"
#include "protocol/serve/loop.h"
#include "protocol/session/bench.h"
#include "protocol/session/engine_setup.h"
#include "protocol/session/options.h"
#include "protocol/session/session.h"
#include "support/address_space.h"
#include "support/output.h"
#include "tools/common/arguments.h"

namespace {

using namespace lanternfish;

int run_bench(const Config& config, const std::vector<std::string>& words, const Arguments& arguments) {
  const Result<BenchResult> result = bench(words, config.threads, evaluator_for, {});
  if (!result) {
    return arguments.refuse("bench: " + result.error());
  }
  print_text("{}\n", bench_text(*result));
  return EXIT_SUCCESS;
}

constexpr const char* kUsage = R"(usage: lanternfish [NAME=VALUE...]
       lanternfish bench [TURNS]

Plays Reconnaissance Blind Chess; speaks RBC-UCI 1 on its standard input and output (type help).
)";

class EngineArguments : public Arguments {
 public:
  EngineArguments() : Arguments("lanternfish", kUsage, "word") {
    options().add_options()("list-options", "all options as lines of the protocol")(
        "options-markdown", "all options as the page docs/reference/options.md");
  }

 private:
  std::string more_help() const override {
    return fmt::format("Words NAME=VALUE set these options, as setoption does in the protocol.\n\n{}\n\n",
                       fmt::join(options_help(), "\n"));
  }
};

// Each arena of the C library takes 64 MB of address space, which the boards need where the system allows little of it.
void share_one_arena_where_address_space_is_limited() {
#ifdef M_ARENA_MAX
  if (address_space_left() != std::numeric_limits<std::uint64_t>::max()) {
    mallopt(M_ARENA_MAX, 1);
  }
#endif
}

int run(int argc, char** argv) {
  share_one_arena_where_address_space_is_limited();
  EngineArguments arguments;
  if (!arguments.parse({argv + 1, argv + argc})) {
    return arguments.exit_status();
  }
  if (arguments.has("list-options")) {
    for (const Option& option : option_table()) {
      print_text("{}\n", format_engine_message(option_line(option)));
    }
    return EXIT_SUCCESS;
  }
  if (arguments.has("options-markdown")) {
    print_text("{}", options_markdown());
    return EXIT_SUCCESS;
  }
  Config config;
  bool bench_wanted = false;
  std::vector<std::string> bench_words;
  for (const std::string& word : arguments.list("word")) {
    if (word.find('=') != std::string::npos) {
      if (const auto set = set_option(config, word); !set) {
        return arguments.refuse(set.error());
      }
    } else if (bench_wanted) {
      bench_words.push_back(word);
    } else if (word == "bench") {
      bench_wanted = true;
    } else {
      return arguments.refuse(fmt::format("expected NAME=VALUE or bench, not '{}'", word));
    }
  }
  if (const Status readable = check_named_files(config, Config{}); !readable) {
    return arguments.refuse(readable.error());
  }
  return bench_wanted ? run_bench(config, bench_words, arguments) : serve_host([&](SendMessage send) {
    return std::make_unique<Session>(config, evaluator_for, std::move(send));
  });
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish", argc, argv, run); }
