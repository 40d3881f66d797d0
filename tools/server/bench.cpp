// lanternfish-server bench: how fast servers answer, by clients with the habits of reconchess's own.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sodium.h>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "support/deadline.h"
#include "support/json_line.h"
#include "support/number.h"
#include "tools/common/arguments.h"
#include "tools/server/commands.h"

namespace lanternfish {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace po = boost::program_options;
using asio::ip::tcp;
template <typename T>
using Coroutine = asio::awaitable<T>;

constexpr const char* kUsage = R"(usage: lanternfish-server bench --server NAME=http://ADDRESS:PORT ... [options]
Plays games on servers by clients that call as reconchess's client does: a question every half second while they wait, a
dozen calls a turn. Prints how long calls took. Let nothing else run on the machine.
)";

constexpr std::chrono::milliseconds kPoll{500};  // as reconchess's client
constexpr std::chrono::milliseconds kAgain{50};

struct Place {
  std::string name;
  tcp::endpoint endpoint;
};

// What all clients of one measurement share.
struct Load {
  asio::io_context io{1};
  Place server;
  std::chrono::milliseconds think{0};  // of a bot in each turn, on average
  std::string run;                     // makes names new
  std::mt19937 lots{1};
  int playing = 0;  // clients
  bool measuring = false, over = false;
  std::vector<float> times;  // of calls, ms
  int failures = 0;          // calls that had to be made again
  std::string refused;       // the first answer that a client gives up at
};

struct CallAnswer {
  int status = 0;
  Json json;
};

// The calls of one person over one connection.
class Caller {
 public:
  Caller(Load& load, std::string name) : load_(load), name_(std::move(name)), stream_(load.io) {
    const std::string plain = name_ + ":a password";
    std::string text(sodium_base64_encoded_len(plain.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(plain.data()), plain.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    authorization_ = "Basic " + std::string(text.c_str());
  }

  const std::string& name() const { return name_; }

  // Until there is an answer, as reconchess's client. Null where the server refuses, or all is over.
  Coroutine<Json> call(std::string path, std::string body = {}) {
    while (!load_.over) {
      const auto begin = SteadyClock::now();
      const CallAnswer answer = co_await once(path, body);
      if (answer.status != 0 && answer.status < 500) {
        if (load_.measuring) {
          load_.times.push_back(std::chrono::duration<float, std::milli>(SteadyClock::now() - begin).count());
        }
        if (answer.status >= 400) {
          load_.refused = load_.refused.empty() ? path + ": " + dump_line(answer.json) : load_.refused;
          co_return Json();
        }
        co_return answer.json;
      }
      load_.failures += load_.measuring ? 1 : 0;
      co_await pause(kAgain);
    }
    co_return Json();
  }

  Coroutine<void> pause(std::chrono::milliseconds time) {
    asio::steady_timer timer(load_.io, time);
    co_await timer.async_wait(asio::use_awaitable);
  }

 private:
  Coroutine<CallAnswer> once(const std::string& path, const std::string& body) {
    try {
      if (!stream_.socket().is_open()) {
        co_await stream_.async_connect(load_.server.endpoint, asio::use_awaitable);
        stream_.socket().set_option(tcp::no_delay(true));
      }
      http::request<http::string_body> request(body.empty() ? http::verb::get : http::verb::post, "/api/" + path, 11);
      request.set(http::field::host,
                  fmt::format("{}:{}", load_.server.endpoint.address().to_string(), load_.server.endpoint.port()));
      request.set(http::field::authorization, authorization_);
      request.body() = body;
      request.prepare_payload();
      co_await http::async_write(stream_, request, asio::use_awaitable);
      http::response<http::string_body> response;
      co_await http::async_read(stream_, buffer_, response, asio::use_awaitable);
      if (!response.keep_alive()) {
        stream_.close();
      }
      const Result<Json> json = parse_json(response.body());
      co_return CallAnswer{static_cast<int>(response.result_int()), json ? *json : Json()};
    } catch (const boost::system::system_error&) {
      buffer_.clear();
      stream_.close();
      co_return CallAnswer{};
    }
  }

  Load& load_;
  std::string name_, authorization_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
};

std::chrono::milliseconds some_time(Load& load) {
  return std::chrono::milliseconds(std::uniform_int_distribution<long>(0, load.think.count())(load.lots));
}

// A game as play_remote_game plays it. Moves are drawn by lot.
Coroutine<void> play(Load& load, std::shared_ptr<Caller> caller, std::int64_t game) {
  const std::string at = fmt::format("games/{}/", game);
  co_await caller->call(at + "color");
  co_await caller->call(at + "starting_board");
  co_await caller->call(at + "opponent_name");
  co_await caller->call(at + "ready", "{}");
  while (!load.over) {
    const Json status = co_await caller->call(at + "game_status");
    if (!status.is_object() || status.value("is_over", true)) {
      break;
    }
    if (!status.value("is_my_turn", false)) {
      co_await caller->pause(kPoll);
      continue;
    }
    co_await caller->call(at + "opponent_move_results");
    co_await caller->call(at + "sense_actions");
    co_await caller->call(at + "seconds_left");
    const Json moves = co_await caller->call(at + "move_actions");
    co_await caller->pause(some_time(load));
    co_await caller->call(at + "sense",
                          fmt::format("{{\"square\": {}}}", std::uniform_int_distribution<int>(0, 63)(load.lots)));
    co_await caller->call(at + "seconds_left");
    co_await caller->pause(some_time(load));
    Json move;
    if (moves.is_object() && moves.contains("move_actions") && moves["move_actions"].is_array() &&
        !moves["move_actions"].empty()) {
      const Json& all = moves["move_actions"];
      move = all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(load.lots)];
    }
    Json body = Json::object();
    body["requested_move"] = move;
    co_await caller->call(at + "move", dump_line(body));
    co_await caller->call(at + "end_turn", "{}");
  }
  co_await caller->call(at + "game_history");
}

Coroutine<void> register_caller(std::shared_ptr<Caller> caller) {
  co_await caller->call("users/", fmt::format(R"({{"username": "{}", "email": "", "affiliation": "", )"
                                              R"("password": "a password"}})",
                                              caller->name()));
}

// Two clients that play game after game.
Coroutine<void> pair(Load& load, int number) {
  const auto white = std::make_shared<Caller>(load, fmt::format("w{}-{}", load.run, number));
  const auto black = std::make_shared<Caller>(load, fmt::format("b{}-{}", load.run, number));
  co_await register_caller(white);
  co_await register_caller(black);
  load.playing += 2;
  while (!load.over) {
    co_await black->call("invitations/");
    const Json game =
        co_await white->call("invitations/", fmt::format(R"({{"opponent": "{}", "color": true}})", black->name()));
    if (!game.is_object() || !game.contains("game_id")) {
      co_return;
    }
    const auto id = game["game_id"].get<std::int64_t>();
    co_await black->call(fmt::format("invitations/{}", id), "{}");
    asio::co_spawn(load.io, play(load, white, id), asio::detached);
    co_await play(load, black, id);
    co_await black->pause(kPoll * 2);  // the other one has seen it too
  }
}

struct Measured {
  std::string server;
  int games = 0;
  double calls_a_second = 0, median = 0, p99 = 0, worst = 0;  // ms
  int failures = 0;
};

double quantile(std::vector<float>& sorted, double q) {
  return sorted.empty()
             ? 0
             : static_cast<double>(sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))]);
}

Result<Measured> measure(const Place& server, int games, int seconds, int warm_up, double think) {
  Load load;
  load.server = server;
  load.think = std::chrono::milliseconds(static_cast<long>(think * 1000));
  load.run =
      fmt::format("{:x}", static_cast<unsigned>(std::chrono::system_clock::now().time_since_epoch().count() >> 16));
  for (int i = 0; i < games; ++i) {
    asio::co_spawn(load.io, pair(load, i), asio::detached);
  }
  const auto give_up = SteadyClock::now() + std::chrono::minutes(3);
  while (load.playing < 2 * games && SteadyClock::now() < give_up) {
    load.io.run_for(std::chrono::milliseconds(100));
  }
  if (load.playing < 2 * games) {
    return Error{fmt::format("{}: only {} of {} clients could register ({})", server.name, load.playing, 2 * games,
                             load.refused)};
  }
  load.io.run_for(std::chrono::seconds(warm_up));
  load.measuring = true;
  const auto begin = SteadyClock::now();
  load.io.run_for(std::chrono::seconds(seconds));
  const double took = std::chrono::duration<double>(SteadyClock::now() - begin).count();
  load.measuring = false;
  load.over = true;
  std::sort(load.times.begin(), load.times.end());
  if (!load.refused.empty()) {
    fmt::print(stderr, "{}: refused: {}\n", server.name, load.refused);
  }
  Measured measured{.server = server.name,
                    .games = games,
                    .calls_a_second = static_cast<double>(load.times.size()) / took,
                    .median = quantile(load.times, 0.5),
                    .p99 = quantile(load.times, 0.99),
                    .worst = quantile(load.times, 1),
                    .failures = load.failures};
  load.io.stop();
  return measured;
}

Result<Place> parse_place(const std::string& text) {
  const std::size_t equals = text.find('='), scheme = text.find("http://"), colon = text.rfind(':');
  boost::system::error_code error;
  if (equals == std::string::npos || scheme != equals + 1 || colon < scheme + 7) {
    return Error{fmt::format("--server '{}': NAME=http://ADDRESS:PORT is wanted", text)};
  }
  const auto address = asio::ip::make_address(text.substr(scheme + 7, colon - scheme - 7), error);
  const auto port = to_number<unsigned short>(text.substr(colon + 1), 1);
  if (error || !port) {
    return Error{fmt::format("--server '{}': the address of an interface and a port are wanted", text)};
  }
  return Place{text.substr(0, equals), {address, *port}};
}

}  // namespace

int bench_command(std::vector<std::string> words) {
  Arguments arguments("lanternfish-server bench", kUsage);
  int seconds = 20, warm_up = 5;
  double think = 2;
  arguments.options().add_options()("server", po::value<std::vector<std::string>>()->value_name("NAME=URL"),
                                    "a server; may be repeated, one after another")(
      "games", po::value<std::vector<int>>()->value_name("N"), "games at once; may be repeated");
  arguments.number("seconds", seconds, 1, 3600, "of each measurement");
  arguments.number("warm-up", warm_up, 0, 3600, "seconds before it");
  arguments.number("think", think, 0, 3600, "seconds that a bot takes at most for a sense, and for a move");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  std::vector<Place> servers;
  for (const std::string& text : arguments.list("server")) {
    const Result<Place> place = parse_place(text);
    if (!place) {
      return arguments.refuse(place.error());
    }
    servers.push_back(*place);
  }
  const std::vector<int> games =
      arguments.has("games") ? arguments.get<std::vector<int>>("games") : std::vector<int>{10};
  if (servers.empty() || std::any_of(games.begin(), games.end(), [](int n) { return n < 1; })) {
    return arguments.refuse("at least one --server, and --games from 1 on");
  }
  raise_file_limit();
  fmt::print("{:<14} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "server", "games", "calls/s", "median ms", "99 % ms",
             "worst ms", "failures");
  for (const Place& server : servers) {
    for (const int number : games) {
      const Result<Measured> measured = measure(server, number, seconds, warm_up, think);
      if (!measured) {
        fmt::print(stderr, "{}\n", measured.error());
        break;
      }
      fmt::print("{:<14} {:>6} {:>9.0f} {:>9.2f} {:>9.2f} {:>9.1f} {:>9}\n", measured->server, measured->games,
                 measured->calls_a_second, measured->median, measured->p99, measured->worst, measured->failures);
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace lanternfish
