#include "tools/fit/report.h"

#include <cmath>

#include <fmt/format.h>

#include "belief/opponent/move_model_habits.h"

namespace lanternfish {

namespace {

double mixed(const PartLikelihood& likelihood, const MoveShares& shares) {
  double sum = 0;
  for (std::size_t part = 0; part < shares.size(); ++part) {
    sum += likelihood[part] * static_cast<double>(shares[part]);
  }
  return sum;
}

std::string row_text(const std::string& name, const MoveBits& bits) {
  const auto n = static_cast<double>(bits.moves);
  return fmt::format("| {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", name, bits.moves, bits.uniform / n, bits.usual / n,
                     bits.adapted / n);
}

}  // namespace

void MoveBits::add(const MoveBits& other) {
  moves += other.moves;
  uniform += other.uniform;
  usual += other.usual;
  adapted += other.adapted;
}

void MoveReport::add_player(const Decisions& decisions, const Mixture& mixture, const PlayerMoves& player) {
  MoveHabits habits(mixture.usual);
  MoveBits bits;
  for (std::uint32_t i = player.first; i < player.first + player.count; ++i) {
    const MoveDecision& decision = decisions.all[i];
    const auto parts = part_likelihoods(mixture, decisions, decision);
    const MoveShares shares = habits.shares();
    ++bits.moves;
    bits.uniform += std::log2(static_cast<double>(decision.moves));
    bits.usual -= std::log2(mixed(parts[decision.made], mixture.usual));
    bits.adapted -= std::log2(mixed(parts[decision.made], shares));
    habits.learn(parts[decision.made]);
  }
  total_.add(bits);
  by_name_[player.name].add(bits);
}

void MoveReport::add(const Decisions& decisions, const Mixture& mixture,
                     const std::function<bool(const PlayerMoves&)>& use) {
  for (const PlayerMoves& player : decisions.players) {
    if (use(player)) {
      add_player(decisions, mixture, player);
    }
  }
}

std::string MoveReport::text(std::int64_t min_moves) const {
  std::string text = "| player | moves | uniform | usual shares | adapted |\n|---|---|---|---|---|\n";
  text += row_text("all", total_);
  for (const auto& [name, bits] : by_name_) {
    if (bits.moves >= min_moves) {
      text += row_text(name, bits);
    }
  }
  return text;
}

}  // namespace lanternfish
