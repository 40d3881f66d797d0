#include "tools/arena/tournament/contestants.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "protocol/host/engine_link.h"
#include "support/number.h"
#include "tools/arena/tournament/engine_build.h"

namespace lanternfish {

namespace {

// What an engine keeps at most, as far as its options say: 0 for engines without such options.
std::int64_t kept_mb(const EngineSpec& spec, const EngineLink& link) {
  std::int64_t sum = 0;
  for (const char* option : {"BeliefMemory", "Hash"}) {
    std::string value = link.option_default(option);
    for (const auto& [name, set] : spec.options) {
      value = name == option ? set : value;
    }
    sum += std::clamp<std::int64_t>(to_number<std::int64_t>(value).value_or(0), 0, 1 << 24);
  }
  return sum;
}

}  // namespace

Result<std::unique_ptr<Contestants>> Contestants::meet(const TournamentSettings& settings, const std::stop_token& abort,
                                                       Say say) {
  std::unique_ptr<Contestants> contestants(new Contestants(settings, std::move(say)));
  TRY(contestants->start_each(abort));
  return contestants;
}

Status Contestants::start_each(const std::stop_token& abort) {
  for (const EngineSpec& engine : settings_.engines) {
    if (settings_.trusts_names) {
      names_.push_back(engine.name);
      memory_mb_.push_back(0);
      dates_.push_back(engine_dates(engine));
      identities_.push_back({"", engine_build(engine)});
      continue;
    }
    std::unique_ptr<EngineLink> link =
        TRY(EngineLink::meet(engine, settings_.rules.start, settings_.patience, abort, say_));
    names_.push_back(link->name());
    memory_mb_.push_back(kept_mb(engine, *link));
    dates_.push_back(engine_dates(engine));
    identities_.push_back({link->own_name(), engine_build(engine)});
    for (const std::string& warning : link->notes().warnings) {
      say_(fmt::format("{} warns: {}", link->name(), warning));
    }
    static_cast<void>(link->quit());
  }
  std::set<std::string> taken;
  for (std::string& name : names_) {
    const std::string wanted = name;
    for (int i = 2; !taken.insert(name).second; ++i) {
      name = fmt::format("{} {}", wanted, i);
    }
  }
  return success();
}

Status Contestants::check_builds(const ResultsFile& results, const std::filesystem::path& file) const {
  const std::vector<EngineIdentity> stored = identities_in_header(results.header());
  std::string changed;
  for (std::size_t i = 0; i < std::min(stored.size(), identities_.size()); ++i) {
    if (stored[i] != identities_[i]) {
      changed += (changed.empty() ? "" : ", ") + names_[i];
      changed += stored[i].id_name == identities_[i].id_name
                     ? ""
                     : fmt::format(" (then '{}', now '{}')", stored[i].id_name, identities_[i].id_name);
    }
  }
  if (changed.empty() || settings_.mix_builds) {
    if (!changed.empty()) {
      say_("games of different builds are added up: " + changed);
    }
    return success();
  }
  return Error{fmt::format(
      "{} holds {} games of another build of {}. --fresh puts them aside and begins anew, --anyway adds the games of "
      "both builds up",
      file.string(), results.earlier().size(), changed)};
}

Status Contestants::check_build_now(int engine) {
  const auto i = static_cast<std::size_t>(engine);
  const std::string dates = engine_dates(settings_.engines[i]);
  {
    const std::lock_guard lock(mutex_);
    if (dates == dates_[i]) {
      return success();
    }
  }
  const std::string build = engine_build(settings_.engines[i]);
  const std::lock_guard lock(mutex_);
  const bool same = build == identities_[i].build || build == "unknown";  // gone for a moment: its start will show
  if (!same && !settings_.mix_builds) {
    return Error{
        fmt::format("{} was rebuilt while the tournament ran. Its games so far are kept; --anyway goes on with "
                    "the new build, --fresh begins anew",
                    names_[i])};
  }
  if (!same) {
    say_(fmt::format("{} was rebuilt: from here on games of different builds are added up", names_[i]));
    identities_[i].build = build;
  }
  dates_[i] = dates;
  return success();
}

}  // namespace lanternfish
