#include "tools/fit/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "belief/opponent/move_model_habits.h"
#include "tools/fit/decisions.h"

namespace lanternfish {

namespace {

// Means by player.
class BitsTable {
 public:
  // `heading`: the columns behind name and moves.
  explicit BitsTable(std::vector<std::string_view> heading) : heading_(std::move(heading)) {
    total_.sums.resize(heading_.size());
  }

  // A move of a player of that name, by column.
  void add(const std::string& name, const std::vector<double>& bits) {
    for (Sums* row : {&total_, &by_name_[name]}) {
      ++row->moves;
      row->sums.resize(bits.size());
      std::transform(bits.begin(), bits.end(), row->sums.begin(), row->sums.begin(), std::plus<>());
    }
  }

  // The total, and names that have not too few moves.
  std::string text() const {
    constexpr std::int64_t kMinMoves = 400;
    std::string text = fmt::format("| player | moves | {} |\n|---|---|", fmt::join(heading_, " | "));
    for (std::size_t i = 0; i < heading_.size(); ++i) {
      text += "---|";
    }
    text += "\n" + row_text("all", total_);
    for (const auto& [name, row] : by_name_) {
      text += row.moves >= kMinMoves ? row_text(name, row) : "";
    }
    return text;
  }

 private:
  struct Sums {
    std::int64_t moves = 0;
    std::vector<double> sums;
  };

  static std::string row_text(const std::string& name, const Sums& row) {
    std::string text = fmt::format("| {} | {} |", name, row.moves);
    for (const double sum : row.sums) {
      text += fmt::format(" {:.2f} |", sum / static_cast<double>(std::max<std::int64_t>(1, row.moves)));
    }
    return text + "\n";
  }

  std::vector<std::string_view> heading_;
  Sums total_;
  std::map<std::string, Sums> by_name_;
};

double mixed(const PartLikelihood& likelihood, const MoveShares& shares) {
  double sum = 0;
  for (std::size_t part = 0; part < shares.size(); ++part) {
    sum += likelihood[part] * static_cast<double>(shares[part]);
  }
  return sum;
}

constexpr double kMaxCoefficient = 1500;  // hundredths
constexpr int kRowsJoined = 2;            // rows of zeros that do not end a run

using Row = std::array<int, kMoveStyles>;

std::vector<Row> rounded_rows(const Mixture& mixture) {
  std::vector<Row> table(move_rows::kCount);
  for (int row = 0; row < move_rows::kCount; ++row) {
    for (std::size_t style = 0; style < kMoveStyles; ++style) {
      const Coefficients& x = mixture.styles[style];
      const int coarse = coarse_row(row);
      const double sum = x[static_cast<std::size_t>(row)] + (coarse < 0 ? 0 : x[static_cast<std::size_t>(coarse)]);
      table[static_cast<std::size_t>(row)][style] =
          static_cast<int>(std::lround(std::clamp(100 * sum, -kMaxCoefficient, kMaxCoefficient)));
    }
  }
  return table;
}

std::string run_text(const std::vector<Row>& table, std::size_t begin, std::size_t end) {
  constexpr std::size_t kLine = 116;
  std::string text;
  std::string line = fmt::format("    {}, {},", begin, end - begin);
  for (std::size_t row = begin; row < end; ++row) {
    for (const int value : table[row]) {
      const std::string word = fmt::format(" {},", value);
      if (line.size() + word.size() > kLine) {
        text += line + "\n";
        line = "   ";
      }
      line += word;
    }
  }
  return text + line + "\n";
}

std::string commented(const std::string& text) {
  std::string lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines += "// " + text.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::string move_report(const Decisions& decisions, const Mixture& mixture, const UsePlayer& use) {
  BitsTable table({"uniform", "usual shares", "adapted"});
  for (const PlayerMoves& player : decisions.players) {
    if (!use(player)) {
      continue;
    }
    MoveHabits habits(mixture.usual);
    for (std::uint32_t i = player.first; i < player.first + player.count; ++i) {
      const MoveDecision& decision = decisions.all[i];
      const PartLikelihood made = part_likelihoods(mixture, decisions, decision)[decision.made];
      table.add(player.name, {std::log2(static_cast<double>(decision.moves)), -std::log2(mixed(made, mixture.usual)),
                              -std::log2(mixed(made, habits.shares()))});
      habits.learn(made);
    }
  }
  return table.text();
}

std::string judgement_report(const JudgementData& data, const JudgementCoefficients& coefficients,
                             const UsePlayer& use) {
  BitsTable table({"without judgements", "trusted altogether", "trust learnt", "mean trust"});
  for (const PlayerMoves& player : data.players) {
    if (!use(player)) {
      continue;
    }
    MoveHabits habits;
    LearntTrust learnt(static_cast<float>(coefficients.trust));
    for (std::uint32_t i = player.first; i < player.first + player.count; ++i) {
      const MoveDecision& decision = data.all[i];
      const auto moves = data.of(decision);
      PartLikelihood plain;
      std::copy(moves[decision.made].parts.begin(), moves[decision.made].parts.end(), plain.begin());
      const double without = mixed(plain, habits.shares());
      const double with_judgements = mixed(parts_with_judgements(moves, coefficients)[decision.made], habits.shares());
      const MoveTrust trust = learnt.trust();
      const auto trusted = static_cast<double>(trust.judged + trust.foreseen);
      table.add(player.name, {-std::log2(without), -std::log2(with_judgements),
                              -std::log2((1 - trusted) * without + trusted * with_judgements), trusted});
      habits.learn(plain);
      learnt.learn({.plain = without, .judged = with_judgements, .foreseen = with_judgements});
    }
  }
  return table.text();
}

std::string table_text(const Mixture& mixture, const std::string& origin) {
  const std::vector<Row> table = rounded_rows(mixture);
  const auto is_zero = [&](std::size_t row) { return table[row] == Row{}; };
  std::string text = commented(origin);
  text += "// clang-format off\nconstexpr float kFittedShares[kMoveParts] = {";
  for (std::size_t part = 0; part < mixture.usual.size(); ++part) {
    text += fmt::format("{}{:.4f}F", part == 0 ? "" : ", ", mixture.usual[part]);
  }
  text += "};\nconstexpr std::int16_t kWeights[] = {\n";
  for (std::size_t row = 0; row < table.size();) {
    if (is_zero(row)) {
      ++row;
      continue;
    }
    std::size_t end = row + 1;  // behind the last row that is not zero
    for (std::size_t i = end; i < table.size() && i <= end + kRowsJoined; ++i) {
      end = is_zero(i) ? end : i + 1;
    }
    text += run_text(table, row, end);
    row = end;
  }
  return text + "};\n";
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
