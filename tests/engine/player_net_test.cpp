#include "engine/player_net.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "nets/history_planes.h"
#include "nets/weights_file.h"
#include "tests/engine/seat.h"
#include "tests/folder.h"
#include "tests/nets/random_net.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// A weights file as long as the object lives.
struct NetFile {
  explicit NetFile(const Weights& weights) { REQUIRE(write_weights(path, weights, Storage::kF32)); }

  testing::Folder folder{"lanternfish_player_net"};
  std::filesystem::path path = folder / "test.lfn";
};

Weights small_weights(const std::string& kind, const std::string& planes_version, int planes) {
  const NetShape shape{.planes = planes, .channels = 16, .blocks = 0, .stem = 1, .value_hidden = 1};
  Weights weights = random_weights(shape, 1);
  weights.kind = kind;
  weights.planes_version = planes_version;
  return weights;
}

std::vector<float>& tensor(Weights& weights, const std::string& name) {
  const auto specs = tensor_specs(weights.shape);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].name == name) {
      return weights.tensors[i];
    }
  }
  FAIL("no tensor " << name);
  return weights.tensors[0];
}

Config with_net(Strategy strategy, const std::string& file) {
  Config config = seeded(strategy, 3);
  config.net_file = file;
  return config;
}

std::vector<Strategy> net_strategies() {
  std::vector<Strategy> found;
  for (std::size_t i = 0; i < strategies().size(); ++i) {
    if (!strategies()[i].net_kind.empty()) {
      found.push_back(static_cast<Strategy>(i));
    }
  }
  return found;
}

}  // namespace

TEST_CASE("player net: without weights a sentence says how to train some, and whole turns are played all the same") {
  for (const Strategy strategy : net_strategies()) {
    CAPTURE(traits_of(strategy).name);
    Board truth = Board::start();
    AgentSeat seat(with_net(strategy, "no_such_folder/none.lfn"), truth, kWhite);
    REQUIRE(seat.warnings.size() == 1);
    CHECK(seat.warnings[0].find("no_such_folder/none.lfn") != std::string::npos);
    CHECK(seat.warnings[0].find("lanternfish-train") != std::string::npos);
    for (int turn = 0; turn < 3; ++turn) {
      seat.sense_on(truth);
      seat.move_on(truth);
      apply(truth, kNullMove);
    }
    CHECK(seat.warnings.size() == 1);
  }
}

TEST_CASE("player net: weights for another player or for other planes are refused") {
  const NetFile other(small_weights("penumbra", kHistoryPlanesVersion, kHistoryPlanes));
  AgentSeat seat(with_net(Strategy::kJkuCoda, other.path.string()), Board::start(), kWhite);
  REQUIRE(seat.warnings.size() == 1);
  CHECK(seat.warnings[0].find("kind penumbra") != std::string::npos);
  CHECK(seat.warnings[0].find("kind jku-coda") != std::string::npos);
  const NetFile planes(small_weights("jku-coda", "synopsis-104/1", 104));
  AgentSeat another(with_net(Strategy::kJkuCoda, planes.path.string()), Board::start(), kWhite);
  REQUIRE(another.warnings.size() == 1);
  CHECK(another.warnings[0].find("synopsis-104/1") != std::string::npos);
}

TEST_CASE("jku-coda: requests what its network likes best of what may be requested") {
  Weights weights = small_weights("jku-coda", kHistoryPlanesVersion, kHistoryPlanes);
  auto& bias = tensor(weights, "heads.All.move.bias");
  bias[0] = 1e6F;  // no other request comes near
  bias[2] = 2e6F;  // but no piece can go three squares north
  const NetFile file(weights);
  for (const Color me : {kWhite, kBlack}) {
    Board truth = Board::start();
    truth.set_turn(me);
    AgentSeat seat(with_net(Strategy::kJkuCoda, file.path.string()), truth, me);
    CHECK(seat.warnings.empty());
    seat.sense_on(truth);
    const Move request = seat.move_on(truth);
    CHECK(file_of(request.from) == file_of(request.to));
    CHECK(relative_rank(request.from, me) == 1);
    CHECK(relative_rank(request.to, me) == 2);
  }
}
