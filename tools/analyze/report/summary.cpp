#include "tools/analyze/report/summary.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "support/json_line.h"
#include "support/text.h"

namespace lanternfish {

namespace {

constexpr double kPointsScale = 300;  // centipawns

double percent(std::int64_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

constexpr const char* kHeader =
    "| {} | turns | boards before: mean | before: median | before: bits | boards left: mean | left: median | "
    "left: bits | over best window | regret | points lost % | blunders % | of belief | of sample | of decision | "
    "king exposed % | queen exposed % | kings there | missed | deferring | left out | lost |"
    "\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";

std::string with_error(const Sample& sample, const char* mean) {
  const std::optional<double> error = sample.standard_error();
  return fmt::format(fmt::runtime(mean), sample.mean()) + (error ? fmt::format(" ± {:.2f}", *error) : "");
}

Json json_error(const Sample& sample) {
  const std::optional<double> error = sample.standard_error();
  return error ? Json(*error) : Json(nullptr);
}

std::string row_text(const std::string& name, const TurnTally& t) {
  const std::size_t judged = t.regret.size();
  return fmt::format(
      "| {} | {} | {:.0f} | {:.0f} | {:.2f} | {:.0f} | {:.0f} | {:.2f} | {:+.2f} | {:.1f} | {} | {:.2f} | "
      "{} | {} | {} | {:.2f} | {:.2f} | {} | {} | {} | {} | {} |\n",
      cell_text(name), t.turns, t.boards_before.mean(), t.boards_before.median(), t.bits_before.mean(),
      t.boards_left.mean(), t.boards_left.median(), t.bits_left.mean(), t.window_excess.mean(), t.regret.mean(),
      with_error(t.points_lost, "{:.2f}"), percent(t.blunders, judged), t.of_belief, t.of_sample, t.of_decision,
      percent(t.king_exposed, judged), percent(t.queen_exposed, judged), t.kings_available, t.kings_missed, t.deferring,
      t.left_out, t.lost);
}

std::string row_json(const char* type, const std::string& name, const TurnTally& t) {
  Json json;
  json["type"] = type;
  json["name"] = name;
  json["turns"] = t.turns;
  json["turns_deferring"] = t.deferring;
  json["turns_left_out"] = t.left_out;
  json["turns_lost"] = t.lost;
  json["boards_before_mean"] = t.boards_before.mean();
  json["boards_before_median"] = t.boards_before.median();
  json["truth_bits_before"] = t.bits_before.mean();
  json["boards_left_mean"] = t.boards_left.mean();
  json["boards_left_median"] = t.boards_left.median();
  json["truth_bits_left"] = t.bits_left.mean();
  json["log2_over_best_window"] = t.window_excess.mean();
  json["turns_judged"] = t.regret.size();
  json["regret_cp"] = t.regret.mean();
  json["points_lost_percent"] = t.points_lost.mean();
  json["points_lost_standard_error"] = json_error(t.points_lost);
  json["blunders"] = t.blunders;
  json["blunders_unclassified"] = t.unclassified;
  json["blunders_of_belief"] = t.of_belief;
  json["blunders_of_sample"] = t.of_sample;
  json["blunders_of_decision"] = t.of_decision;
  json["king_exposed"] = t.king_exposed;
  json["queen_exposed"] = t.queen_exposed;
  json["king_captures_available"] = t.kings_available;
  json["king_captures_missed"] = t.kings_missed;
  return dump_readable(json) + '\n';
}

// Percent of a game.
double expected_points(double centipawns) { return 100 / (1 + std::exp(-centipawns / kPointsScale)); }

bool lost(const TurnAnalysis& turn) {
  return turn.before_sense.holding == Holding::kLost || turn.after_sense.holding == Holding::kLost ||
         (turn.after_move && turn.after_move->holding == Holding::kLost);
}

}  // namespace

double Sample::mean() const {
  return values_.empty() ? 0
                         : std::accumulate(values_.begin(), values_.end(), 0.0) / static_cast<double>(values_.size());
}

void Sample::add_group(const Sample& other) {
  assert(other.group_ends_.empty());
  if (!other.values_.empty()) {
    values_.insert(values_.end(), other.values_.begin(), other.values_.end());
    group_ends_.push_back(values_.size());
  }
}

std::optional<double> Sample::standard_error() const {
  if (group_ends_.size() < 2) {
    return {};
  }
  assert(group_ends_.back() == values_.size());
  const double middle = mean();
  double squares = 0;
  std::size_t begin = 0;
  for (const std::size_t end : group_ends_) {
    double off = 0;  // the group's, from what its size lets expect
    for (; begin < end; ++begin) {
      off += values_[begin] - middle;
    }
    squares += off * off;
  }
  const auto groups = static_cast<double>(group_ends_.size());
  return std::sqrt(squares * groups / (groups - 1)) / static_cast<double>(values_.size());
}

double Sample::median() const {
  if (values_.empty()) {
    return 0;
  }
  std::vector<double> sorted = values_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

double points_lost(const RequestVerdict& verdict) {
  return expected_points(verdict.value + verdict.regret) - expected_points(verdict.value);
}

void TurnTally::add(const TurnAnalysis& turn, const Choice& choice) {
  const SetState& before = choice.before ? *choice.before : turn.before_sense;
  ++turns;
  deferring += before.deferred > 0 ? 1 : 0;
  lost += before.holding == Holding::kLost || lanternfish::lost(turn) ? 1 : 0;
  const bool held = before.holding == Holding::kHeld;
  boards_before.add(static_cast<double>(before.boards));
  if (held) {
    bits_before.add(before.truth_bits);
  }
  if (choice.sense) {
    boards_left.add(static_cast<double>(choice.sense->boards));
    if (held) {
      bits_left.add(choice.sense->truth_bits);
    }
    if (held && !choice.before) {
      window_excess.add(std::log2(static_cast<double>(choice.sense->boards) / turn.windows->hindsight_boards));
    }
  }
  if (choice.request) {
    const RequestVerdict& verdict = *choice.request;
    regret.add(std::min(verdict.regret, kMaxRegret));
    points_lost.add(lanternfish::points_lost(verdict));
    blunders += verdict.blunder != Blunder::kNone ? 1 : 0;
    unclassified += verdict.blunder == Blunder::kUnclassified ? 1 : 0;
    of_belief += verdict.blunder == Blunder::kBelief ? 1 : 0;
    of_sample += verdict.blunder == Blunder::kSample ? 1 : 0;
    of_decision += verdict.blunder == Blunder::kDecision ? 1 : 0;
    king_exposed += verdict.king_exposed ? 1 : 0;
    queen_exposed += verdict.queen_exposed ? 1 : 0;
    kings_available += turn.can_take_king ? 1 : 0;
    kings_missed += turn.can_take_king && !verdict.takes_king ? 1 : 0;
  }
}

void TurnTally::add_game(const TurnTally& other) {
  for (const auto count :
       {&TurnTally::turns, &TurnTally::deferring, &TurnTally::left_out, &TurnTally::lost, &TurnTally::blunders,
        &TurnTally::unclassified, &TurnTally::of_belief, &TurnTally::of_sample, &TurnTally::of_decision,
        &TurnTally::king_exposed, &TurnTally::queen_exposed, &TurnTally::kings_available, &TurnTally::kings_missed}) {
    this->*count += other.*count;
  }
  for (const auto sample :
       {&TurnTally::boards_before, &TurnTally::bits_before, &TurnTally::boards_left, &TurnTally::bits_left,
        &TurnTally::window_excess, &TurnTally::regret, &TurnTally::points_lost}) {
    (this->*sample).add_group(other.*sample);
  }
}

void Summary::add(const PlayerAnalysis& player) {
  TurnTally every_turn, recorded;
  std::vector<TurnTally> strategies(labels_.size());
  every_turn.left_out = player.left_out;
  for (const TurnAnalysis& turn : player.turns) {
    every_turn.add(turn, turn.recorded);
    for (std::size_t i = 0; i < turn.strategies.size(); ++i) {
      strategies[i].add(turn, turn.strategies[i]);
    }
    if (!turn.strategies.empty()) {
      recorded.add(turn, turn.recorded);
    }
    add_followed(turn);
  }
  players_[player.name].add_game(every_turn);
  all_.add_game(every_turn);
  recorded_.add_game(recorded);
  for (std::size_t i = 0; i < strategies.size(); ++i) {
    strategies_[i].add_game(strategies[i]);
  }
  add_differences(player);
}

std::int64_t Summary::lost() const {
  std::int64_t most = all_.lost;
  for (const TurnTally& strategy : strategies_) {
    most = std::max(most, strategy.lost);
  }
  return most;
}

void Summary::add_differences(const PlayerAnalysis& player) {
  for (std::size_t i = 1; i < labels_.size(); ++i) {
    Sample differences;
    for (const TurnAnalysis& turn : player.turns) {
      const bool asked = !turn.strategies.empty();
      if (asked && turn.strategies.front().request && turn.strategies[i].request) {
        differences.add(points_lost(*turn.strategies[i].request) - points_lost(*turn.strategies.front().request));
      }
    }
    differences_[i].add_group(differences);
  }
}

// Of the same turns, so that the hard ones weigh on both sides.
std::string Summary::differences_text() const {
  std::string text =
      fmt::format("\n| points lost %, less those of {} | turns |  |\n|---|---|---|\n", cell_text(labels_.front()));
  for (std::size_t i = 1; i < labels_.size(); ++i) {
    text += fmt::format("| {} | {} | {} |\n", cell_text(labels_[i]), differences_[i].size(),
                        with_error(differences_[i], "{:+.2f}"));
  }
  return text;
}

std::string Summary::differences_json_lines() const {
  std::string text;
  for (std::size_t i = 1; i < labels_.size(); ++i) {
    Json json;
    json["type"] = "points_lost_difference";
    json["name"] = labels_[i];
    json["against"] = labels_.front();
    json["turns"] = differences_[i].size();
    json["percent"] = differences_[i].mean();
    json["standard_error"] = json_error(differences_[i]);
    text += dump_readable(json) + '\n';
  }
  return text;
}

void Summary::add_followed(const TurnAnalysis& turn) {
  if (turn.strategies.empty() || !turn.strategies.front().before) {
    return;
  }
  std::vector<Sample>& left = followed_.try_emplace(turn.turn, 1 + labels_.size()).first->second;
  left[0].add(static_cast<double>(turn.recorded.sense->boards));
  for (std::size_t i = 0; i < turn.strategies.size(); ++i) {
    left[i + 1].add(static_cast<double>(turn.strategies[i].sense->boards));
  }
}

std::string Summary::followed_text() const {
  std::string text = "\n| turn | players | recorded |", rule = "\n|---|---|---|";
  for (const std::string& label : labels_) {
    text += fmt::format(" {} |", cell_text(label));
    rule += "---|";
  }
  text += rule + '\n';
  for (const auto& [turn, left] : followed_) {
    text += fmt::format("| {} | {} |", turn, left[0].size());
    for (const Sample& boards : left) {
      text += fmt::format(" {:.0f} ({:.0f}) |", boards.mean(), boards.median());
    }
    text += '\n';
  }
  return text;
}

std::string Summary::followed_json_lines() const {
  std::string text;
  for (const auto& [turn, left] : followed_) {
    Json json;
    json["type"] = "followed_turn";
    json["turn"] = turn;
    json["players"] = left[0].size();
    for (std::size_t i = 0; i < left.size(); ++i) {
      auto& boards = i == 0 ? json["recorded"] : json["strategies"][labels_[i - 1]];
      boards["boards_left_mean"] = left[i].mean();
      boards["boards_left_median"] = left[i].median();
    }
    text += dump_readable(json) + '\n';
  }
  return text;
}

std::string Summary::text() const {
  std::string text = fmt::format(fmt::runtime(kHeader), "player");
  text += row_text("all", all_);
  for (const auto& [name, tally] : players_) {
    text += row_text(name, tally);
  }
  if (!labels_.empty()) {
    text += '\n' + fmt::format(fmt::runtime(kHeader), "strategy");
    text += row_text("recorded", recorded_);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      text += row_text(labels_[i], strategies_[i]);
    }
  }
  text += labels_.size() > 1 ? differences_text() : "";
  text += followed_.empty() ? "" : followed_text();
  return text;
}

std::string Summary::json_lines() const {
  std::string text = row_json("all_players", "all", all_);
  for (const auto& [name, tally] : players_) {
    text += row_json("player", name, tally);
  }
  if (!labels_.empty()) {
    text += row_json("recorded", "recorded", recorded_);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      text += row_json("strategy", labels_[i], strategies_[i]);
    }
  }
  text += differences_json_lines();
  text += followed_json_lines();
  return text;
}

}  // namespace lanternfish
