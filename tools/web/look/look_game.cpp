#include "tools/web/look/look_game.h"

#include "belief/belief.h"
#include "game/game_result.h"
#include "game/plies_json.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "tools/web/belief_json.h"

namespace lanternfish {

void follow_belief(const RecordedGame& game, Color me, const RecordedBeliefSettings& settings,
                   const std::stop_token& stop, const std::function<bool(std::size_t, Step)>& wanted,
                   const std::function<void(std::size_t, Step, Json)>& report) {
  ThreadPool threads(1);
  Belief belief(game.start, me, {.memory_bytes = settings.memory_bytes}, threads, MoveModelKind::kFitted);
  belief.set_live_limit(settings.max_boards);
  for_each_event(game, me, [&](const RecordedTurn& turn, const Observation& event) {
    if (stop.stop_requested()) {
      return false;
    }
    const auto number = static_cast<std::size_t>(belief.log().turn() - 1);
    const auto step = static_cast<Step>(event.index());
    Board truth = turn.truth;
    if (settings.truth && step == Step::kMove) {
      apply(truth, turn.moved->taken);
    }
    belief.observe(event).value();  // the record was checked
    if (wanted(number, step)) {
      report(number, step,
             belief_json(belief,
                         {.windows = step == Step::kNotice,
                          .likely_boards = settings.likely_boards,
                          .truth = settings.truth ? std::optional(truth) : std::nullopt},
                         threads));
    }
    return true;
  });
}

namespace {

constexpr auto kBetweenReports = std::chrono::milliseconds(200);

constexpr const char* kKindNames[] = {"recorded", "hand", "private"};
constexpr const char* kStepNames[kSteps] = {"notice", "sense", "move"};

}  // namespace

LookGame::LookGame(std::string id, const std::string& record_text, RecordedGame game, Kind kind)
    : id_(std::move(id)), record_text_(record_text), game_(std::move(game)), kind_(kind), plies_(plies_json(game_)) {
  for (const Color side : {kWhite, kBlack}) {
    turns_[side].resize(game_.turns[side].size());
  }
  const std::lock_guard lock(mutex_);
  publish(true);
}

void LookGame::publish(bool now) {
  const auto moment = Feed::Clock::now();
  if (!now && moment - published_ < kBetweenReports) {
    return;
  }
  published_ = moment;
  Json json;
  json["id"] = id_;
  for (const Color side : {kWhite, kBlack}) {
    json[std::string(format_color(side))] = game_.record.names[side].value_or("nobody");
  }
  json["winner"] = winner_text(game_.record.winner);
  json["reason"] = format_win_reason(game_.record.reason);
  json["kind"] = kKindNames[static_cast<std::size_t>(kind_)];
  json["plies"] = plies_;
  std::size_t all = 0;
  for (const Color side : {kWhite, kBlack}) {
    Json counts = Json::array(), verdicts = Json::array();
    for (const Turn& turn : turns_[side]) {
      counts.push_back(turn.counts);
      verdicts.push_back(turn.verdict);
      all += kSteps;
    }
    json["counts"][std::string(format_color(side))] = std::move(counts);
    json["verdicts"][std::string(format_color(side))] = std::move(verdicts);
  }
  json["progress"] = {{"stage", stage_name()}, {"done", done_}, {"all", all}, {"problem", problem_}};
  feed_->publish(dump_line(json));
  if (boards_ == Boards::kNone || (boards_ == Boards::kAll && judged_)) {
    feed_->close();
  }
}

void LookGame::inherit(const LookGame& other) {
  const std::scoped_lock lock(mutex_, other.mutex_);
  if (!(other.game_.start == game_.start)) {
    return;
  }
  const auto take_step = [&](Turn& to, const Turn& from, Step step) {
    const auto i = static_cast<std::size_t>(step);
    if (to.steps[i] || !from.steps[i]) {
      return;
    }
    to.steps[i] = from.steps[i];
    bytes_ += from.steps[i]->size();
    to.counts[kStepNames[i]] = from.counts.at(kStepNames[i]);
    ++done_;
  };
  std::array<std::size_t, 2> next{};
  for (Color side = game_.start.turn();; side = ~side) {
    const std::size_t i = next[side]++;
    if (i >= turns_[side].size() || i >= other.turns_[side].size()) {
      break;
    }
    const RecordedTurn& mine = game_.turns[side][i];
    const RecordedTurn& theirs = other.game_.turns[side][i];
    Turn& to = turns_[side][i];
    const Turn& from = other.turns_[side][i];
    take_step(to, from, Step::kNotice);
    if (!(mine.sensed == theirs.sensed)) {
      break;
    }
    take_step(to, from, Step::kSense);
    if (!(mine.moved == theirs.moved)) {
      break;
    }
    take_step(to, from, Step::kMove);
    to.verdict = to.verdict.is_null() ? from.verdict : to.verdict;
    to.answer = to.answer ? to.answer : from.answer;
  }
  publish(true);
}

std::optional<std::size_t> LookGame::first_unjudged(Color side) const {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < turns_[side].size(); ++i) {
    if (turns_[side][i].verdict.is_null()) {
      return i;
    }
  }
  return std::nullopt;
}

LookGame::Text LookGame::step(Color side, std::size_t turn, Step step) const {
  const std::lock_guard lock(mutex_);
  return turn < turns_[side].size() ? turns_[side][turn].steps[static_cast<std::size_t>(step)] : nullptr;
}

LookGame::Text LookGame::answer(Color side, std::size_t turn) const {
  const std::lock_guard lock(mutex_);
  return turn < turns_[side].size() ? turns_[side][turn].answer : nullptr;
}

void LookGame::add_step(Color side, std::size_t turn, Step step, const Json& json) {
  const std::lock_guard lock(mutex_);
  Turn& to = turns_[side].at(turn);
  const auto text = std::make_shared<const std::string>(dump_line(json));
  bytes_ += text->size();
  to.steps[static_cast<std::size_t>(step)] = text;
  to.counts[kStepNames[static_cast<std::size_t>(step)]] = {
      json.at("boards"), json.at("deferred"), json.value("truth_bits", Json()), json.value("truth", Json())};
  ++done_;
  publish(false);
}

void LookGame::add_verdict(Color side, std::size_t turn, Json verdict) {
  const std::lock_guard lock(mutex_);
  if (turn < turns_[side].size()) {
    turns_[side][turn].verdict = std::move(verdict);
    publish(false);
  }
}

void LookGame::keep_analysis(Color side, AnalyzedTurns analysis) {
  const std::lock_guard lock(mutex_);
  bytes_ += analysis.turns.size() * sizeof(TurnAnalysis);
  analyses_[side] = std::move(analysis);
}

std::array<AnalyzedTurns, 2> LookGame::analyses() const {
  const std::lock_guard lock(mutex_);
  return analyses_;
}

void LookGame::add_answer(Color side, std::size_t turn, const Json& json) {
  const std::lock_guard lock(mutex_);
  if (turn < turns_[side].size()) {
    const auto text = std::make_shared<const std::string>(dump_line(json));
    bytes_ += text->size();
    turns_[side][turn].answer = text;
  }
}

const char* LookGame::stage_name() const {
  switch (boards_) {
    case Boards::kWaiting: return "queued";
    case Boards::kBegun: return "boards";
    case Boards::kNone: return "failed";
    case Boards::kAll: break;
  }
  return judged_ ? "done" : "judging";
}

void LookGame::boards_begun() {
  const std::lock_guard lock(mutex_);
  boards_ = Boards::kBegun;
  publish(true);
}

void LookGame::boards_done() {
  const std::lock_guard lock(mutex_);
  boards_ = Boards::kAll;
  publish(true);
}

void LookGame::failed(const std::string& problem) {
  const std::lock_guard lock(mutex_);
  boards_ = Boards::kNone;
  problem_ = problem;
  publish(true);
}

void LookGame::judged(const std::string& problem) {
  const std::lock_guard lock(mutex_);
  judged_ = true;
  if (boards_ != Boards::kNone) {
    problem_ = problem;
  }
  publish(true);
}

std::string LookGame::stage() const {
  const std::lock_guard lock(mutex_);
  return stage_name();
}

std::size_t LookGame::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace lanternfish
