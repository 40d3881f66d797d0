// The calls of the server, one a line: WHO METHOD PATH BODY. Whatever comes, an answer that says it is JSON is, none is
// a mistake of the server, and GET changes nothing.

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "support/json_line.h"
#include "tests/server/calls.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanternfish;
  static testing::Calls calls({"a", "b", "c"});
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  int left = 50;
  for (std::string line; left > 0 && std::getline(lines, line); --left) {
    std::istringstream words(line);
    std::string who, method, path, body;
    words >> who >> method >> path;
    std::getline(words, body);
    // A wrong password costs a hundred calls' time, and a registration as well.
    who = who == "b" || who == "c" || who == "a" ? who : "";
    if (path.starts_with("api/users") && who.empty() && method == "POST") {
      continue;
    }
    const HttpResponse answer = calls.answer(who, method, path, body);
    const bool whole = answer.type != "application/json" || (answer.body && parse_json(*answer.body).ok());
    if (!whole || answer.status < 200 || answer.status >= 500) {
      std::abort();
    }
  }
  return 0;
}
