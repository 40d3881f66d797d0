#pragma once

// Who comes in: names and passwords, and how often somebody may try, register and call.
//
// Whoever guesses passwords of others does not keep them out. An account is known at each address from which it has
// signed in within 30 days (the database knows, so that a restart changes nothing). There it has an allowance of wrong
// passwords of its own, and a password that has fitted since the server began fits whatever was tried meanwhile; each
// try counts as one of the account's calls. Elsewhere all wrong passwords of an address, and of a name, count together.

#include <string>
#include <variant>

#include "tools/server/allowance.h"
#include "tools/server/lobby.h"
#include "tools/web/http/http.h"

namespace lanternfish {

struct DoorLimits {
  int registrations = 100;  // of one address within an hour, new guests of the page among them; 0: any number
  int failures = 10;        // wrong passwords of one address within a minute
  // Of one name, from wherever it is not known: more than one address can use up.
  int failures_of_name = 30;
  // Calls within a second, in the mean of ten; 0: any number. Of those that read finished games or hash passwords an
  // address makes one in 50. Whoever is on this machine has no limit by address.
  int calls_of_account = 200, calls_of_address = 2000;
};

// Any thread.
class Doorkeeper {
 public:
  // `lobby` outlives the object.
  Doorkeeper(Lobby& lobby, const DoorLimits& limits);

  // Who this is, for one call; or the answer that says why nobody may come in. A limit is a 503, which a client of
  // reconchess asks again: it may be the account's own.
  std::variant<Person, HttpResponse> sign_in(const std::string& name, const std::string& password,
                                             const std::string& address);
  // Whether sign_in() answers at once, without hashing the password.
  bool answers_at_once(const std::string& name, const std::string& password, const std::string& address);
  // One more call, of somebody who is known otherwise; one more registration, or new guest.
  bool may_call(const Person& person);
  bool may_call(const std::string& address);
  bool may_call_long(const std::string& address);
  bool may_register(const std::string& address);

 private:
  Lobby& lobby_;
  Allowance failures_, failures_of_name_, registrations_, calls_of_account_, calls_of_address_, long_calls_of_address_;
};

// A client of reconchess asks again half a second later, and gives its game up at any status below 500.
HttpResponse too_many_calls();

}  // namespace lanternfish
