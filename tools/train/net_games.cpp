#include "tools/train/net_games.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/random.h"
#include "game/play.h"
#include "nets/move_code.h"
#include "rules/movegen.h"

namespace lanternfish {

std::optional<Fault> NetSeat::begin(const GameStart& start) {
  own_.emplace(start.rules.start, start.me);
  history_.emplace(start.rules.start, start.me);
  return {};
}

template <typename Event>
std::optional<Fault> NetSeat::observe(const Event& event) {
  Status fits = own_->observe(event);
  if (fits) {
    fits = history_->observe(event);
  }
  return fits ? std::nullopt : std::optional(Fault{Ending::kNonsense, fits.error()});
}

std::optional<Fault> NetSeat::notice(const OpponentMoved& notice) {
  std::optional<Fault> fault = observe(notice);
  question_ = {.planes = history_->planes(), .actions = {}};
  for (Square s = 0; s < 64; ++s) {
    question_.actions.push_back(sense_code(s, own_->me()));
  }
  return fault;
}

Decision<Square> NetSeat::sense(const DecisionLimits& /*limits*/) { return sense_of_code(action_, own_->me()); }

std::optional<Fault> NetSeat::sense_result(const Sensed& sensed) {
  std::optional<Fault> fault = observe(sensed);
  question_ = {.planes = history_->planes(), .actions = {}};
  for (const Move request : requests(own_->pieces(), own_->me())) {
    question_.actions.push_back(move_code(request, own_->me()));
  }
  return fault;
}

Decision<Move> NetSeat::move(const DecisionLimits& /*limits*/) {
  const Bitboard pawns = own_->pieces().pieces(own_->me(), kPawn);
  return move_of_code(action_, own_->me(), pawns).value_or(kNullMove);
}

std::optional<Fault> NetSeat::move_result(const Moved& moved) { return observe(moved); }

namespace {

// A game in progress.
class Table {
 public:
  Table(NetGame& played, std::size_t number, const NetGameSettings& settings)
      : played_(played),
        settings_(settings),
        random_(settings.seed, static_cast<int>(number), 0),
        game_({&seats_[kWhite], &seats_[kBlack]}, game_settings(settings)) {
    game_.begin();
  }
  Table(const Table&) = delete;  // the game points to the seats
  Table& operator=(const Table&) = delete;

  Game& game() { return game_; }
  bool learner_acts() const { return game_.side() == played_.learner; }
  std::size_t opponent() const { return played_.opponent; }
  NetQuestion take_question() { return seats_[game_.side()].take_question(); }

  void decide(NetQuestion question, const NetAnswer& answer, bool is_sense) {
    const float highest = *std::max_element(answer.logits.begin(), answer.logits.end());
    double sum = 0;
    for (const float logit : answer.logits) {
      sum += std::exp(static_cast<double>(logit - highest));
    }
    const std::size_t chosen =
        game_.current_turn().number <= settings_.sampled_turns
            ? draw(answer.logits, highest, sum)
            : static_cast<std::size_t>(std::find(answer.logits.begin(), answer.logits.end(), highest) -
                                       answer.logits.begin());
    seats_[game_.side()].decide(question.actions[chosen]);
    if (learner_acts()) {
      const auto log_probability = static_cast<float>(answer.logits[chosen] - highest - std::log(sum));
      (is_sense ? played_.senses : played_.requests)
          .push_back({std::move(question), chosen, log_probability, answer.value});
    }
  }

  void finish() {
    const std::optional<Color> winner = game_.result().winner;
    played_.outcome = !winner ? 0.0F : *winner == played_.learner ? 1.0F : -1.0F;
  }

 private:
  static GameSettings game_settings(const NetGameSettings& settings) {
    GameSettings game;
    game.rules.turn_limit = settings.turn_limit;
    return game;
  }

  std::size_t draw(const std::vector<float>& logits, float highest, double sum) {
    double left = random_.unit() * sum;
    for (std::size_t i = 0; i + 1 < logits.size(); ++i) {
      left -= std::exp(static_cast<double>(logits[i] - highest));
      if (left < 0) {
        return i;
      }
    }
    return logits.size() - 1;
  }

  NetGame& played_;
  const NetGameSettings& settings_;
  Random random_;
  std::array<NetSeat, 2> seats_;  // by Color
  Game game_;
};

using Tables = std::vector<Table*>;

// Asks the network that plays at these tables, and tells them what it says.
void decide(NetEvaluator& net, const Tables& tables, bool is_sense) {
  std::vector<NetQuestion> questions;
  for (Table* table : tables) {
    questions.push_back(table->take_question());
  }
  const std::vector<NetAnswer> answers = net.evaluate(questions);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    tables[i]->decide(std::move(questions[i]), answers[i], is_sense);
  }
}

void decide_all(NetEvaluator& learner, std::span<NetEvaluator* const> opponents, const Tables& tables, bool is_sense) {
  Tables learners;
  std::vector<Tables> others(opponents.size());
  for (Table* table : tables) {
    (table->learner_acts() ? learners : others.at(table->opponent())).push_back(table);
  }
  decide(learner, learners, is_sense);
  for (std::size_t i = 0; i < opponents.size(); ++i) {
    if (!others[i].empty()) {
      decide(*opponents[i], others[i], is_sense);
    }
  }
}

}  // namespace

bool play_net_games(NetEvaluator& learner, std::span<NetEvaluator* const> opponents, const NetGameSettings& settings,
                    std::span<NetGame> games, const std::atomic<bool>& stop) {
  std::vector<std::unique_ptr<Table>> all;
  for (std::size_t i = 0; i < games.size(); ++i) {
    all.push_back(std::make_unique<Table>(games[i], i, settings));
  }
  while (!stop) {
    Tables tables;  // of the games that go on
    for (const auto& table : all) {
      if (!table->game().over() && table->game().notice()) {
        tables.push_back(table.get());
      }
    }
    if (tables.empty()) {
      std::for_each(all.begin(), all.end(), [](const auto& table) { table->finish(); });
      return true;
    }
    decide_all(learner, opponents, tables, true);
    std::erase_if(tables, [](Table* table) { return !table->game().sense(); });
    decide_all(learner, opponents, tables, false);
    for (Table* table : tables) {
      table->game().move();
    }
  }
  return false;
}

}  // namespace lanternfish
