// lanternfish-server: where bots and people meet. Speaks the calls of reconchess's own client.

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "support/program.h"
#include "tools/server/api.h"
#include "tools/server/house.h"
#include "tools/server/sqlite_store.h"
#include "tools/web/http/http_server.h"

namespace {

using namespace lanternfish;
namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr const char* kUsage = R"(usage: lanternfish-server [options]
A server for Reconnaissance Blind Chess: bots of the Python package reconchess register, connect and play rated games.
Prints the address when it is ready. Ctrl-C ends it; started again, it goes on with every game.

)";

po::options_description described() {
  po::options_description options("options");
  options.add_options()("help,h", "this text")(
      "database", po::value<std::string>()->value_name("FILE"),
      "where persons and games are kept; default: lanternfish/server.sqlite in the user's folder for data")(
      "port", po::value<unsigned short>()->default_value(8065), "where to listen; 0: any free port")(
      "address", po::value<std::string>()->default_value("127.0.0.1"),
      "interface to listen on. Any other than the default is open to others; nothing is encrypted")(
      "host", po::value<Words>()->value_name("NAME"), "a further name by which clients may call this server")(
      "tc", po::value<std::string>()->default_value("900+5"), "clock of each player, SECONDS+INCREMENT")(
      "house", po::value<Words>()->value_name("SPEC"),
      "a bot of the house, as lanternfish-arena names engines; may be repeated. none: no bots. Default: trout, "
      "attacker "
      "and random")("house-games", po::value<int>()->default_value(LobbySettings{}.house_games),
                    "games of house bots at once")("version-of-reconchess",
                                                   po::value<std::string>()->default_value(ApiSettings{}.version),
                                                   "what the server says to be; a client of another version leaves");
  return options;
}

std::filesystem::path default_database() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const std::filesystem::path folder = data != nullptr && *data != '\0'
                                           ? std::filesystem::path(data)
                                           : std::filesystem::path(home != nullptr ? home : ".") / ".local" / "share";
  return folder / "lanternfish" / "server.sqlite";
}

Result<std::vector<EngineSpec>> house_bots(const Words& texts) {
  std::vector<EngineSpec> bots;
  if (texts == Words{"none"}) {
    return bots;
  }
  Words wanted = texts;
  if (wanted.empty()) {
    for (const char* strategy : {"trout", "attacker", "random"}) {
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

int fail(int status, const std::string& text) {
  fmt::print(stderr, "lanternfish-server: {}\n", text);
  return status;
}

int serve(const po::variables_map& values) {
  LobbySettings settings;
  const Result<TimeControl> clock = parse_time_control(values["tc"].as<std::string>());
  if (!clock) {
    return fail(kMisused, "--tc: " + clock.error());
  }
  settings.clock = *clock;
  settings.house_games = values["house-games"].as<int>();
  const auto bots = house_bots(values.count("house") != 0 ? values["house"].as<Words>() : Words{});
  if (!bots) {
    return fail(kMisused, bots.error());
  }
  const bool named = values.count("database") != 0;
  const std::filesystem::path file =
      named ? std::filesystem::path(values["database"].as<std::string>()) : default_database();
  if (!named) {
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    if (failed) {
      return fail(kFailed, fmt::format("'{}': {}", file.parent_path().string(), failed.message()));
    }
  }
  const auto store = open_sqlite_store(file);
  if (!store) {
    return fail(kFailed, store.error());
  }
  std::signal(SIGPIPE, SIG_IGN);
  Lobby lobby(**store, settings);
  if (const Status open = lobby.open(); !open) {
    return fail(kFailed, open.error());
  }
  Api api(lobby, {.version = values["version-of-reconchess"].as<std::string>()});
  HttpSettings http;
  http.address = values["address"].as<std::string>();
  http.port = values["port"].as<unsigned short>();
  http.hosts = values.count("host") != 0 ? values["host"].as<Words>() : Words{};
  http.max_connections = 8192;
  const auto server = HttpServer::listen(http, api);
  if (!server) {
    return fail(kFailed, server.error() + "; --port names another one, --port 0 takes any");
  }
  (*server)->stop_at_signals();
  const auto house = House::open(lobby, *bots);
  if (!house) {
    return fail(kFailed, "--house: " + house.error());
  }
  const std::string address = fmt::format("http://{}:{}", http.address, (*server)->port());
  fmt::print("{}\n", address);
  fmt::print("database {}; house bots: {}\n", file.string(), bots->empty() ? "none" : "");
  for (const EngineSpec& bot : *bots) {
    fmt::print("  {}\n", bot.name);
  }
  fmt::print("a bot joins by: rc-register --server-url {0}; rc-connect BOT --server-url {0} --ranked\n", address);
  std::fflush(stdout);
  (*server)->run();
  return 0;
}

int start(int argc, char** argv) {
  const po::options_description options = described();
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(options).positional({}).run(), values);
  po::notify(values);
  if (values.count("help") != 0) {
    fmt::print("{}{}", kUsage, (std::ostringstream() << options).str());
    return 0;
  }
  return serve(values);
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-server", argc, argv, start); }
