#include "engine/safety.h"

#include <doctest/doctest.h>

#include "tests/engine/tables.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// Two boards, the second half as likely: a rook of theirs stands on d8, or on f8.
ScoreTable rooks() {
  return make_table({"e1d1", "e1f1", "e1e2"}, {{"k2r4/8/8/8/8/8/8/4K3 w - - 0 1", 2, {}},  //
                                               {"k4r2/8/8/8/8/8/8/4K3 w - - 0 1", 1, {}}});
}

std::vector<Exposure> exposures_of(const std::vector<const char*>& fens, const std::vector<std::string>& requests) {
  BoardSet set;
  const Board first = parse_fen(fens[0]).value();
  for (const char* fen : fens) {
    Hypothesis h = pack(parse_fen(fen).value(), first.turn());
    h.weight = 1;
    set.shards()[0].push_back(h);
  }
  ThreadPool threads(2);
  OwnSide own(first, first.turn());
  CHECK(own.observe(OpponentMoved{}).ok());
  return exposures(set, own, moves_of(requests), threads);
}

}  // namespace

TEST_CASE("safety: a king is exposed as often as the boards on which it can be captured weigh") {
  const ScoreTable table = rooks();
  ThreadPool threads(1);
  OwnSide own(parse_fen("k2r4/8/8/8/8/8/8/4K3 w - - 0 1").value(), kWhite);
  REQUIRE(own.observe(OpponentMoved{}).ok());
  const auto found = exposures(set_of(table), own, table.requests(), threads);
  CHECK(found[0].king == doctest::Approx(2 / 3.0));
  CHECK(found[1].king == doctest::Approx(1 / 3.0));
  CHECK(found[2].king == 0);
  CHECK(found[0].queen == 0);
}

TEST_CASE("safety: a queen is exposed where nothing defends her or something lighter attacks her") {
  const auto on_d4 = [](const char* fen) { return exposures_of({fen}, {"d1d4"})[0].queen; };
  CHECK(on_d4("3q3k/8/8/8/8/8/8/3Q1K2 w - - 0 1") == 1);
  CHECK(on_d4("3q3k/8/8/8/8/2P5/8/3Q1K2 w - - 0 1") == 0);
  CHECK(on_d4("7k/8/1b6/8/8/2P5/8/3Q1K2 w - - 0 1") == 1);
  CHECK(on_d4("7k/8/8/8/8/8/8/3Q1K2 w - - 0 1") == 0);
}

TEST_CASE("safety: a queen that the request made, or that took a queen, is none to lose") {
  CHECK(exposures_of({"7k/P7/8/8/8/8/8/1r3K2 w - - 0 1"}, {"a7a8q"})[0].queen == 0);
  CHECK(exposures_of({"r6k/1P6/8/8/8/8/8/5K2 w - - 0 1"}, {"b7b8q"})[0].queen == 0);
  CHECK(exposures_of({"3q3k/4b3/8/8/8/8/8/3Q1K2 w - - 0 1"}, {"d1d8"})[0].queen == 0);
  CHECK(exposures_of({"3r3k/4b3/8/8/8/8/8/3Q1K2 w - - 0 1"}, {"d1d8"})[0].queen == 1);
}

TEST_CASE("safety: what takes the king exposes nothing, whatever it leaves behind") {
  const auto found = exposures_of({"3k3r/8/8/8/8/8/8/3Q3K w - - 0 1"}, {"d1d8", "d1d7"});
  CHECK(found[0].king == 0);
  CHECK(found[1].king == 1);
}

TEST_CASE("safety: among requests about as good the safest is made, beyond the margin the better one") {
  const auto first_of = [](double margin, double lead, double king = 7000) {
    std::vector<RequestValue> ranked(3);
    ranked[0] = {move_of("e1d1"), {}, lead};
    ranked[1] = {move_of("e1f1"), {}, 10};
    ranked[2] = {move_of("e1e2"), {}, 0};
    prefer_safety(ranked, margin, king, [](std::span<const Move> requests) {
      std::vector<Exposure> found(requests.size());
      found[0].king = 0.02;
      found[1].queen = 0.05;
      return found;
    });
    return format_move(ranked[0].request);
  };
  CHECK(first_of(30, 25) == "e1e2");
  CHECK(first_of(30, 60) == "e1d1");
  CHECK(first_of(0, 25) == "e1d1");
  CHECK(first_of(30, 25, 1000) == "e1d1");  // a twentieth of a queen and a fiftieth of such a king are worth less
}
