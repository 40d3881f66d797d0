// lanternfish-analyze: recorded games looked at turn by turn, and strategies measured on their situations.

#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "engine/evaluator_factory.h"
#include "game/game_record.h"
#include "support/file.h"
#include "support/output.h"
#include "tools/analyze/command_line.h"
#include "tools/analyze/report/html_report.h"
#include "tools/analyze/report/summary.h"
#include "tools/analyze/report/turns_text.h"
#include "tools/analyze/terminal_table.h"
#include "tools/common/arguments.h"
#include "tools/common/stop_signals.h"
#include "tools/page/report_page.h"

namespace {

using namespace lanternfish;
using std::chrono::steady_clock;

constexpr auto kProgressInterval = std::chrono::seconds(2);

// On standard error: one line that is written over on a terminal, now and then a line of its own elsewhere.
class Progress {
 public:
  void show(std::size_t done, std::size_t all) {
    const auto now = steady_clock::now();
    if (all < 2 || (now < next_ && done != all)) {
      return;
    }
    const bool terminal = ::isatty(STDERR_FILENO) != 0;
    next_ = now + kProgressInterval * (terminal ? 1 : 15);
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    fmt::print(stderr, "{}{} of {} files, {:.0f} s{}", terminal ? "\r" : "", done, all, seconds,
               terminal && done != all ? "" : "\n");
  }

 private:
  steady_clock::time_point begin_ = steady_clock::now(), next_ = begin_ + kProgressInterval;
};

// Markdown, but on a terminal tables that fit it.
std::string tables_text(const Summary& summary) {
  winsize size{};
  const bool terminal = ::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return terminal && size.ws_col > 0 ? terminal_tables(summary.text(), size.ws_col) : summary.text();
}

// What was asked for and is in no game; `players`: how many were followed.
std::string why_nothing(const AnalysisJob& job, int players) {
  if (players == 0 && !job.player.empty()) {
    const char* side = !job.colors[kBlack] ? " as White" : !job.colors[kWhite] ? " as Black" : "";
    return fmt::format(": no game has a player '{}'{}", job.player, side);
  }
  return job.analysis.first_turn > 1 ? fmt::format(": nobody came to turn {}", job.analysis.first_turn) : "";
}

int run(const AnalyzeCommand& command) {
  std::signal(SIGPIPE, SIG_IGN);  // of chess engines that died
  if (const Status good = command.html.empty() ? success() : can_replace_file(command.html, kReportBegins); !good) {
    print_error("lanternfish-analyze: {}\n", good.error());
    return 1;
  }
  const StopSignals interruption;
  std::vector<std::string> labels;
  for (const AnalyzedStrategy& strategy : command.job.analysis.strategies) {
    labels.push_back(strategy.label);
  }
  Summary summary(labels);
  HtmlReport html(labels);
  Progress progress;
  int players = 0;
  const auto player = [&](const PlayerAnalysis& analysis) {
    ++players;
    summary.add(analysis);
    if (!command.html.empty()) {
      const Result<GameRecord> record = read_game_record(analysis.game);
      html.add(analysis, record ? std::optional(*record) : std::nullopt);
    } else if (command.turns) {
      print_text("{}", command.json ? player_json_lines(analysis, labels) : player_text(analysis, labels) + '\n');
      std::fflush(stdout);
    }
  };
  const bool good =
      analyze_games(command.job, evaluator_for,
                    {.player = player,
                     .problem = [](const std::string& text) { print_error("lanternfish-analyze: {}\n", text); },
                     .progress = [&](std::size_t done, std::size_t all) { progress.show(done, all); }},
                    interruption.token());
  const Status written =
      command.html.empty() ? success() : write_file(command.html, html.text("Recorded games, turn by turn", summary));
  const bool complete = good && !interruption.token().stop_requested();
  if (summary.all().turns == 0) {
    print_error("lanternfish-analyze: no turn was looked at{}\n", complete ? why_nothing(command.job, players) : "");
  }
  if (command.json || summary.all().turns > 0) {
    print_text("{}", command.json ? summary.json_lines() : tables_text(summary));
  }
  if (!written) {
    print_error("lanternfish-analyze: {}\n", written.error());
    return 1;
  }
  if (summary.lost() > 0) {
    print_error("lanternfish-analyze: the true board was lost in {} turns\n", summary.lost());
  }
  if (interruption.token().stop_requested()) {
    print_error("lanternfish-analyze: stopped\n");
    return kStoppedStatus;
  }
  const bool absent = !command.job.player.empty() && players == 0;
  return good && !absent && summary.lost() == 0 ? 0 : 1;
}

int start(int argc, char** argv) {
  AnalyzeArguments arguments;
  if (!arguments.parse(std::vector<std::string>(argv + 1, argv + argc))) {
    return arguments.exit_status();
  }
  const auto command = arguments.command();
  return command ? run(*command) : arguments.refuse(command.error());
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-analyze", argc, argv, start); }
