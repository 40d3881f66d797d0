#include "tools/common/arguments.h"

#include <algorithm>
#include <exception>
#include <sstream>

#include <boost/program_options/errors.hpp>

#include "support/memory_reserve.h"
#include "support/output.h"
#include "support/text.h"
#include "support/version.h"

namespace lanternfish {

int run_program(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& run) {
  int status = 0;
  fill_standard_streams();
  keep_memory_reserve();
  try {
    if (const auto version = asked_version(argc, argv, name)) {
      print_text("{}", *version);
    } else {
      status = run(argc, argv);
    }
  } catch (const boost::program_options::error& bad) {
    print_error("{}: {}; --help explains\n", name, bad.what());
    status = kMisused;
  } catch (const std::exception& bug) {
    print_error("{}: {}\n", name, bug.what());
    status = kFailed;
  }
  return close_output(name, status);
}

namespace {

namespace po = boost::program_options;
constexpr unsigned kHelpWidth = 110;

std::string meant_text(std::string_view word, const std::vector<std::string_view>& names, std::string_view dashes) {
  const std::string_view meant = nearest_word(word, names);
  return meant.empty() ? "" : fmt::format("; did you mean {}{}?", dashes, meant);
}

}  // namespace

Arguments::Arguments(std::string program, std::string usage, std::string positional)
    : options_("Options", kHelpWidth, kHelpWidth / 2),
      program_(std::move(program)),
      usage_(std::move(usage)),
      positional_(std::move(positional)) {
  options_.add_options()("help,h", "this text")("version,v", "version, commit, compiler, processor features");
}

bool Arguments::parse(std::vector<std::string> words) {
  po::options_description all;
  all.add(options_);
  po::positional_options_description loose;
  if (!positional_.empty()) {
    loose.add(positional_.c_str(), -1);
    if (options_.find_nothrow(positional_, false) == nullptr) {
      all.add_options()(positional_.c_str(), po::value<std::vector<std::string>>());
    }
  }
  using Style = po::command_line_style::style_t;
  constexpr int kStyle = Style::unix_style & ~Style::allow_sticky & ~Style::allow_guessing;
  try {
    take(words);
    const auto parsed = po::command_line_parser(words).options(all).positional(loose).style(kStyle).run();
    refuse_negative(parsed);
    po::store(parsed, values_);
    // Before notify(), which asks for what is required.
    if (has("help")) {
      print_text("{}\n{}{}", usage_, more_help(), (std::ostringstream() << options_).str());
      return false;
    }
    if (has("version")) {
      print_text("{}", version_text(program_));
      return false;
    }
    const auto* given = boost::any_cast<std::vector<std::string>>(&values_[positional_].value());
    if (given != nullptr && std::find(given->begin(), given->end(), "") != given->end()) {
      throw po::error("one of the words is empty: a variable of the shell that is not set?");
    }
    stored();
    po::notify(values_);
    return true;
  } catch (const po::unknown_option& bad) {
    exit_status_ = refuse(unknown(bad.get_option_name()));
  } catch (const po::validation_error& bad) {
    std::string name = bad.get_option_name();
    name.erase(0, name.find_first_not_of('-'));
    const po::option_description* const option = options_.find_nothrow(name, false);
    exit_status_ = refuse(option != nullptr ? fmt::format("{}: {}", bad.what(), option->description()) : bad.what());
  } catch (const po::error& bad) {
    exit_status_ = refuse(bad.what());
  }
  return false;
}

// Boost reads -1 as the largest number of a type without sign.
void Arguments::refuse_negative(const po::parsed_options& parsed) const {
  for (const auto& option : parsed.options) {
    const po::option_description* const known = options_.find_nothrow(option.string_key, false);
    const auto* const typed =
        known != nullptr ? dynamic_cast<const po::typed_value_base*>(known->semantic().get()) : nullptr;
    const bool unsigned_one = typed != nullptr && (typed->value_type() == typeid(std::uint64_t) ||
                                                   typed->value_type() == typeid(std::uint32_t));
    if (unsigned_one && !option.value.empty() && option.value.front().starts_with('-')) {
      throw po::error(fmt::format("--{} is not negative", option.string_key));
    }
  }
}

std::vector<std::string> Arguments::list(const std::string& option) const {
  return has(option) ? get<std::vector<std::string>>(option) : std::vector<std::string>();
}

std::string Arguments::unknown(const std::string& option) const {
  std::vector<std::string_view> names = more_names();
  for (const auto& known : options_.options()) {
    names.push_back(known->long_name());
  }
  const std::string named = option.substr(0, option.find('='));
  const std::string word = named.substr(std::min(named.find_first_not_of('-'), named.size()));
  return fmt::format("unknown option '{}'{}", named, meant_text(word, names, "--"));
}

int Arguments::refuse(std::string_view why) const {
  print_error("{}: {}\n{}Try --help.\n", program_, why, usage_.substr(0, usage_.find('\n') + 1));
  return kMisused;
}

int Arguments::fail(std::string_view why) const {
  print_error("{}: {}\n", program_, why);
  return kFailed;
}

int run_command(std::string_view program, std::string_view usage, std::span<const Command> commands, int argc,
                char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word.empty()) {
    print_error("{}: a command is missing\n{}", program, usage);
    return kMisused;
  }
  if (word == "--help" || word == "-h" || word == "help") {
    print_text("{}", usage);
    return 0;
  }
  std::vector<std::string_view> names;
  for (const Command& command : commands) {
    if (command.name == word) {
      return command.run(std::vector<std::string>(argv + 2, argv + argc));
    }
    names.push_back(command.name);
  }
  print_error("{}: there is no command '{}'{}\n{}", program, word, meant_text(word, names, ""), usage);
  return kMisused;
}

}  // namespace lanternfish
