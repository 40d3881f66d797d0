#include "tools/web/belief_json.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "belief/set/marginals.h"
#include "belief/set/sense_partition.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

using Squares = std::array<double, 64>;

int per_mille(double probability) { return static_cast<int>(std::lround(1000 * std::clamp(probability, 0.0, 1.0))); }

// What is possible at all is not shown as impossible.
Json per_mille_list(const Squares& probabilities) {
  Json list = Json::array();
  for (const double p : probabilities) {
    list.push_back(p > 0 ? std::max(1, per_mille(p)) : 0);
  }
  return list;
}

// The share of the boards on which an opponent's piece on the square attacks my king, and on which any does.
void add_threats(Json& json, const Belief& belief) {
  Squares by_square{};
  double any = 0, total = 0;
  const OwnSide& own = belief.own();
  const Square king = own.pieces().king(own.me());
  if (king == kNoSquare) {
    return;
  }
  belief.boards().for_each([&](const Hypothesis& h) {
    total += h.weight;
    Bitboard attackers = attackers_of(unpack(h, own), king, ~own.me());
    any += attackers != 0 ? h.weight : 0;
    while (attackers != 0) {
      by_square[pop_lowest(attackers)] += h.weight;
    }
  });
  for (double& p : by_square) {
    p /= total > 0 ? total : 1;
  }
  json["threat"] = per_mille_list(by_square);
  json["attacked"] = per_mille(total > 0 ? any / total : 0);
}

// `truth`: the true board, or null.
void add_windows(Json& json, const Belief& belief, const Hypothesis* truth, ThreadPool& threads) {
  json["windows"] = Json::array();
  for (const WindowSplit& split : split_by_windows(belief.boards(), kInnerSquares, threads)) {
    Json window;
    window["square"] = format_square(split.center);
    window["results"] = split.results;
    window["expected"] = split.expected_boards;
    window["worst"] = split.worst_boards;
    window["gain"] = split.gain_bits;
    if (truth) {
      const std::uint32_t shown = window_content(*truth, split.center);
      std::uint64_t left = 0;
      belief.boards().for_each([&](const Hypothesis& h) { left += window_content(h, split.center) == shown ? 1 : 0; });
      window["here"] = left;
    }
    json["windows"].push_back(std::move(window));
  }
}

void add_likely(Json& json, const Belief& belief, std::size_t limit) {
  const double total = belief.boards().total_weight();
  json["likely"] = Json::array();
  for (const Hypothesis& h : likeliest(belief.boards(), limit)) {
    Json board;
    board["fen"] = format_fen(unpack(h, belief.own()));
    board["ppm"] = std::lround(1e6 * h.weight / total);
    json["likely"].push_back(std::move(board));
  }
}

void add_truth(Json& json, const Belief& belief, const Board& truth) {
  const double probability = belief.probability(truth);
  json["truth"] = probability > 0 ? "held" : belief.deferred() > 0 ? "deferred" : "lost";
  json["truth_bits"] = probability > 0 ? Json(std::max(0.0, -std::log2(probability))) : Json();
}

}  // namespace

Json belief_json(const Belief& belief, const BeliefView& view, ThreadPool& threads) {
  Json json;
  json["boards"] = belief.boards().size();
  json["deferred"] = belief.deferred();
  if (belief.boards().empty()) {
    if (view.truth) {
      add_truth(json, belief, *view.truth);
    }
    return json;
  }
  json["entropy"] = entropy_bits(belief.boards(), threads);
  json["pieces"] = Json::array();
  for (const auto& of_type : piece_probabilities(belief.boards())) {
    json["pieces"].push_back(per_mille_list(of_type));
  }
  add_threats(json, belief);
  if (view.windows) {
    const Hypothesis packed = view.truth ? pack(*view.truth, belief.own().me()) : Hypothesis{};
    add_windows(json, belief, view.truth ? &packed : nullptr, threads);
  }
  if (view.likely_boards > 0) {
    add_likely(json, belief, view.likely_boards);
  }
  if (view.truth) {
    add_truth(json, belief, *view.truth);
  }
  return json;
}

}  // namespace lanternfish
