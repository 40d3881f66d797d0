#include "tools/web/play/person_view.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "game/sightings.h"
#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr const char* kPhaseNames[] = {"starting", "waiting", "sense", "move", "over"};
constexpr const char* kPieceNames[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

std::string letter_of(Piece piece) { return piece.exists() ? std::string(1, piece_letter(piece)) : std::string(); }

}  // namespace

std::string request_in_words(const Moved& moved, const OwnSide& own) {
  if (moved.requested.is_null()) {
    return "You passed.";
  }
  const Move asked = normalized_request(own.pieces(), moved.requested);
  const PieceType type = own.pieces().piece_at(asked.from).type;
  const char* const piece = type == kNoPieceType ? "piece" : kPieceNames[type];
  const std::string to = format_square(asked.to);
  if (moved.taken.is_null()) {
    return type == kPawn && file_of(asked.from) != file_of(asked.to)
               ? fmt::format("There was nothing to capture on {}: the turn is lost.", to)
               : fmt::format("The {} could not go to {}: something is in the way, and the turn is lost.", piece, to);
  }
  const std::string at = format_square(moved.taken.to);
  if (type == kKing && std::abs(file_of(asked.from) - file_of(asked.to)) == 2) {
    return "You castled.";
  }
  if (moved.taken.to != asked.to) {
    return moved.captured == kNoSquare
               ? fmt::format("The {} was stopped: it stands on {}, and something is in front of it.", piece, at)
               : fmt::format("The {} met a piece on the way to {}: it stopped on {} and captured there.", piece, to,
                             at);
  }
  if (moved.captured != kNoSquare) {
    return moved.captured == moved.taken.to
               ? fmt::format("The {} captured on {}.", piece, at)
               : fmt::format("The pawn captured en passant on {}.", format_square(moved.captured));
  }
  return fmt::format("The {} went to {}.", piece, at);
}

void PersonView::begin(const GameStart& start) {
  log_ = GameLog(start.rules.start, start.me);
  phase_ = Phase::kWaiting;
  help_json_ = {};
  help_events_ = 0;
}

EventStatus PersonView::observe(const Observation& event) {
  EventStatus status = log_.append(std::span(&event, 1));
  if (status && std::holds_alternative<Moved>(event)) {
    phase_ = Phase::kWaiting;
  }
  return status;
}

void PersonView::set_clocks(const std::array<std::optional<std::chrono::milliseconds>, 2>& left,
                            std::optional<Color> running) {
  stop_clocks();
  for (const Color c : {kWhite, kBlack}) {
    clocks_[c] = left[c] ? left[c] : clocks_[c];
  }
  running_ = running;
}

void PersonView::stop_clocks() {
  for (const Color c : {kWhite, kBlack}) {
    clocks_[c] = left_now(c);
  }
  clocks_at_ = std::chrono::steady_clock::now();
  running_.reset();
}

std::optional<std::chrono::milliseconds> PersonView::left_now(Color side) const {
  using std::chrono::milliseconds;
  if (!clocks_[side] || running_ != side) {
    return clocks_[side];
  }
  const auto ran = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - clocks_at_);
  return std::max(milliseconds(0), *clocks_[side] - ran);
}

void PersonView::set_help(std::size_t events, Json help) {
  if (help_) {
    help_json_ = std::move(help);
    help_events_ = events;
  }
}

void PersonView::end(const GameResult& result, const std::string& game) {
  result_ = result;
  game_ = game;
  phase_ = Phase::kOver;
  stop_clocks();
}

void PersonView::fail(const std::string& sentence) {
  failure_ = sentence;
  phase_ = Phase::kOver;
  stop_clocks();
}

Json PersonView::own_json() const {
  Json list = Json::array();
  for (Square s = 0; s < 64; ++s) {
    list.push_back(letter_of(log_.own().pieces().piece_at(s)));
  }
  return list;
}

// What windows showed of the opponent, and how many own turns ago.
Json PersonView::seen_json() const {
  Sightings seen;
  for (const Observation& event : log_.history()) {
    seen.observe(event);
  }
  Json list = Json::array();
  for (Square s = 0; s < 64; ++s) {
    if (seen.at(s).turn == 0 || contains(log_.own().occupied(), s)) {
      continue;
    }
    const bool opponents = seen.at(s).piece.exists() && seen.at(s).piece.color != me_;
    list.push_back({format_square(s), opponents ? letter_of(seen.at(s).piece) : "", turns() - seen.at(s).turn});
  }
  return list;
}

Json PersonView::requests_json() const {
  Json list = Json::array();
  for (const Move move : requests(log_.own().pieces(), me_)) {
    list.push_back(format_move(move));
  }
  return list;
}

Json PersonView::clocks_json() const {
  Json json;
  for (const Color c : {kWhite, kBlack}) {
    const auto left = left_now(c);
    json[std::string(format_color(c))] = left ? Json(left->count()) : Json();
  }
  json["running"] = running_ ? Json(format_color(*running_)) : Json();
  return json;
}

Json PersonView::turn_json(std::size_t notice) const {
  const std::span<const Observation> turn = log_.history().subspan(notice);
  const OwnSide& before = log_.own_after(notice);
  const Square captured = std::get<OpponentMoved>(turn[0]).captured;
  Json json;
  json["captured"] = before.first_notice_is_empty() ? Json() : Json(format_square(captured));
  json["lost"] = captured == kNoSquare ? "" : letter_of(before.pieces().piece_at(captured));
  if (turn.size() > 1) {
    const Window& window = std::get<Sensed>(turn[1]).window;
    json["sense"] = format_square(window.center);
    json["window"] = window.center == kNoSquare ? "" : format_window(window);
  }
  if (turn.size() > 2) {
    const Moved& moved = std::get<Moved>(turn[2]);
    json["requested"] = format_move(moved.requested);
    json["taken"] = format_move(moved.taken);
    json["capture"] = format_square(moved.captured);
    json["words"] = request_in_words(moved, log_.own_after(notice + 2));
  }
  return json;
}

Json PersonView::json() const {
  Json json;
  json["color"] = format_color(me_);
  json["opponent"] = opponent_;
  json["phase"] = kPhaseNames[static_cast<std::size_t>(phase_)];
  json["turn"] = turns();
  if (takebacks_) {
    json["takebacks"] = *takebacks_;
  }
  if (!failure_.empty()) {
    json["failure"] = failure_;
  }
  if (log_.phase() == lanternfish::Phase::kOver) {
    return json;
  }
  json["own"] = own_json();
  json["seen"] = seen_json();
  json["requests"] = requests_json();
  json["turns"] = Json::array();
  for (std::size_t notice = 0; notice < log_.size(); notice += kEventsOfTurn) {
    json["turns"].push_back(turn_json(notice));
  }
  json["clocks"] = clocks_json();
  if (help_) {
    json["help"] = help_json_;
    json["help_current"] = help_events_ == log_.size();
  }
  if (result_) {
    json["winner"] = result_->ending == Ending::kStopped ? "none" : std::string(winner_text(*result_));
    json["reason"] = format_win_reason(result_->reason);
    json["ending"] = ending_name(result_->ending);
    json["fault"] = fault_text(*result_);
    json["game"] = game_;
  }
  return json;
}

}  // namespace lanternfish
