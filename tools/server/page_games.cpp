#include "tools/server/page_games.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rules/notation.h"
#include "tools/server/answers.h"
#include "tools/server/credentials.h"
#include "tools/web/opponents.h"
#include "tools/web/play/help_tracker.h"
#include "tools/web/play/person_view.h"

namespace lanternfish {

namespace {

using Why = Refused::Why;

constexpr std::chrono::milliseconds kPageLook{200};  // how soon a stop is seen
constexpr std::ptrdiff_t kMaxHelped = 40;            // people with help at once; each may take a core for seconds

std::string help_name(GameId game, PersonId who) { return fmt::format("{} {}", game, who); }

}  // namespace

// One person at one game.
struct PageGames::Seat {
  Seat(GameId of, const Person& person, const std::string& whence, Color color, const std::string& opponent_name)
      : game(of), who(person), address(whence), me(color), opponent(opponent_name), view(color, opponent_name, false) {}

  void publish() { feed->publish(dump_line(view.json())); }  // with mutex held

  const GameId game;
  const Person who;
  const std::string address;
  const Color me;
  const std::string opponent;
  std::atomic<bool> help = false;  // known when the game begins
  const std::shared_ptr<Feed> feed = std::make_shared<Feed>();
  std::mutex busy;   // one thread brings it up to date
  std::mutex mutex;  // guards the view
  PersonView view;
  // What the person knew when the page was last told. The opponent's sense is nothing of it.
  struct Known {
    std::size_t told = 0;
    bool begun = false, over = false, mine = false, senses = false;
    friend bool operator==(const Known&, const Known&) = default;
  };
  Known known;
  std::atomic<bool> over = false;
  std::uint64_t losses = 0;              // of the lobby when the view was begun
  std::unique_ptr<HelpTracker> tracker;  // last: its thread ends before what it reports to
};

PageGames::PageGames(Lobby& lobby, LookRoom& look, MayAnalyse may_analyse, const PageGamesSettings& settings)
    : lobby_(lobby), look_(look), may_analyse_(std::move(may_analyse)), settings_(settings) {
  thread_ = std::jthread([this](const std::stop_token& stop) { follow_all(stop); });
}

PageGames::~PageGames() = default;

void PageGames::follow_all(const std::stop_token& stop) {
  const auto began = Feed::Clock::now();
  bool all_seated = false;
  std::uint64_t seen = 0;
  while (!stop.stop_requested()) {
    std::vector<SeatPtr> seats;
    {
      const std::lock_guard lock(mutex_);
      seats = std::exchange(gone_, {});
      for (const auto& [key, seat] : seats_) {
        seats.push_back(seat);
      }
    }
    for (const SeatPtr& seat : seats) {
      try {
        bring_up_to_date(*seat);
      } catch (const std::exception&) {  // out of memory: the next time may do
      }
    }
    leave_old_seats();
    if (!all_seated && Feed::Clock::now() - began > settings_.guest_leaves) {
      leave_games_without_seats();
      all_seated = true;
    }
    seen = lobby_.wait_for_news(seen, kPageLook);
  }
}

// A guest who is gone would keep a bot waiting, and whoever does not look needs no seat.
void PageGames::leave_old_seats() {
  std::vector<SeatPtr> gone;
  {
    const std::lock_guard lock(mutex_);
    const auto now = Feed::Clock::now();
    for (auto it = seats_.begin(); it != seats_.end();) {
      const bool guest = Lobby::is_guest(it->second->who);
      const auto unheard = it->second->feed->unheard(now);
      if (unheard == unheard.zero() && guest && lobby_.shared()) {
        lobby_.note_seen(it->second->who.id);
      }
      if (unheard > settings_.guest_leaves && guest && !it->second->over) {
        gone.push_back(it->second);
      }
      it = unheard > settings_.guest_leaves ? seats_.erase(it) : std::next(it);
    }
  }
  for (const SeatPtr& seat : gone) {
    leave(seat->game, seat->who.id);
  }
}

// Guests who have not come back since an earlier server.
void PageGames::leave_games_without_seats() {
  for (const StoredGame& game : lobby_.open_games()) {
    for (const PersonId id : game.players) {
      const Reply<Person> person = lobby_.person(id);
      const Person* const who = std::get_if<Person>(&person);
      if (who != nullptr && Lobby::is_guest(*who) && !is_seated(game.id, id)) {
        leave(game.id, id);
      }
    }
  }
}

bool PageGames::is_seated(GameId game, PersonId who) {
  const std::lock_guard lock(mutex_);
  return seats_.contains(std::pair(game, who));
}

void PageGames::leave(GameId game, PersonId guest) {
  if (lobby_.shared() && lobby_.is_here(guest)) {
    return;  // its page listens to another server
  }
  (void)lobby_.at_table<std::monostate>(guest, game, [](Table& table, Color side) -> Reply<std::monostate> {
    (void)table.resign(side);
    return std::monostate{};
  });
}

void PageGames::bring_up_to_date(Seat& seat) {
  const std::lock_guard one(seat.busy);
  if (seat.over) {
    return;
  }
  const std::uint64_t losses = lobby_.losses();
  struct Now {
    Seat::Known known;
    bool played = false;
    std::vector<Observation> news;
    std::array<std::optional<std::chrono::milliseconds>, 2> left;
    std::optional<Color> running;
    GameStart start;
    GameResult result;
    std::string record, why_void;
  };
  const Reply<Now> answer = lobby_.at_table<Now>(seat.who.id, seat.game, [&](Table& table, Color side) -> Reply<Now> {
    table.look_at_clocks();
    Now now;
    const bool mine = table.is_turn_of(side);
    const auto history = table.history(side);
    now.known = {.told = history.size(),
                 .begun = table.begun(),
                 .over = table.over(),
                 .mine = mine,
                 .senses = mine && table.awaits_sense()};
    now.played = table.game().state == GameState::kOver;
    if (now.known == seat.known) {
      return now;
    }
    now.news.assign(history.begin() + static_cast<std::ptrdiff_t>(std::min(seat.known.told, history.size())),
                    history.end());
    for (const Color c : {kWhite, kBlack}) {
      now.left[c] = table.clock().base ? std::optional(table.left(c)) : std::nullopt;
      if (table.is_turn_of(c)) {
        now.running = c;
      }
    }
    now.start = {table.rules(), side, table.game().names[~side]};
    if (now.played) {
      now.result = table.result();
      now.record = format_game_record(table.record());
    } else if (now.known.over) {
      now.why_void = table.game().text;
    }
    return now;
  });
  // Nobody is shown what may yet be lost.
  const bool safe = !lobby_.unsettled() || static_cast<bool>(lobby_.settle(losses));
  if (!safe || lobby_.losses() != losses || losses != seat.losses) {
    start_again(seat);
    return;
  }
  const Now* now = std::get_if<Now>(&answer);
  if (now == nullptr || now->known == seat.known) {
    return;
  }
  std::string shown;
  if (now->played && (look_.has(now->record) || may_analyse_(seat.who, seat.address))) {
    const Result<std::string> id = look_.add(now->record);
    shown = id ? *id : std::string();
  }
  const bool begins = now->known.begun && !seat.known.begun;
  if (begins) {
    seat.help = has_help(seat);
  }
  const std::lock_guard lock(seat.mutex);
  if (begins) {
    seat.view = PersonView(seat.me, seat.opponent, seat.help);
    seat.view.begin(now->start);
    if (seat.help) {
      const auto report = [&seat](std::size_t events, Json help) {
        const std::lock_guard reporting(seat.mutex);
        seat.view.set_help(events, std::move(help));
        seat.publish();
      };
      try {
        seat.tracker = std::make_unique<HelpTracker>(now->start.rules.start, seat.me, settings_.help_boards, report);
      } catch (const std::system_error& no_thread) {
        seat.view.set_help(0, {{"problem", no_thread.code().message()}});
      }
    }
  }
  for (const Observation& event : now->news) {
    (void)seat.view.observe(event);
    if (seat.tracker) {
      seat.tracker->observe(event);
    }
  }
  seat.known = now->known;
  seat.over = seat.known.over;
  seat.view.set_clocks(now->left, now->running);
  if (now->played) {
    seat.view.end(now->result, shown);
  } else if (now->known.over) {
    seat.view.fail(fmt::format("The game is void: {}.", now->why_void));
  } else if (now->known.mine) {
    seat.view.ask(now->known.senses ? PersonView::Phase::kSense : PersonView::Phase::kMove);
  } else if (now->known.begun) {
    seat.view.wait();
  }
  seat.publish();
  if (seat.over) {
    seat.feed->close();
  }
}

// What was shown is no more: all is told anew.
void PageGames::start_again(Seat& seat) {
  seat.tracker.reset();
  const std::lock_guard lock(seat.mutex);
  seat.view = PersonView(seat.me, seat.opponent, false);
  seat.known = {};
  seat.losses = lobby_.losses();
}

// For one more seat, with mutex_ held. Of a game that is over all was told: its seat makes way, the longest unheard
// first, and is made anew when it is asked for.
Done PageGames::make_room(PersonId me) {
  const auto mine =
      std::count_if(seats_.begin(), seats_.end(), [&](const auto& entry) { return entry.first.second == me; });
  const bool many_of_mine = static_cast<std::size_t>(mine) >= settings_.max_seats_of_person;
  if (!many_of_mine && seats_.size() < settings_.max_seats) {
    return std::nullopt;
  }
  const auto now = Feed::Clock::now();
  auto first = seats_.end();
  for (auto it = seats_.begin(); it != seats_.end(); ++it) {
    const bool may_go = it->second->over && (!many_of_mine || it->first.second == me);
    if (may_go && (first == seats_.end() || it->second->feed->unheard(now) > first->second->feed->unheard(now))) {
      first = it;
    }
  }
  if (first == seats_.end()) {
    return many_of_mine
               ? Refused{Why::kTaken, "you look at as many games as one may at once; please finish one first"}
               : Refused{Why::kStore, "as many people look at games as this server allows; please try again later"};
  }
  gone_.push_back(std::move(first->second));
  seats_.erase(first);
  return std::nullopt;
}

bool PageGames::wants_help(const Json& said) { return said.contains(kHelp) && truth_value(said.at(kHelp), kHelp); }

// Before the game begins. It is kept, so that it holds after a restart and at other servers; what was said first
// counts, because a page says it each time that it is opened.
Done PageGames::say_help(GameId game, PersonId who, const Json& body) {
  const Reply<StoredGame> stored = lobby_.game(game);
  const StoredGame* at = std::get_if<StoredGame>(&stored);
  const bool mine = at != nullptr && (at->players[kWhite] == who || at->players[kBlack] == who);
  if (!body.contains(kHelp) || !mine || at->state != GameState::kOffered) {
    return std::nullopt;
  }
  const bool wanted = wants_help(body);
  const Result<std::optional<std::string>> said = lobby_.note(kHelp, help_name(game, who));
  const Status kept = said && !*said ? lobby_.keep_note(kHelp, help_name(game, who), wanted ? "yes" : "no") : success();
  return said && kept ? Done() : Refused{Why::kStore, said ? kept.error() : said.error()};
}

// Whether the person asked for it, and one more may have it.
bool PageGames::has_help(const Seat& seat) {
  const Result<std::optional<std::string>> said = lobby_.note(kHelp, help_name(seat.game, seat.who.id));
  const std::lock_guard lock(mutex_);
  const auto helped = std::count_if(seats_.begin(), seats_.end(), [&](const auto& entry) {
    return entry.second->help && !entry.second->over && entry.second.get() != &seat;
  });
  return said && *said == "yes" && helped < kMaxHelped;
}

Reply<PageGames::SeatPtr> PageGames::seat(GameId game, const Person& me, const std::string& address) {
  const auto key = std::pair(game, me.id);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = seats_.find(key); found != seats_.end()) {
      return found->second;
    }
    if (const Done refused = make_room(me.id)) {
      return *refused;
    }
  }
  const auto names = lobby_.at_table<std::pair<Color, std::string>>(
      me.id, game, [](Table& table, Color side) -> Reply<std::pair<Color, std::string>> {
        return std::pair(side, table.game().names[~side]);
      });
  if (const Refused* why = std::get_if<Refused>(&names)) {
    return *why;
  }
  const auto& [side, opponent] = std::get<std::pair<Color, std::string>>(names);
  SeatPtr made;
  {
    const std::lock_guard lock(mutex_);
    made = std::make_shared<Seat>(game, me, address, side, opponent);
    made->losses = lobby_.losses();
    {
      const std::lock_guard view(made->mutex);
      made->publish();
    }
    made = seats_.try_emplace(key, made).first->second;
  }
  bring_up_to_date(*made);
  return made;
}

HttpResponse PageGames::begin(const Json& wish, const Person& me, const std::string& address) {
  const auto opponent = wish.at("opponent").get<std::string>();
  const Result<Color> color = parse_color(wish.at("color").get<std::string>());
  const Result<std::optional<TimeControl>> clock = clock_of(wish, 1);  // none: the server's own
  if (!color || !clock) {
    return error_response(400, color ? clock.error() : "the color is white or black");
  }
  if (const Done refused = lobby_.may_begin(me.id)) {
    return refusal(*refused);
  }
  if (opponent == "link") {
    return offer_link(wish, me, *color, *clock);
  }
  {
    const std::lock_guard lock(mutex_);
    if (const Done refused = make_room(me.id)) {  // before there is a game that nobody would come to
      return refusal(*refused);
    }
  }
  const Reply<GameId> game = lobby_.invite(me.id, opponent, *color, *clock);
  if (const Refused* why = std::get_if<Refused>(&game)) {
    return refusal(*why);
  }
  const GameId id = std::get<GameId>(game);
  if (const Done refused = say_help(id, me.id, wish)) {
    return refusal(*refused);
  }
  const Reply<SeatPtr> made = seat(id, me, address);
  if (const Refused* why = std::get_if<Refused>(&made)) {
    return refusal(*why);
  }
  return id_answer(std::to_string(id));
}

// Of several servers another one may have the person's seat: this one needs none to act.
HttpResponse PageGames::act(GameId game, const Person& me, const std::string& what, const Json& body) {
  if (const Done refused = what == "ready" ? say_help(game, me.id, body) : Done()) {
    return refusal(*refused);
  }
  const Reply<HttpResponse> answer =
      lobby_.at_table<HttpResponse>(me.id, game, [&](Table& table, Color side) -> Reply<HttpResponse> {
        if (what == "sense") {
          const Result<Square> square = parse_square(body.at("square").get<std::string>());
          if (!square) {
            return Refused{Why::kWrong, square.error()};
          }
          const Reply<Window> window = table.sense(side, *square);
          if (const Refused* why = std::get_if<Refused>(&window)) {
            return *why;
          }
        } else if (what == "move") {
          const Result<Move> move = parse_move(body.at("move").get<std::string>());
          if (!move) {
            return Refused{Why::kWrong, move.error()};
          }
          const Reply<Moved> moved = table.move(side, *move);
          if (const Refused* why = std::get_if<Refused>(&moved)) {
            return *why;
          }
        } else if (what == "resign" || what == "ready") {
          if (const Done refused = what == "ready" ? table.ready(side) : table.resign(side)) {
            return *refused;
          }
        } else if (what != "leave") {  // whoever leaves has the clock running
          return Refused{Why::kUnknown, "there is nothing here"};
        }
        return json_answer(Json::object());
      });
  if (const Refused* why = std::get_if<Refused>(&answer)) {
    return refusal(*why);
  }
  SeatPtr here;
  {
    const std::lock_guard lock(mutex_);
    const auto found = seats_.find(std::pair(game, me.id));
    here = found != seats_.end() ? found->second : nullptr;
  }
  if (here) {
    bring_up_to_date(*here);
  }
  return std::get<HttpResponse>(answer);
}

HttpResponse PageGames::handle(const HttpRequest& request, const Json& body, const Person& me, GameId game) {
  const bool post = request.method == HttpRequest::Method::kPost;
  const std::string& what = request.path[3];
  if (post) {
    return act(game, me, what, body);
  }
  const Reply<SeatPtr> found = seat(game, me, request.address);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return refusal(*why);
  }
  const SeatPtr& at = std::get<SeatPtr>(found);
  HttpResponse response;
  if (what == "events") {
    bring_up_to_date(*at);
    const std::lock_guard lock(at->mutex);
    at->publish();  // with the clocks as they are now
    response.feed = at->feed;
  } else if (what == "state") {
    bring_up_to_date(*at);
    const std::lock_guard lock(at->mutex);
    response = json_answer(at->view.json());
  } else if (what == "record") {
    const Reply<GameRecord> record = lobby_.record(game);
    if (const Refused* why = std::get_if<Refused>(&record)) {
      return refusal(*why);
    }
    response = json_text_answer(format_game_record(std::get<GameRecord>(record)));
    response.download_name = "rbc-game.json";
  } else {
    return error_response(404, "there is nothing here");
  }
  return response;
}

}  // namespace lanternfish
