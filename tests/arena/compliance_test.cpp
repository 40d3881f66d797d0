#include <doctest/doctest.h>

#include <filesystem>

#include "tests/arena/engines.h"
#include "tests/support_files.h"
#include "tools/arena/compliance/compliance.h"

using namespace lanternfish;
using lanternfish::testing::real_engine;

namespace {

std::vector<std::string> faults_of(const EngineSpec& engine, const std::string& only = "") {
  ComplianceSettings settings;
  settings.engine = engine;
  settings.only = only;
  std::vector<std::string> faults;
  for (const ComplianceReport& report : check_compliance(settings, [](const ComplianceReport&) {})) {
    for (const std::string& fault : report.faults) {
      faults.push_back(std::string(report.name) + ": " + fault);
    }
  }
  return faults;
}

}  // namespace

TEST_CASE("compliance: our own engine has no fault" * doctest::skip(!std::filesystem::exists(real_engine()))) {
  const auto faults =
      faults_of(parse_engine_spec("cmd=" + real_engine().string() + " EngineCommand=none Threads=1").value());
  for (const std::string& fault : faults) {
    MESSAGE(fault);
  }
  CHECK(faults.empty());
}

TEST_CASE("compliance: an engine that does not greet is waited for once, not for each check") {
  ComplianceSettings settings;
  settings.engine = lanternfish::testing::fake_engine("fault=silence at=uci");
  settings.answer = std::chrono::milliseconds(200);
  const auto reports = check_compliance(settings, [](const ComplianceReport&) {});
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].faults == std::vector<std::string>{"no uciok within 200 ms"});
  CHECK(reports[0].notes == std::vector<std::string>{"it did not start, and no other check was made"});
}

TEST_CASE("compliance: each fault is found by the check for it, and named" *
          doctest::skip(!std::filesystem::exists(real_engine()))) {
  struct Case {
    const char* fault;
    const char* check;
    const char* text;
  };
  const Case cases[] = {
      {"no-protocol-id", "lines", "id protocol rbc-uci 1"},
      {"missing-option", "options", "MoveLimit"},
      {"accepts-any-option", "option-values", "NoSuchOption"},
      {"silent-errors", "thinking-out-of-place", "error phase"},
      {"silent-errors", "events-out-of-place", "error phase"},
      {"swallows-position-errors", "broken-positions", "error position"},
      {"two-terminators", "whole-games", "nobody asked for"},
      {"wrong-null", "thinking-out-of-place", "bestmove e2e4"},
      {"missing-update", "whole-games", "0 update lines"},
      {"wrong-counts", "exact-numbers", "21 boards"},
      {"loses-truth", "whole-games", "true board"},
      {"illegal-request", "whole-games", "a1h8"},
      {"ignores-searchsenses", "limits", "searchsenses b3"},
      {"ignores-turn", "limits", "wrong turn number"},
      {"varies", "same-again", "same again"},
      {"deaf-to-stop", "stop-and-isready", "stop during"},
      {"deaf-while-thinking", "stop-and-isready", "isready during"},
      {"forgets-history", "restoring", "update lines for a history"},
      {"stays", "quit", "at quit"},
      {"ignores-end-of-input", "end-of-input", "end of its input"},
  };
  for (const Case& c : cases) {
    const std::string spoiled = c.fault;
    CAPTURE(spoiled);
    const auto faults = faults_of(parse_engine_spec(std::string("cmd=") + testing::kFaultyProxy + " " + c.fault + " " +
                                                    real_engine().string() + " EngineCommand=none Threads=1")
                                      .value(),
                                  c.check);
    const bool named = std::any_of(faults.begin(), faults.end(),
                                   [&](const std::string& fault) { return fault.find(c.text) != std::string::npos; });
    CHECK(named);
    for (const std::string& fault : faults) {
      if (!named) {
        MESSAGE(fault);
      }
    }
  }
}

TEST_CASE("compliance: a program that is no engine fails every check") {
  ComplianceSettings settings;
  settings.engine = parse_engine_spec("true").value();
  for (const ComplianceReport& report : check_compliance(settings, [](const ComplianceReport&) {})) {
    CAPTURE(report.name);
    CHECK(report.faults.size() == 1);
  }
}

TEST_CASE("compliance: what an engine said before it left is told") {
  const auto faults = faults_of(lanternfish::testing::fake_engine("fault=leaves at=sense"), "whole-games");
  REQUIRE_FALSE(faults.empty());
  CHECK(faults[0].find("ended before it sent bestsense, after 'info string error internal ordered by the test'") !=
        std::string::npos);
}
