#include "tools/arena/tournament/paper_tables.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "tools/arena/tournament/climb.h"

namespace lanternfish {

namespace {

using Cells = std::vector<std::string>;

// A text in which no letter means anything to the format.
std::string plain(std::string_view text, TableFormat format) {
  std::string escaped;
  for (const char c : text) {
    if (format == TableFormat::kMarkdown) {
      escaped +=
          std::string_view("|\\`*_<[").find(c) != std::string_view::npos ? std::string("\\") + c : std::string(1, c);
    } else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) {
      escaped += std::string("\\") + c;
    } else if (c == '\\' || c == '~' || c == '^') {
      escaped += fmt::format("\\text{}{{}}", c == '\\' ? "backslash" : c == '~' ? "asciitilde" : "asciicircum");
    } else {
      escaped += c;
    }
  }
  return escaped;
}

// `columns`: as LaTeX has them, l or r each; `rows`: the first has the names of the columns.
std::string table(const std::string& columns, const std::vector<Cells>& rows, TableFormat format) {
  const bool latex = format == TableFormat::kLatex;
  std::string text = latex ? fmt::format("\\begin{{tabular}}{{{}}}\n\\toprule\n", columns) : std::string();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += latex ? fmt::format("{} \\\\\n", fmt::join(rows[i], " & "))
                  : fmt::format("| {} |\n", fmt::join(rows[i], " | "));
    if (i == 0 && latex) {
      text += "\\midrule\n";
    } else if (i == 0) {
      for (const char column : columns) {
        text += column == 'l' ? "|---" : "|--:";
      }
      text += "|\n";
    }
  }
  return text + (latex ? "\\bottomrule\n\\end{tabular}\n" : "");
}

class Tables {
 public:
  Tables(const Tally& tally, TableFormat format) : tally_(tally), format_(format) {}

  std::string players() const {
    const std::vector<Rating> ratings = tally_.ratings();
    std::vector<std::size_t> order(ratings.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return ratings[a].elo > ratings[b].elo; });
    std::vector<Cells> rows = {{"player", "games", "W-D-L", "points, 95 " + percent_sign(), "Elo", plus_minus()}};
    for (const std::size_t i : order) {
      const Wdl total = tally_.players()[i].total();
      const bool known = total.games() >= kMinGamesForErrors;
      rows.push_back({name(i), std::to_string(total.games()), wdl(total), points(total), elo(ratings[i].elo),
                      known ? fmt::format("{:.0f}", ratings[i].error) : dash()});
    }
    return table("lrrrrr", rows, format_);
  }

  std::string pairings() const {
    std::vector<Cells> rows = {
        {"player", "opponent", "games", "W-D-L", "points, 95 " + percent_sign(), "Elo, 95 " + percent_sign()}};
    for (const auto& [players, pairing] : tally_.pairings()) {
      rows.push_back({name(static_cast<std::size_t>(players.first)), name(static_cast<std::size_t>(players.second)),
                      std::to_string(pairing.games.games()), wdl(pairing.games), points(pairing.games),
                      elo(tally_.elo(players.first, players.second), pairing.games.games())});
    }
    return table("llrrrr", rows, format_);
  }

  // Of a player on the whole ladder.
  std::string rating() const {
    const std::optional<KnownRating> known = is_climb(tally_) ? climb_rating(tally_) : std::nullopt;
    return known ? table("ll",
                         {{"player", "Elo among known players, 95 " + percent_sign()},
                          {name(0), known_rating_text(*known)}},
                         format_)
                 : std::string();
  }

 private:
  bool latex() const { return format_ == TableFormat::kLatex; }
  std::string percent_sign() const { return latex() ? "\\%" : "%"; }
  std::string plus_minus() const { return latex() ? "$\\pm$ 95 \\%" : "± 95 %"; }
  std::string dash() const { return latex() ? "--" : "–"; }
  std::string name(std::size_t player) const { return plain(tally_.players()[player].name, format_); }
  std::string wdl(const Wdl& games) const {
    return fmt::format("{0}{3}{1}{3}{2}", games.wins, games.draws, games.losses, latex() ? "--" : "-");
  }
  std::string points(const Wdl& games) const {
    if (games.games() == 0) {
      return dash();
    }
    const ScoreInterval interval = score_interval(games);
    return fmt::format("{:.1f} {} [{:.1f}, {:.1f}]", 100 * games.points() / games.games(), percent_sign(),
                       100 * interval.low, 100 * interval.high);
  }
  std::string elo(double value) const {
    if (std::isinf(value)) {
      return std::string(value < 0 ? "-" : "+") + (latex() ? "$\\infty$" : "∞");
    }
    const std::string text = fmt::format("{:+.0f}", value);
    return latex() ? "$" + text + "$" : text;
  }
  std::string elo(const std::optional<EloEstimate>& estimate, int games) const {
    return estimate && games >= kMinGamesForErrors
               ? fmt::format("{} [{}, {}]", elo(estimate->elo), elo(estimate->low), elo(estimate->high))
               : dash();
  }

  const Tally& tally_;
  TableFormat format_;
};

}  // namespace

std::string paper_tables(const Tally& tally, TableFormat format) {
  const Tables tables(tally, format);
  std::string text;
  const std::string rating = tables.rating();
  if (!rating.empty()) {
    text = rating + "\n";
  } else if (tally.players().size() > 2) {
    text = tables.players() + "\n";
  }
  return text + tables.pairings();
}

}  // namespace lanternfish
