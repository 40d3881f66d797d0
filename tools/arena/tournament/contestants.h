#pragma once

// The engines of a tournament: what they are called, and whether they are still what they were.

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

class Contestants {
 public:
  using Say = std::function<void(const std::string&)>;

  // Each engine is started once before the first game: a wrong command line or option shows here, and what it calls
  // itself. `settings` outlives this.
  static Result<std::unique_ptr<Contestants>> meet(const TournamentSettings& settings, const std::stop_token& abort,
                                                   Say say);

  // By engine, all different.
  const std::vector<std::string>& names() const { return names_; }
  const std::string& name(int engine) const { return names_[static_cast<std::size_t>(engine)]; }
  const std::vector<EngineIdentity>& identities() const { return identities_; }
  const std::vector<std::int64_t>& memory_mb() const { return memory_mb_; }

  // Who rebuilt an engine and repeats the command wants new games, or at least to know that these are the old ones.
  Status check_builds(const ResultsFile& results, const std::filesystem::path& file) const;
  // Whether the engine is still the one that played the games so far. From any thread.
  Status check_build_now(int engine);

 private:
  Contestants(const TournamentSettings& settings, Say say) : settings_(settings), say_(std::move(say)) {}
  Status start_each(const std::stop_token& abort);

  const TournamentSettings& settings_;
  Say say_;
  std::vector<std::string> names_;
  std::vector<std::int64_t> memory_mb_;
  std::mutex mutex_;                        // guards the rest, once games are played
  std::vector<EngineIdentity> identities_;  // by engine
  std::vector<std::string> dates_;          // by engine, of its files
};

}  // namespace lanternfish
