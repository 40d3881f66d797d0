#pragma once

// The command line of a program, or of one command of a program: options, --help, --version, and errors that say what
// is allowed.

#include <concepts>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "support/result.h"

namespace lanternfish {

// Exit statuses of the programs; 0: all was done, and what was looked at is good.
constexpr int kFailed = 1;   // something could not be done, or is not as it should be
constexpr int kMisused = 2;  // the command line

// Answers --version (or -v) as the first word; else calls `run` and gives its exit status. A wrong command line
// (boost::program_options::error) and any other exception become a line on standard error, and a standard output that
// could not be written (a full disk) is a failure, too.
int run_program(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& run);

class Arguments {
 public:
  // `usage` heads --help, and its first line each error. Loose words are values of the option `positional`; it stays
  // out of the help unless it is added. Without one they are errors.
  Arguments(std::string program, std::string usage, std::string positional = {});
  virtual ~Arguments() = default;

  boost::program_options::options_description& options() { return options_; }
  // An option that sets `value`, which holds the default, to a number from `min` to `max`.
  template <typename T>
  requires std::integral<T> || std::floating_point<T>
  void number(const char* name, T& value, std::type_identity_t<T> min, std::type_identity_t<T> max, const char* help);

  // True when the program goes on; else exit_status() says how it ended, with everything printed already.
  bool parse(std::vector<std::string> words);
  int exit_status() const { return exit_status_; }

  // Parses the words and does the work. The exit status: that of `work`, or of fail() with its error.
  template <typename Work>
  int run(std::vector<std::string> words, const Work& work) {
    if (!parse(std::move(words))) {
      return exit_status_;
    }
    const Result<int> status = work();
    return status ? *status : fail(status.error());
  }

  bool has(const std::string& option) const { return values_.count(option) > 0; }
  bool defaulted(const std::string& option) const { return values_[option].defaulted(); }
  template <typename T>
  T get(const std::string& option) const {
    return values_[option].as<T>();
  }
  // All values of an option that may be repeated.
  std::vector<std::string> list(const std::string& option) const;

  // Each prints why on standard error and returns an exit status: the command line will not do; something else failed.
  int refuse(std::string_view why) const;
  int fail(std::string_view why) const;

 protected:
  // For commands with words of their own. Each may throw boost::program_options::error.
  virtual void take(std::vector<std::string>& /*words*/) {}  // before all else; takes away what is no option
  // An option whose type has no sign was given one. Throws boost::program_options::error.
  void refuse_negative(const boost::program_options::parsed_options& parsed) const;
  // What is said of an option that there is not, with the one that was meant.
  std::string unknown(const std::string& option) const;
  virtual void stored() {}                              // the values are there, and no one has been looked at
  virtual std::string more_help() const { return {}; }  // between usage and options
  virtual std::vector<std::string_view> more_names() const { return {}; }  // known beside the options

  boost::program_options::options_description options_;
  boost::program_options::variables_map values_;

 private:
  std::string program_, usage_, positional_;
  int exit_status_ = 0;
};

// A program of several commands: runs the one that the first word names, with the words behind it. --help prints
// `usage`; another word is an error that guesses what was meant.
struct Command {
  std::string_view name;
  std::function<int(std::vector<std::string> words)> run;
};
int run_command(std::string_view program, std::string_view usage, std::span<const Command> commands, int argc,
                char** argv);

template <typename T>
requires std::integral<T> || std::floating_point<T>
void Arguments::number(const char* name, T& value, std::type_identity_t<T> min, std::type_identity_t<T> max,
                       const char* help) {
  const auto check = [=](const T& given) {
    if (!(given >= min && given <= max)) {
      throw boost::program_options::error(
          max < std::numeric_limits<T>::max()
              ? fmt::format("--{} is a number from {} to {}, not {}", name, min, max, given)
              : fmt::format("--{} is a number from {}, not {}", name, min, given));
    }
  };
  options_.add_options()(
      name, boost::program_options::value(&value)->default_value(value, fmt::format("{}", value))->notifier(check),
      help);
}

}  // namespace lanternfish
