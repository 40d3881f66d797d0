#include "tools/server/doorkeeper.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>

#include "tools/server/answers.h"
#include "tools/server/names.h"

namespace lanternfish {

namespace {

constexpr std::chrono::seconds kMeanOfCalls{10};
constexpr int kLongCalls = 50;            // one in so many
constexpr std::size_t kLongestName = 64;  // of what is kept; no account has a longer one

Allowance calls_within(int a_second, int one_in = 1) {
  return {(a_second * static_cast<int>(kMeanOfCalls.count()) + one_in - 1) / one_in, kMeanOfCalls};
}

}  // namespace

HttpResponse too_many_calls() { return error_response(503, "too many calls within a second; please ask again later"); }

Doorkeeper::Doorkeeper(Lobby& lobby, const DoorLimits& limits)
    : lobby_(lobby),
      failures_(limits.failures, std::chrono::minutes(1)),
      failures_of_name_(limits.failures_of_name, std::chrono::minutes(1)),
      registrations_(limits.registrations, std::chrono::hours(1)),
      calls_of_account_(calls_within(limits.calls_of_account)),
      calls_of_address_(calls_within(limits.calls_of_address)),
      long_calls_of_address_(calls_within(limits.calls_of_address, kLongCalls)) {}

std::variant<Person, HttpResponse> Doorkeeper::sign_in(const std::string& name, const std::string& password,
                                                       const std::string& address) {
  Reply<Lobby::Caller> known = lobby_.caller(name, password, address);
  if (const Refused* why = std::get_if<Refused>(&known)) {
    return refusal(*why);
  }
  auto& [at_home, remembered] = std::get<Lobby::Caller>(known);
  const std::string account = folded(name.substr(0, kLongestName));
  if (at_home && !calls_of_account_.take(account)) {
    return too_many_calls();
  }
  if (remembered) {
    return std::move(*remembered);
  }
  const std::string whence = at_home ? account + " at " + address : address;
  if (failures_.spent(whence) || (!at_home && failures_of_name_.spent(account))) {
    return error_response(503, "too many wrong passwords; please try again in a minute");
  }
  Reply<Person> person = lobby_.sign_in(name, password, address);
  if (Person* found = std::get_if<Person>(&person)) {
    return std::move(*found);
  }
  const Refused& why = std::get<Refused>(person);
  if (why.why != Refused::Why::kForbidden) {
    return refusal(why);
  }
  failures_.take(whence);
  if (!at_home) {
    failures_of_name_.take(account);
  }
  HttpResponse answer = error_response(401, why.text);
  answer.authenticate = true;
  return answer;
}

bool Doorkeeper::answers_at_once(const std::string& name, const std::string& password, const std::string& address) {
  const Reply<Lobby::Caller> known = lobby_.caller(name, password, address);
  const Lobby::Caller* caller = std::get_if<Lobby::Caller>(&known);
  return caller == nullptr || caller->person;
}

bool Doorkeeper::may_call(const Person& person) { return calls_of_account_.take(folded(person.name)); }

bool Doorkeeper::may_call(const std::string& address) {
  return on_this_machine(address) || calls_of_address_.take(address);
}

bool Doorkeeper::may_call_long(const std::string& address) {
  return on_this_machine(address) || long_calls_of_address_.take(address);
}

bool Doorkeeper::may_register(const std::string& address) { return registrations_.take(address); }

}  // namespace lanternfish
