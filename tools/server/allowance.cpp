#include "tools/server/allowance.h"

#include <algorithm>

namespace lanternfish {

namespace {

constexpr std::size_t kMaxKnown = 100'000;
constexpr std::chrono::seconds kBetweenSweeps{1};  // each looks at all that are known

}  // namespace

Allowance::Allowance(int at_once, std::chrono::milliseconds period)
    : at_once_(at_once),
      per_second_(at_once / std::chrono::duration<double>(period).count()),
      strangers_{at_once_, {}} {}

double Allowance::left(const Left& of, SteadyClock::time_point now) const {
  return std::min(at_once_, of.times + per_second_ * std::chrono::duration<double>(now - of.when).count());
}

bool Allowance::full(SteadyClock::time_point now) {
  if (left_.size() >= kMaxKnown && now - swept_ >= kBetweenSweeps) {
    swept_ = now;
    std::erase_if(left_, [&](const auto& entry) { return left(entry.second, now) >= at_once_; });
  }
  return left_.size() >= kMaxKnown;
}

bool Allowance::spent(const std::string& who, SteadyClock::time_point now) {
  if (at_once_ <= 0) {
    return false;
  }
  const std::lock_guard lock(mutex_);
  const auto found = left_.find(who);
  return found != left_.end() ? left(found->second, now) < 1 : full(now) && left(strangers_, now) < 1;
}

bool Allowance::take(const std::string& who, SteadyClock::time_point now) {
  if (at_once_ <= 0) {
    return true;
  }
  const std::lock_guard lock(mutex_);
  auto found = left_.find(who);
  if (found == left_.end() && !full(now)) {
    found = left_.emplace(who, Left{at_once_, now}).first;
  }
  Left& of = found != left_.end() ? found->second : strangers_;
  of = {left(of, now), now};
  if (of.times < 1) {
    return false;
  }
  of.times -= 1;
  return true;
}

}  // namespace lanternfish
