#include "protocol/serve/player_session.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "game/random_player.h"

using namespace lanternfish;

namespace {

// A session with the random player of game/, and what it said.
class Host {
 public:
  Host()
      : session_(std::make_unique<RandomPlayer>(1),
                 [this](const EngineMessage& message) { said_.push_back(format_engine_message(message)); }) {}

  std::vector<std::string> ask(std::string_view line, std::stop_token stop = {}) {
    said_.clear();
    session_.execute(parse_host_line(line), stop);
    return said_;
  }
  std::string last(std::string_view line) {
    ask(line);
    return said_.empty() ? "" : said_.back();
  }

 private:
  std::vector<std::string> said_;
  PlayerSession session_;
};

}  // namespace

TEST_CASE("player session: a turn by the protocol, and each command in its phase") {
  Host host;
  CHECK(host.last("uci") == "uciok");
  CHECK(host.last("isready") == "readyok");
  CHECK(host.ask("go").front().starts_with("info string error phase "));
  CHECK(host.last("go") == "bestmove 0000");
  CHECK(host.ask("position startpos color white").empty());
  CHECK(host.ask("observe opponent capture none").empty());
  CHECK(host.last("go") == "bestmove 0000");
  CHECK(host.last("sense").starts_with("bestsense "));
  CHECK(host.ask("observe sense none result none").empty());
  CHECK(host.last("go").starts_with("bestmove "));
  CHECK(host.ask("observe move requested e2e4 taken e2e4 capture none").empty());
  CHECK(host.last("ponder") == "ponderdone");
  CHECK(host.ask("gameover winner white reason KING_CAPTURE").empty());
  CHECK(host.ask("observe opponent capture none").front().starts_with("info string error phase "));
}

TEST_CASE("player session: an event that contradicts the own side changes nothing, nor do those beside it") {
  Host host;
  host.ask("position startpos color white history opponent capture none sense none result none");
  const auto said = host.ask("observe move requested e2e5 taken e2e5 capture none");
  REQUIRE(said.size() == 1);
  CHECK(said.front().starts_with("info string error observation "));
  CHECK(host.ask("observe move requested e2e4 taken e2e4 capture none opponent capture h5")
            .front()
            .starts_with("info string error observation "));
  CHECK(host.last("go searchmoves e2e4") == "bestmove e2e4");
  CHECK(host.ask("observe move requested e2e4 taken e2e4 capture none").empty());
}

TEST_CASE("player session: searchsenses and searchmoves bind the player, as far as the request may be made") {
  Host host;
  host.ask("position startpos color black history opponent capture none");
  CHECK(host.last("sense searchsenses g2") == "bestsense g2");
  host.ask("observe sense g2 result 3/PPP/BNR");
  CHECK(host.last("go searchmoves b8c6") == "bestmove b8c6");
  CHECK(host.last("go searchmoves b8b1 g8f6") == "bestmove g8f6");
}

TEST_CASE("player session: the same seed gives the same game, and another one another") {
  const auto senses = [](const char* seed) {
    Host host;
    host.ask(std::string("setoption name Seed value ") + seed);
    host.ask("position startpos color black history opponent capture none");
    std::vector<std::string> list;
    for (int i = 0; i < 8; ++i) {
      list.push_back(host.last("sense"));
    }
    return list;
  };
  CHECK(senses("7") == senses("7"));
  CHECK(senses("7") != senses("8"));
}

TEST_CASE("player session: options go by any capitals, and what is wrong with one is said") {
  Host host;
  CHECK(host.ask("setoption name seed value 7").empty());
  CHECK(host.ask("setoption name MOVELIMIT value 50").empty());
  CHECK(host.last("setoption name Seed value -1") == "info string error option the option 'Seed' takes no value '-1'");
  CHECK(host.last("setoption name Sed value 1") == "info string error option there is no option 'Sed'");
}

TEST_CASE("player session: an infinite search answers at stop, not before") {
  Host host;
  host.ask("position startpos color black history opponent capture none");
  std::stop_source stop;
  std::atomic<bool> answered = false;
  std::thread thinking([&] {
    host.ask("sense infinite", stop.get_token());
    answered = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK_FALSE(answered);
  stop.request_stop();
  thinking.join();
  CHECK(answered);
}
