#include "tools/server/allowance.h"

#include <algorithm>

namespace lanternfish {

namespace {

constexpr std::size_t kMaxKnown = 100'000;

}  // namespace

Allowance::Allowance(int at_once, std::chrono::milliseconds period)
    : at_once_(at_once), per_second_(at_once / std::chrono::duration<double>(period).count()) {}

double Allowance::left(const Left& of, SteadyClock::time_point now) const {
  return std::min(at_once_, of.times + per_second_ * std::chrono::duration<double>(now - of.when).count());
}

bool Allowance::spent(const std::string& who, SteadyClock::time_point now) {
  const std::lock_guard lock(mutex_);
  const auto found = left_.find(who);
  return at_once_ > 0 && found != left_.end() && left(found->second, now) < 1;
}

bool Allowance::take(const std::string& who, SteadyClock::time_point now) {
  if (at_once_ <= 0) {
    return true;
  }
  const std::lock_guard lock(mutex_);
  if (left_.size() >= kMaxKnown) {
    std::erase_if(left_, [&](const auto& entry) { return left(entry.second, now) >= at_once_; });
  }
  if (left_.size() >= kMaxKnown) {  // nobody may fill the memory by inventing names
    left_.clear();
  }
  Left& of = left_.try_emplace(who, Left{at_once_, now}).first->second;
  of = {left(of, now), now};
  if (of.times < 1) {
    return false;
  }
  of.times -= 1;
  return true;
}

}  // namespace lanternfish
