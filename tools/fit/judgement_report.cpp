#include "tools/fit/judgement_report.h"

#include <cmath>

#include <fmt/format.h>

#include "belief/opponent/move_model_habits.h"
#include "tools/fit/table_text.h"

namespace lanternfish {

namespace {

std::string row_text(const std::string& name, const JudgementBits& bits) {
  const auto n = static_cast<double>(std::max<std::int64_t>(1, bits.moves));
  return fmt::format("| {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", name, bits.moves, bits.without / n,
                     bits.fully_trusted / n, bits.trusted / n, bits.trust / n);
}

JudgementBits player_bits(const JudgementData& data, const JudgementCoefficients& coefficients,
                          const PlayerMoves& player) {
  MoveHabits habits;
  EvaluatorTrust trust(static_cast<float>(coefficients.trust));
  JudgementBits bits;
  for (std::uint32_t i = player.first; i < player.first + player.count; ++i) {
    const MoveDecision& decision = data.all[i];
    const auto moves = data.of(decision);
    std::array<double, kMoveParts> plain;
    std::copy(moves[decision.made].parts.begin(), moves[decision.made].parts.end(), plain.begin());
    const auto judged = parts_with_judgements(moves, coefficients)[decision.made];
    const MoveShares shares = habits.shares();
    double without = 0;
    double with_judgements = 0;
    for (std::size_t part = 0; part < shares.size(); ++part) {
      without += static_cast<double>(shares[part]) * plain[part];
      with_judgements += static_cast<double>(shares[part]) * judged[part];
    }
    const auto trusted = static_cast<double>(trust.trust());
    bits.add({1, -std::log2(without), -std::log2(with_judgements),
              -std::log2((1 - trusted) * without + trusted * with_judgements), trusted});
    habits.learn(plain);
    trust.learn(with_judgements, without);
  }
  return bits;
}

}  // namespace

void JudgementBits::add(const JudgementBits& other) {
  moves += other.moves;
  without += other.without;
  fully_trusted += other.fully_trusted;
  trusted += other.trusted;
  trust += other.trust;
}

void JudgementReport::add(const JudgementData& data, const JudgementCoefficients& coefficients,
                          const std::function<bool(const PlayerMoves&)>& use) {
  for (const PlayerMoves& player : data.players) {
    if (use(player)) {
      const JudgementBits bits = player_bits(data, coefficients, player);
      total_.add(bits);
      by_name_[player.name].add(bits);
    }
  }
}

std::string JudgementReport::text(std::int64_t min_moves) const {
  std::string text =
      "| player | moves | without judgements | trusted altogether | trust learnt | mean trust |\n"
      "|---|---|---|---|---|---|\n";
  text += row_text("all", total_);
  for (const auto& [name, bits] : by_name_) {
    if (bits.moves >= min_moves) {
      text += row_text(name, bits);
    }
  }
  return text;
}

std::string judgement_table_text(const JudgementCoefficients& coefficients, const std::string& origin) {
  std::string text = commented(origin) + "// clang-format off\n";
  text += fmt::format("constexpr float kFittedTrust = {:.3f}F;\nconstexpr std::int16_t kJudgementWeights[] = {{\n",
                      coefficients.trust);
  for (std::size_t row = 0; row < judgement_rows::kCount; ++row) {
    text += "   ";
    for (const auto& style : coefficients.styles) {
      text += fmt::format(" {},", std::lround(100 * style[row]));
    }
    text += "\n";
  }
  return text + "};\n// clang-format on\n";
}

}  // namespace lanternfish
