#include "tools/arena/replay/replay.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "game/recorded_game.h"
#include "protocol/host/engine_link.h"
#include "rules/notation.h"
#include "support/json_line.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/replay/player_replay.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

constexpr std::string_view kEventTime = "EventTime";

class Replay {
 public:
  Replay(const ReplaySettings& settings, const ReplayReports& reports) : settings_(settings), reports_(reports) {
    files_ = settings.files;
    std::stable_sort(files_.begin(), files_.end(),
                     [](const auto& a, const auto& b) { return size_of(a) > size_of(b); });
  }

  ReplayTotals run() {
    {
      std::vector<std::jthread> workers;
      for (int i = 0; i < std::min(settings_.jobs, static_cast<int>(files_.size())); ++i) {
        workers.emplace_back([this] { work(); });
      }
    }
    return totals_;
  }

 private:
  static std::uintmax_t size_of(const std::filesystem::path& file) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    return error ? 0 : size;
  }

  void problem(const std::string& text) {
    const std::lock_guard lock(mutex_);
    reports_.problem(text);
  }
  void progress(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (reports_.progress) {
      reports_.progress(text);
    }
  }
  void broken(const std::string& text) {
    problem(text);
    const std::lock_guard lock(mutex_);
    ++totals_.faults;
  }
  void work();
  // An engine that bounds the time of events defers boards where counts are wanted. Nobody waits here.
  void count_exactly(EngineLink& engine) const {
    const auto& options = settings_.engine.options;
    const bool chosen =
        std::any_of(options.begin(), options.end(), [](const auto& o) { return o.first == kEventTime; });
    if (!chosen && engine.has_option(kEventTime)) {
      engine.send(SetOptionCommand{std::string(kEventTime), "0"});
    }
  }
  void play_file(const std::filesystem::path& file, std::unique_ptr<EngineLink>& engine);
  // False when there is no engine.
  bool play_part(const RecordedGame& game, const std::string& name, std::unique_ptr<EngineLink>& engine,
                 ReplayTotals& totals);
  Result<std::vector<RecordedPart>> parts_of(const std::filesystem::path& file) const;

  const ReplaySettings& settings_;
  const ReplayReports& reports_;
  // The same under the lock.
  const ReplayReports own_reports_{.game = {},
                                   .problem = [this](const std::string& text) { problem(text); },
                                   .progress = [this](const std::string& text) { progress(text); }};
  std::vector<std::filesystem::path> files_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> no_engine_ = false;
  std::mutex mutex_;  // guards the totals and the reports
  ReplayTotals totals_;
};

// One process serves all games of a worker: starting one costs more than most games.
void Replay::work() {
  std::unique_ptr<EngineLink> engine;
  while (!no_engine_) {
    const std::size_t i = next_++;
    if (i >= files_.size()) {
      break;
    }
    play_file(files_[i], engine);
  }
  if (engine) {
    static_cast<void>(engine->quit());
  }
}

Result<std::vector<RecordedPart>> Replay::parts_of(const std::filesystem::path& file) const {
  if (!settings_.go_on) {
    RecordedGame game = TRY(read_recorded_game(file));
    return std::vector<RecordedPart>{{std::move(game), std::nullopt}};
  }
  Result<std::vector<RecordedPart>> parts = recorded_parts(TRY(read_game_record(file)));
  return parts ? std::move(parts) : Error{fmt::format("{}: {}", file.string(), parts.error())};
}

void Replay::play_file(const std::filesystem::path& file, std::unique_ptr<EngineLink>& engine) {
  const Result<std::vector<RecordedPart>> parts = parts_of(file);
  if (!parts) {
    broken(parts.error());
    return;
  }
  const auto began = steady_clock::now();
  ReplayTotals totals;
  totals.games = 1;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    // Reference counts know games that began at their beginning.
    const std::string name = file.stem().string() + (i == 0 ? "" : fmt::format(" from the {}. recorded board on", i));
    if (!play_part((*parts)[i].game, name, engine, totals)) {
      return;
    }
    if (const auto& difference = (*parts)[i].difference) {
      problem(fmt::format("{}: {}; {}", file.string(), *difference,
                          i + 1 < parts->size() ? "it goes on from the recorded board" : "nothing follows"));
    }
  }
  const double seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
  const std::lock_guard lock(mutex_);
  totals_ += totals;
  reports_.game(fmt::format("{} of {}: {}: {} turns, {} skipped, {} lost, {} mismatches, most boards {}, {:.1f} s",
                            totals_.games, files_.size(), file.filename().string(), totals.turns, totals.skipped,
                            totals.lost, totals.mismatches, grouped(totals.most_boards), seconds));
}

bool Replay::play_part(const RecordedGame& game, const std::string& name, std::unique_ptr<EngineLink>& engine,
                       ReplayTotals& totals) {
  for (const Color side : {kWhite, kBlack}) {
    if (!settings_.colors[side]) {
      continue;
    }
    if (!engine) {
      Result<std::unique_ptr<EngineLink>> started =
          EngineLink::start(settings_.engine, settings_.patience, {}, {}, [this](const auto& text) { progress(text); });
      if (!started) {
        broken(started.error());
        no_engine_ = true;
        return false;
      }
      engine = std::move(started).value();
      count_exactly(*engine);
      for (const std::string& warning : engine->notes().warnings) {
        progress(fmt::format("{} warns: {}", engine->name(), warning));
      }
    }
    PlayerReplay replayed(settings_, *engine, game, name, side, own_reports_);
    play_again(game, side, replayed);
    if (!replayed.usable()) {
      engine.reset();
    }
    totals += replayed.totals();
  }
  return true;
}

}  // namespace

ReplayTotals& ReplayTotals::operator+=(const ReplayTotals& other) {
  games += other.games;
  players += other.players;
  left_early += other.left_early;
  turns += other.turns;
  skipped += other.skipped;
  probes += other.probes;
  lost += other.lost;
  counts += other.counts;
  mismatches += other.mismatches;
  deferring += other.deferring;
  senses += other.senses;
  other_senses += other.other_senses;
  requests += other.requests;
  other_requests += other.other_requests;
  faults += other.faults;
  most_boards = std::max(most_boards, other.most_boards);
  return *this;
}

Result<ReferenceCounts> read_reference_counts(const std::filesystem::path& file) {
  const std::string content = TRY(read_file(file));
  Result<ReferenceCounts> read = read_json(content, [](const Json& json) {
    ReferenceCounts counts;
    for (const auto& [game, players] : json.items()) {
      for (const Color c : {kWhite, kBlack}) {
        for (const auto& row : players.at(std::string(format_color(c))).at("rows")) {
          counts[game][c].rows.push_back(
              {row.at(0).get<std::uint64_t>(), row.at(1).get<std::uint64_t>(), row.at(2).get<std::uint64_t>()});
        }
      }
    }
    return counts;
  });
  return read ? std::move(read) : Error{fmt::format("{}: {}", file.string(), read.error())};
}

ReplayTotals replay(const ReplaySettings& settings, const ReplayReports& reports) {
  return Replay(settings, reports).run();
}

std::string totals_text(const ReplayTotals& t) {
  std::string text = fmt::format("{} games, {} players ({} left early), {} turns covered, {} skipped\n", t.games,
                                 t.players, t.left_early, t.turns, t.skipped);
  text += fmt::format("true board: {} probes, {} lost\n", t.probes, t.lost);
  text += fmt::format("counts: {} compared, {} mismatches; {} counts and probes undecided, boards being deferred\n",
                      t.counts, t.mismatches, t.deferring);
  if (t.senses > 0) {
    text += fmt::format("decisions: {} of {} senses and {} of {} requests other than recorded\n", t.other_senses,
                        t.senses, t.other_requests, t.requests);
  }
  text += fmt::format("faults {}, most boards {}\n", t.faults, grouped(t.most_boards));
  return text;
}

}  // namespace lanternfish
