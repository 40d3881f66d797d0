// Games with a friend, by a link.

#include <fmt/format.h>

#include "tools/server/answers.h"
#include "tools/server/credentials.h"
#include "tools/server/page_games.h"

namespace lanternfish {

namespace {

constexpr const char* kLinks = "link";

}  // namespace

HttpResponse PageGames::offer_link(const Json& wish, const Person& me, Color color,
                                   const std::optional<TimeControl>& clock) {
  const std::string token = random_token();
  Json note = {{"person", me.id}, {"color", format_color(color)}, {"game", nullptr}};
  note["clock"] = clock ? Json(format_time_control(*clock)) : Json();
  note[kHelp] = wants_help(wish);
  const Status kept = lobby_.keep_note(kLinks, token_hash(token), dump_line(note));
  return kept ? id_answer("link-" + token) : error_response(503, kept.error());
}

HttpResponse PageGames::link(const Json& body) {
  const Result<std::optional<std::string>> note = lobby_.note(kLinks, token_hash(body.at("link").get<std::string>()));
  if (!note || !*note) {
    return note ? error_response(404, "there is no such link") : error_response(503, note.error());
  }
  const Json json = parse_json(**note).value();  // of our own making
  return json_answer({{"game", json.at("game")}, {"color", json.at("color")}});
}

HttpResponse PageGames::join(const Json& body, const Person& me) {
  const std::string name = token_hash(body.at("link").get<std::string>());
  const std::lock_guard lock(mutex_);  // two who join at once, here or at another server
  const Result<std::optional<std::string>> note = lobby_.note_to_change(kLinks, name);
  if (!note || !*note) {
    return note ? error_response(404, "there is no such link") : error_response(503, note.error());
  }
  Json json = parse_json(**note).value();
  const auto host = json.at("person").get<PersonId>();
  if (!json.at("game").is_null()) {
    const GameId game = json.at("game").get<GameId>();
    const Reply<StoredGame> stored = lobby_.game(game);
    const StoredGame* at = std::get_if<StoredGame>(&stored);
    const bool mine = at != nullptr && (at->players[kWhite] == me.id || at->players[kBlack] == me.id);
    return mine ? id_answer(std::to_string(game)) : error_response(409, "somebody else has followed this link already");
  }
  if (host == me.id) {
    return error_response(400, "this is your own link: send it to a friend");
  }
  for (const PersonId player : {me.id, host}) {
    if (const Done refused = lobby_.may_begin(player)) {
      return refusal(*refused);
    }
  }
  if (const Done refused = make_room(me.id)) {
    return refusal(*refused);
  }
  Lobby::Pairing pairing;
  const bool host_white = json.at("color") == "white";
  pairing.white = host_white ? host : me.id;
  pairing.black = host_white ? me.id : host;
  pairing.accepted = {true, true};
  if (!json.at("clock").is_null()) {
    const Result<TimeControl> clock = parse_time_control(json.at("clock").get<std::string>());
    pairing.clock = clock ? std::optional(*clock) : std::nullopt;
  }
  const Reply<GameId> game = lobby_.arrange(pairing);
  if (const Refused* why = std::get_if<Refused>(&game)) {
    return refusal(*why);
  }
  json["game"] = std::get<GameId>(game);
  for (const PersonId player : {host, me.id}) {
    if (const Done refused = say_help(std::get<GameId>(game), player, player == host ? json : body)) {
      return refusal(*refused);
    }
  }
  const Status kept = lobby_.keep_note(kLinks, name, dump_line(json));
  return kept ? id_answer(std::to_string(std::get<GameId>(game))) : error_response(503, kept.error());
}

}  // namespace lanternfish
