// lanternfish-server: where bots and people meet. Speaks the calls of reconchess's own client.

#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "support/number.h"
#include "tools/common/arguments.h"
#include "tools/server/administration.h"
#include "tools/server/api.h"
#include "tools/server/commands.h"
#include "tools/server/house.h"
#include "tools/server/names.h"
#include "tools/server/store.h"
#include "tools/web/http/http_server.h"

namespace {

using namespace lanternfish;
namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr int kMaxNumber = 100'000'000;  // ten times as much is counted

constexpr const char* kUsage = R"(usage: lanternfish-server [options]
       lanternfish-server export FOLDER             games that are over, as files
       lanternfish-server backup COPY               the database, also while a server works on it
       lanternfish-server restore COPY              the same in the database's place again
       lanternfish-server admin COMMAND             persons, games and tournaments
       lanternfish-server bench --server NAME=URL   how long calls take
A server for Reconnaissance Blind Chess: bots of the Python package reconchess register, connect and play rated games.
Prints the address when it is ready. Ctrl-C ends it; started again, it goes on with every game.
)";

void add_options(po::options_description& options) {
  options.add_options()("database", po::value<std::string>()->value_name("FILE"),
                        "where persons and games are kept: a file of SQLite, or postgresql://USER@HOST/NAME; default: "
                        "what LANTERNFISH_DATABASE says, or lanternfish/server.sqlite in the user's folder for data")(
      "port", po::value<unsigned short>()->default_value(8065), "where to listen; 0: any free port")(
      "address", po::value<std::string>()->default_value("127.0.0.1"),
      "interface to listen on. Any other than the default is open to others; nothing is encrypted")(
      "host", po::value<Words>()->value_name("NAME"), "a further name by which clients may call this server")(
      "tc", po::value<std::string>()->default_value("900+5"), "clock of each player, SECONDS+INCREMENT")(
      "house", po::value<Words>()->value_name("SPEC"),
      "a bot of the house, as lanternfish-arena names engines; may be repeated. none: no bots. Default: trout, "
      "attacker "
      "and random")("house-games", po::value<int>()->default_value(LobbySettings{}.house_games),
                    "games of house bots at once; of each bot its share, and two at least")(
      "connected-for", po::value<int>()->default_value(15)->value_name("SECONDS"),
      "who has not asked for invitations for so long is not connected")(
      "patience", po::value<int>()->default_value(120)->value_name("SECONDS"),
      "a game that is not begun so long after it was offered is void")(
      "ranked-games", po::value<int>()->default_value(LobbySettings{}.games_at_once_against_one),
      "so many ranked games of two bots follow each other without delay")(
      "ranked-pause", po::value<int>()->default_value(3600)->value_name("SECONDS"), "between later ones")(
      "left-free", po::value<int>()->default_value(LobbySettings{}.left_free),
      "places of each bot that takes two games or more which ranked games leave free for invitations")(
      "registrations", po::value<int>()->default_value(DoorLimits{}.registrations),
      "so many of one address within an hour, guests of the page among them; 0: any number")(
      "calls", po::value<int>()->default_value(DoorLimits{}.calls_of_account),
      "so many of one account within a second, in the mean of ten, and ten times as many of one address; 0: any "
      "number")("connections", po::value<int>()->default_value(512),
                "so many of one address elsewhere are open at once; 0: any number")(
      "watch", po::value<std::string>()->default_value("none")->value_name("TURNS"),
      "spectators see a running game that does not count so many turns late; none: not at all")(
      "analyses", po::value<int>()->default_value(PeopleSettings{}.max_analyses),
      "so many finished games and questions of one account are worked out in Look within ten minutes, and five times "
      "as "
      "many of one address; 0: any number")("trust-proxy", po::bool_switch(),
                                            "whose request it is stands in X-Forwarded-For: a proxy is in front")(
      "official", po::value<int>()->default_value(LobbySettings{}.official_games),
      "so many ranked games make a rating official")("version-of-reconchess",
                                                     po::value<std::string>()->default_value(ApiSettings{}.version),
                                                     "what the server says to be; a client of another version leaves");
}

Result<std::vector<EngineSpec>> house_bots(const Words& texts) {
  std::vector<EngineSpec> bots;
  if (texts == Words{"none"}) {
    return bots;
  }
  Words wanted = texts;
  if (wanted.empty()) {
    for (const char* strategy : kHouseBots) {
      wanted.push_back(fmt::format("name={} cmd=@lanternfish option.Strategy={}", strategy, strategy));
    }
  }
  for (const std::string& text : wanted) {
    Result<EngineSpec> spec = parse_engine_spec(text);
    if (!spec || spec->name.empty()) {
      return Error{fmt::format("--house '{}': {}", text, spec ? "it has no name=" : spec.error())};
    }
    bots.push_back(std::move(spec).value());
  }
  return bots;
}

std::string database_of(const Arguments& arguments) {
  return arguments.has("database") ? arguments.get<std::string>("database") : default_database();
}

int serve(const Arguments& arguments) {
  LobbySettings settings;
  const Result<TimeControl> clock = parse_time_control(arguments.get<std::string>("tc"));
  if (!clock) {
    return arguments.refuse("--tc: " + clock.error());
  }
  settings.clock = *clock;
  settings.house_games = arguments.get<int>("house-games");
  settings.games_at_once_against_one = arguments.get<int>("ranked-games");
  settings.left_free = arguments.get<int>("left-free");
  settings.official_games = arguments.get<int>("official");
  settings.connected_for = std::chrono::seconds(arguments.get<int>("connected-for"));
  settings.patience = std::chrono::seconds(arguments.get<int>("patience"));
  settings.between_later_games = std::chrono::seconds(arguments.get<int>("ranked-pause"));
  for (const char* number : {"house-games", "ranked-games", "official", "connected-for", "patience", "ranked-pause",
                             "registrations", "calls", "connections", "analyses", "left-free"}) {
    if (arguments.get<int>(number) < 0 || arguments.get<int>(number) > kMaxNumber) {
      return arguments.refuse(fmt::format("--{}: a number from 0 to {}", number, kMaxNumber));
    }
  }
  const auto watch = arguments.get<std::string>("watch");
  const std::optional<int> late = to_number<int>(watch, 1, 1000);
  if (!late && watch != "none") {
    return arguments.refuse("--watch: a number of turns, 1 to 1000, or none");
  }
  const auto bots = house_bots(arguments.list("house"));
  if (!bots) {
    return arguments.refuse(bots.error());
  }
  const std::string place = database_of(arguments);
  if (place == user_database().string()) {
    const std::filesystem::path folder = user_database().parent_path();
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
      return arguments.fail(fmt::format("'{}': {}", folder.string(), failed.message()));
    }
  }
  const auto store = open_store(place);
  if (!store) {
    return arguments.fail(store.error());
  }
  const auto reader = open_store(place, StoreUse::kRead);
  if (!reader) {
    return arguments.fail(reader.error());
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its limit is an error of that write, as a full disk is
  Lobby lobby(**store, settings);
  if (const Status open = lobby.open(); !open) {
    return arguments.fail(open.error());
  }
  const Reply<std::string> password = make_administrator(lobby);
  if (const Refused* why = std::get_if<Refused>(&password)) {
    return arguments.fail(why->text);
  }
  if (const Status kept = lobby.settle(lobby.losses()); !kept) {
    return arguments.fail(kept.error());
  }
  Api api(lobby, **reader,
          {.version = arguments.get<std::string>("version-of-reconchess"),
           .limits = {.registrations = arguments.get<int>("registrations"),
                      .calls_of_account = arguments.get<int>("calls"),
                      .calls_of_address = 10 * arguments.get<int>("calls")},
           .people = {.watch = {.turns_late = late}, .max_analyses = arguments.get<int>("analyses")}});
  HttpSettings http;
  http.address = arguments.get<std::string>("address");
  http.port = arguments.get<unsigned short>("port");
  http.hosts = arguments.list("host");
  http.max_connections = 8192;
  http.max_connections_of_address = static_cast<std::size_t>(arguments.get<int>("connections"));
  http.max_waiting_of_address = http.max_waiting / 4;
  http.trust_proxy = arguments.get<bool>("trust-proxy");
  http.makers = 2;  // each may hash a password, which takes 19 MB
  raise_file_limit();
  const auto server = HttpServer::listen(http, api);
  if (!server) {
    return arguments.fail(server.error() + "; --port names another one, --port 0 takes any");
  }
  (*server)->stop_at_signals();
  const auto house = House::open(lobby, *bots);
  if (!house) {
    return arguments.fail("--house: " + house.error());
  }
  fmt::print("{}\n", (*server)->url());
  fmt::print("people play there in a browser; all is kept in {}; Ctrl-C ends the server\n", shown_place(place));
  std::vector<std::string> names;
  for (const EngineSpec& bot : *bots) {
    names.push_back(bot.name);
  }
  fmt::print("bots of the house: {}\n", names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
  if (const std::string& first = std::get<std::string>(password); !first.empty()) {
    fmt::print("{} signs in with the password {} (it is not shown again)\n", kAdministrator, first);
  }
  if (const std::string advice = (*server)->advice(); !advice.empty()) {
    fmt::print("{}\n", advice);
  }
  fmt::print("a bot joins by\n  rc-register --server-url {0}\n  rc-connect BOT --server-url {0} --ranked\n",
             (*server)->url_for_others());
  std::fflush(stdout);
  (*server)->run();
  return 0;
}

int start(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  // A database, what SQLite keeps beside it and its copies are nobody else's on this machine. Games that are exported
  // may be.
  if (word != "export") {
    ::umask(S_IRWXG | S_IRWXO);
  }
  for (const Command& command : {Command{"export", export_command},
                                 {"backup", backup_command},
                                 {"restore", restore_command},
                                 {"admin", admin_command},
                                 {"bench", bench_command}}) {
    if (word == command.name) {
      return command.run({argv + 2, argv + argc});
    }
  }
  Arguments arguments("lanternfish-server", kUsage);
  add_options(arguments.options());
  return arguments.parse({argv + 1, argv + argc}) ? serve(arguments) : arguments.exit_status();
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-server", argc, argv, start); }
