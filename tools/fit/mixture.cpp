#include "tools/fit/mixture.h"

#include <cmath>
#include <map>

namespace lanternfish {

namespace {

constexpr double kPlayerPrior = 6;  // moves of the usual player that each player's shares lean on
constexpr int kShareSteps = 10;     // of the shares alone, between two fits of the styles
constexpr double kMinUsual = 0.01;
constexpr int kRounds = 8;  // of expectation maximisation

// The decisions of the fit, player by player, with how likely each part made what was done.
struct Fit {
  const Decisions& decisions;
  std::vector<PlayerMoves> players;
  std::vector<std::uint32_t> which;
  std::vector<PartLikelihood> likelihood;  // as which
  std::vector<PartLikelihood> credit;      // as which: what part the move is put down to
  std::vector<PartLikelihood> shares;      // by player
};

PartLikelihood usual_shares(const Fit& fit) {
  PartLikelihood sum{};
  for (const PartLikelihood& shares : fit.shares) {
    for (std::size_t part = 0; part < sum.size(); ++part) {
      sum[part] += shares[part] / static_cast<double>(fit.shares.size());
    }
  }
  double all = 0;
  for (double& share : sum) {
    share = std::max(share, kMinUsual);
    all += share;
  }
  for (double& share : sum) {
    share /= all;
  }
  return sum;
}

// One step of the shares; returns the bits of all moves under the shares before it.
double step_shares(Fit& fit) {
  const PartLikelihood usual = usual_shares(fit);
  double bits = 0;
  std::size_t at = 0;
  for (std::size_t player = 0; player < fit.players.size(); ++player) {
    PartLikelihood turns{};
    for (std::uint32_t i = 0; i < fit.players[player].count; ++i, ++at) {
      double all = 0;
      for (std::size_t part = 0; part < turns.size(); ++part) {
        fit.credit[at][part] = fit.shares[player][part] * fit.likelihood[at][part];
        all += fit.credit[at][part];
      }
      for (std::size_t part = 0; part < turns.size(); ++part) {
        fit.credit[at][part] /= all;
        turns[part] += fit.credit[at][part];
      }
      bits -= std::log2(all);
    }
    for (std::size_t part = 0; part < turns.size(); ++part) {
      fit.shares[player][part] =
          (turns[part] + kPlayerPrior * usual[part]) / (fit.players[player].count + kPlayerPrior);
    }
  }
  return bits;
}

void fit_styles(Fit& fit, Mixture& mixture, ThreadPool& threads) {
  std::vector<double> weights(fit.which.size());
  for (std::size_t style = 0; style < kMoveStyles; ++style) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights[i] = fit.credit[i][style];
    }
    fit_logit(fit.decisions, fit.which, weights, mixture.styles[style], threads);
  }
}

void find_likelihoods(Fit& fit, const Mixture& mixture, ThreadPool& threads) {
  constexpr std::size_t kRun = 256;
  threads.for_each((fit.which.size() + kRun - 1) / kRun, [&](std::size_t run) {
    for (std::size_t i = run * kRun; i < std::min((run + 1) * kRun, fit.which.size()); ++i) {
      const MoveDecision& decision = fit.decisions.all[fit.which[i]];
      fit.likelihood[i] = part_likelihoods(mixture, fit.decisions, decision)[decision.made];
    }
  });
}

// To begin with, players of one name share a style: the names in the order of their moves, dealt out in turn.
void deal_styles(Fit& fit) {
  std::map<std::string, std::uint32_t> moves;
  for (const PlayerMoves& player : fit.players) {
    moves[player.name] += player.count;
  }
  std::vector<std::pair<std::uint32_t, std::string>> order;
  for (const auto& [name, count] : moves) {
    order.emplace_back(count, name);
  }
  std::sort(order.rbegin(), order.rend());
  std::map<std::string, std::size_t> style;
  for (std::size_t i = 0; i < order.size(); ++i) {
    style[order[i].second] = i % kMoveStyles;
  }
  for (const PlayerMoves& player : fit.players) {
    PartLikelihood shares;
    shares.fill(0.3 / kMoveParts);
    shares[style[player.name]] += 0.7;
    fit.shares.push_back(shares);
    fit.credit.insert(fit.credit.end(), player.count, shares);
  }
}

}  // namespace

std::vector<PartLikelihood> part_likelihoods(const Mixture& mixture, const Decisions& decisions,
                                             const MoveDecision& decision) {
  std::vector<PartLikelihood> likelihoods(decision.moves);
  std::vector<double> p;
  for (std::size_t style = 0; style < kMoveStyles; ++style) {
    move_probabilities(decisions, decision, mixture.styles[style], p);
    for (std::size_t m = 0; m < p.size(); ++m) {
      likelihoods[m][style] = p[m];
    }
  }
  double requests = 0;
  for (std::size_t m = 0; m < likelihoods.size(); ++m) {
    requests += static_cast<double>(decisions.requests[decision.first_move + m]);
  }
  for (std::size_t m = 0; m < likelihoods.size(); ++m) {
    likelihoods[m][kRandomPart] = static_cast<double>(decisions.requests[decision.first_move + m]) / requests;
  }
  likelihoods.back()[kPassPart] = 1;
  return likelihoods;
}

Mixture fit_mixture(const Decisions& decisions, const std::function<bool(const PlayerMoves&)>& use, ThreadPool& threads,
                    const std::function<void(int round, double bits)>& progress) {
  Fit fit{decisions, {}, {}, {}, {}, {}};
  for (const PlayerMoves& player : decisions.players) {
    if (use(player) && player.count > 0) {
      fit.players.push_back(player);
      for (std::uint32_t i = 0; i < player.count; ++i) {
        fit.which.push_back(player.first + i);
      }
    }
  }
  fit.likelihood.resize(fit.which.size());
  deal_styles(fit);
  Mixture mixture;
  mixture.styles.fill(Coefficients(kFitRows, 0));
  for (int round = 1; round <= kRounds; ++round) {
    fit_styles(fit, mixture, threads);
    find_likelihoods(fit, mixture, threads);
    double bits = 0;
    for (int step = 0; step < kShareSteps; ++step) {
      bits = step_shares(fit);
    }
    progress(round, bits / static_cast<double>(std::max<std::size_t>(1, fit.which.size())));
  }
  const PartLikelihood usual = usual_shares(fit);
  std::copy(usual.begin(), usual.end(), mixture.usual.begin());
  return mixture;
}

}  // namespace lanternfish
