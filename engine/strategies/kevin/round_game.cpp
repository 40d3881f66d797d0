#include "engine/strategies/kevin/round_game.h"

#include "engine/strategies/kevin/values.h"
#include "support/hash.h"

namespace lanternfish::lookahead {

namespace {

using solver::InfoKey;

// A hash of what is already in `key` and one thing more.
InfoKey joined(InfoKey key, std::uint64_t more) { return mixed(key * kGolden + more + 0x632be59bd9b4e019); }

std::uint64_t code_of(Move move) {
  return static_cast<std::uint64_t>(move.from) << 16 | static_cast<std::uint64_t>(move.to) << 8 | move.promotion;
}

}  // namespace

RoundGame::RoundGame(const Question& question)
    : question_(question), positions_(question), preselection_(question, positions_) {}

solver::StateId RoundGame::add(const State& state) {
  if (free_.empty()) {
    states_.push_back(state);
    return static_cast<solver::StateId>(states_.size() - 1);
  }
  const solver::StateId id = free_.back();
  free_.pop_back();
  states_[id] = state;
  return id;
}

solver::StateId RoundGame::root(std::size_t board) {
  return add({Stage::kMyRequest, {.board = static_cast<std::uint16_t>(board)}});
}

solver::Child RoundGame::child(const State& state, float value) { return {.state = add(state), .value = value}; }

void RoundGame::expand(solver::StateId id, solver::Expansion& out) {
  out.clear();
  const State state = states_[id];
  free_.push_back(id);
  switch (state.stage) {
    case Stage::kMyRequest: return expand_my_request(state, out);
    case Stage::kTheirSense: return expand_their_sense(state, out);
    case Stage::kTheirRequest: return expand_their_request(state, out);
    case Stage::kMySense: return expand_my_sense(state, out);
    case Stage::kMyLastRequest: return expand_my_last_request(state, out);
  }
}

// What the opponent knows: the board before my request, the notice, and the result of its sense.
InfoKey RoundGame::their_key(const RoundPath& place, bool sensed) const {
  InfoKey key = joined(joined(2, place.board), positions_.after(place.board, place.request).outcome.captured);
  if (!sensed) return key;
  key = joined(key, place.window);
  return place.window == kNoSquare ? key : joined(key, preselection_.shown_to_them(place, place.window));
}

// What I know: my request and what became of it, the notice, and the result of my sense.
InfoKey RoundGame::my_key(const RoundPath& place, bool sensed) const {
  const AfterRequest& after = positions_.after(place.board, place.request);
  InfoKey key = joined(joined(3, place.request), code_of(after.outcome.taken));
  key = joined(joined(key, after.outcome.captured), after.replies[place.reply].captured);
  if (!sensed) return key;
  key = joined(key, place.window);
  return place.window == kNoSquare ? key : joined(key, preselection_.shown_to_me(place, place.window));
}

void RoundGame::expand_my_request(State state, solver::Expansion& out) {
  out.player = solver::Player::kFirst;
  out.key = kMyDecision;
  for (std::size_t r = 0; r < question_.requests.size(); ++r) {
    state.place.request = static_cast<std::uint8_t>(r);
    after_my_request(state, value_of(question_.boards[state.place.board].scores[r]), out);
  }
}

void RoundGame::after_my_request(State state, float value, solver::Expansion& out) {
  if (positions_.after(state.place.board, state.place.request).wins) {
    out.children.push_back({.value = 1, .terminal = true});
    return;
  }
  const bool senses = !preselection_.their_windows(state.place).empty();
  state.stage = senses ? Stage::kTheirSense : Stage::kTheirRequest;
  out.children.push_back(child(state, value));
}

void RoundGame::add_windows(State state, const std::vector<Square>& windows, float value, solver::Expansion& out) {
  for (const Square window : windows) {
    state.place.window = window;
    out.children.push_back(child(state, value));
  }
}

void RoundGame::expand_their_sense(State state, solver::Expansion& out) {
  out.player = solver::Player::kSecond;
  out.key = their_key(state.place, false);
  const float value = value_of(question_.boards[state.place.board].scores[state.place.request]);
  state.stage = Stage::kTheirRequest;
  add_windows(state, preselection_.their_windows(state.place), value, out);
}

void RoundGame::expand_their_request(const State& state, solver::Expansion& out) {
  out.player = solver::Player::kSecond;
  out.key = their_key(state.place, true);
  const AfterRequest& after = positions_.replies(state.place.board, state.place.request);
  for (const Move request : preselection_.their_requests(out.key, state.place)) {
    after_reply(state, after.reply_of(resolve(after.board, request).taken), out);
  }
}

void RoundGame::after_reply(State state, std::size_t reply, solver::Expansion& out) {
  const AfterRequest& after = positions_.after(state.place.board, state.place.request);
  if (after.replies[reply].score.is_king_capture()) {
    out.children.push_back({.value = -1, .terminal = true});
    return;
  }
  state.place.reply = static_cast<ReplyIndex>(reply);
  state.place.window = kNoSquare;
  const bool senses = !preselection_.my_windows(my_key(state.place, false), state.place).empty();
  state.stage = senses ? Stage::kMySense : Stage::kMyLastRequest;
  out.children.push_back(child(state, after.value_of_reply(reply)));
}

void RoundGame::expand_my_sense(State state, solver::Expansion& out) {
  out.player = solver::Player::kFirst;
  out.key = my_key(state.place, false);
  const float value = positions_.after(state.place.board, state.place.request).value_of_reply(state.place.reply);
  state.stage = Stage::kMyLastRequest;
  add_windows(state, preselection_.my_windows(out.key, state.place), value, out);
}

void RoundGame::expand_my_last_request(const State& state, solver::Expansion& out) {
  out.player = solver::Player::kFirst;
  out.key = my_key(state.place, true);
  const AfterRequest& after = positions_.after(state.place.board, state.place.request);
  const AfterReply& here = positions_.after_reply(state.place.board, state.place.request, state.place.reply);
  for (const Move request : preselection_.my_requests(my_key(state.place, false), out.key, state.place)) {
    const float value = value_of(here.score_of(resolve(here.board, request).taken), after.shift);
    out.children.push_back({.value = value, .terminal = true});
  }
}

}  // namespace lanternfish::lookahead
