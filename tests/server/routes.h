#pragma once

// The calls that docs/reference/server.md names, by its examples: each call of its tables has one, which
// reference_test.py sees to, and each call of the code is there, which routes_test.cpp sees to.

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "support/file.h"
#include "tests/support_files.h"

namespace lanternfish::testing {

struct Route {
  std::string method, path, body;  // "api/games/1/sense": game and person 1; the body of the first example

  bool operator<(const Route& other) const {
    return std::tie(path, method, body) < std::tie(other.path, other.method, other.body);
  }
};

inline std::vector<Route> documented_routes() {
  const std::string page = read_file(source_dir() / "docs" / "reference" / "server.md").value();
  const std::regex call(R"(\w+ (GET|POST) /(api/\S+?)/?(?: (\{.*\}))?)"), number("/[0-9]+");
  std::set<Route> routes;
  std::istringstream lines(page);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    inside = line == "```http" || (inside && line != "```");
    std::smatch found;
    if (inside && std::regex_match(line, found, call)) {
      routes.insert({found[1], std::regex_replace(found[2].str(), number, "/1"), found[3]});
    }
  }
  return {routes.begin(), routes.end()};
}

}  // namespace lanternfish::testing
