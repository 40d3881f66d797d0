#include <doctest/doctest.h>

#include "protocol/host/engine_spec.h"

using namespace lanternfish;

using Words = std::vector<std::string>;

TEST_CASE("engine_spec: a bare command line stays as typed") {
  const EngineSpec spec = parse_engine_spec("build/lanternfish Strategy=trout 'Engine Workers=2'").value();
  CHECK(spec.command == Words{"build/lanternfish", "Strategy=trout", "Engine Workers=2"});
  CHECK(spec.name.empty());
  CHECK(spec.options.empty());
}

TEST_CASE("engine_spec: a field's value reaches to the next field") {
  const EngineSpec spec =
      parse_engine_spec("option.Move Overhead=50 name=two words cmd=python3 bot.py args=-x tc=10+0.1 ponder=true")
          .value();
  CHECK(spec.name == "two words");
  CHECK(spec.command == Words{"python3", "bot.py", "-x"});
  REQUIRE(spec.options.size() == 1);
  CHECK(spec.options[0] == std::pair<std::string, std::string>("Move Overhead", "50"));
  CHECK(spec.time == parse_time_control("10+0.1").value());
  CHECK(spec.ponder);
}

TEST_CASE("engine_spec: what is missing is named") {
  CHECK(parse_engine_spec("name=x").error().find("no command") != std::string::npos);
  CHECK(parse_engine_spec("").error().find("no command") != std::string::npos);
  CHECK(parse_engine_spec("cmd=x option.Hash").error().find("KEY=VALUE") != std::string::npos);
  CHECK(parse_engine_spec("cmd=x tc=fast").error().find("time control") != std::string::npos);
  CHECK(parse_engine_spec("cmd='x").error().find("quote") != std::string::npos);
  CHECK(parse_engine_spec("cmd=x ponder=yes").error().find("ponder") != std::string::npos);
}

TEST_CASE("engine_spec: engines are found among other arguments, in both spellings") {
  Words arguments = {"--games", "4",      "-engine",          "cmd=a", "name=first", "--engine", "b Strategy=trout",
                     "--tc",    "10+0.1", "--engine=cmd=c d", "file"};
  CHECK(take_engine_arguments(arguments)->engines == Words{"cmd=a name=first", "b Strategy=trout", "cmd=c d"});
  CHECK(arguments == Words{"--games", "4", "--tc", "10+0.1", "file"});
}
