// lanternfish-web: one local page to play, to watch matches, and to look into recorded games.

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "game/game_record.h"
#include "protocol/host/engine_link.h"
#include "support/child_process.h"
#include "support/file.h"
#include "support/number.h"
#include "tools/common/arguments.h"
#include "tools/web/http/http_server.h"
#include "tools/web/secrets.h"
#include "tools/web/site.h"

namespace {

using namespace lanternfish;
namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr const char* kUsage = R"(usage: lanternfish-web [options]
Serves a page on this machine: play against an engine, watch a match of lanternfish-arena, look at recorded games with
both players' beliefs. Prints the address to open. Ctrl-C ends it, with all engines.
)";

void add_options(po::options_description& options) {
  options.add_options()("port", po::value<unsigned short>()->default_value(8064), "where to listen; 0: any free port")(
      "address", po::value<std::string>()->default_value("127.0.0.1"),
      "interface to listen on. Any other than the default lets others play and look; nothing is encrypted")(
      "host", po::value<Words>()->value_name("NAME"), "a further name by which browsers may call this server")(
      "open", "open the page in the browser")("engine", po::value<Words>()->value_name("SPEC"),
                                              "a further opponent, as lanternfish-arena names engines")(
      "lanternfish", po::value<std::string>()->default_value("@lanternfish"), "the program of our own players")(
      "match", po::value<Words>()->value_name("FOLDER"),
      "a match of lanternfish-arena to watch, begun or not; may be repeated. Without, matches in folders of ./games "
      "are found")("games", po::value<Words>()->value_name("FOLDER"), "recorded games to look at; may be repeated")(
      "keep", po::value<std::string>(),
      "folder for the games that are played here; default: lanternfish/games in the user's data folder; none: not "
      "kept")("max-games", po::value<std::size_t>()->default_value(PlaySettings{}.max_games),
              "games of persons at once")(
      "max-boards", po::value<std::size_t>()->default_value(RecordedBeliefSettings{}.max_boards),
      "boards held of each player; beyond, the least likely are deferred, and the page says so")(
      "grace", po::value<int>()->default_value(60)->value_name("SECONDS"),
      "how long a game waits for a page that was closed");
}

// Where programs keep a user's data by the XDG base directory specification; empty where nobody says.
std::filesystem::path data_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  return data != nullptr && *data != '\0'   ? std::filesystem::path(data) / "lanternfish" / "games"
         : home != nullptr && *home != '\0' ? std::filesystem::path(home) / ".local/share/lanternfish/games"
                                            : std::filesystem::path();
}

Result<SiteSettings> settings_of(const Arguments& arguments) {
  SiteSettings settings;
  const auto engine = arguments.get<std::string>("lanternfish");
  settings.play.opponents = own_opponents(engine);
  if (const auto met = EngineLink::meet(settings.play.opponents.front().spec, Board::start(), {}); !met) {
    return Error{fmt::format("--lanternfish '{}': {}", engine, met.error())};
  }
  int number = 0;
  for (const std::string& text : arguments.list("engine")) {
    Result<Opponent> opponent = given_opponent(text, ++number);
    if (!opponent) {
      return Error{fmt::format("--engine '{}': {}", text, opponent.error())};
    }
    settings.play.opponents.push_back(std::move(opponent).value());
  }
  settings.look.lines = true;
  settings.play.max_games = arguments.get<std::size_t>("max-games");
  settings.play.grace = std::chrono::seconds(std::max(1, arguments.get<int>("grace")));
  const std::string keep = arguments.has("keep") ? arguments.get<std::string>("keep") : data_folder().string();
  settings.keep = keep == "none" ? "" : keep;
  const auto max_boards = arguments.get<std::size_t>("max-boards");
  settings.look.belief.max_boards = settings.look.judge.max_boards = settings.look.question.max_boards = max_boards;
  for (const std::string& folder : arguments.list("games")) {
    const auto files = TRY(record_files(folder));
    settings.look.files.insert(settings.look.files.end(), files.begin(), files.end());
  }
  for (const std::string& folder : arguments.list("match")) {
    if (std::filesystem::exists(folder) && !std::filesystem::is_directory(folder)) {
      return Error{fmt::format("'{}' is no folder", folder)};
    }
    settings.watch.folders.push_back(std::filesystem::weakly_canonical(folder));
  }
  if (settings.watch.folders.empty()) {
    settings.watch.root = std::filesystem::absolute("games");
  }
  return settings;
}

// A folder that nobody else can read; it goes with the object. What a server that was killed has left goes, too.
class PrivateFolder {
 public:
  PrivateFolder() {
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    const std::filesystem::path parent = runtime != nullptr && *runtime != '\0'
                                             ? std::filesystem::path(runtime)
                                             : std::filesystem::temp_directory_path();
    remove_those_of_the_dead(parent);
    std::string name = (parent / fmt::format("{}{}.XXXXXX", kBeginning, ::getpid())).string();
    path_ = ::mkdtemp(name.data()) != nullptr ? name : "";
  }
  ~PrivateFolder() {
    std::error_code ignored;
    if (!path_.empty()) {
      std::filesystem::remove_all(path_, ignored);
    }
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  static constexpr std::string_view kBeginning = "lanternfish-web-";

  static void remove_those_of_the_dead(const std::filesystem::path& parent) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
      const std::string name = entry.path().filename().string();
      struct stat status {};
      if (name.starts_with(kBeginning) && ::lstat(entry.path().c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
          status.st_uid == ::getuid()) {
        const auto pid = to_number<int>(name.substr(kBeginning.size(), name.find('.') - kBeginning.size()));
        if (pid && ::kill(*pid, 0) != 0 && errno == ESRCH) {
          std::filesystem::remove_all(entry.path(), error);
        }
      }
    }
  }

  std::filesystem::path path_;
};

// The browser is given a file that leads to the address: everybody on this machine can see its command line, and the
// address has the token.
Result<std::unique_ptr<ChildProcess>> open_browser(const PrivateFolder& folder, const std::string& address) {
  const std::filesystem::path file = folder.path() / "open.html";
  const Status written =
      folder.path().empty()
          ? Status(Error{"there is no folder for its address"})
          : write_file(
                file,
                fmt::format("<!doctype html><meta charset=utf-8><script>location.replace(\"{}\")</script>\n", address));
  return written ? ChildProcess::start({.argv = {"setsid", "-f", "xdg-open", file.string()}, .directory = {}})
                 : Result<std::unique_ptr<ChildProcess>>(Error{written.error()});
}

int serve(const Arguments& arguments) {
  std::signal(SIGPIPE, SIG_IGN);
  const Result<SiteSettings> settings = settings_of(arguments);
  if (!settings) {
    return arguments.refuse(settings.error());
  }
  Site site(*settings);
  HttpSettings http;
  http.address = arguments.get<std::string>("address");
  http.port = arguments.get<unsigned short>("port");
  http.token = random_name();
  http.hosts = arguments.list("host");
  const auto server = HttpServer::listen(http, site);
  if (!server) {
    return arguments.fail(server.error() + "; --port names another one, --port 0 takes any");
  }
  (*server)->stop_at_signals();
  const std::string address = fmt::format("{}/#token={}", (*server)->url(), http.token);
  fmt::print("{}\n", address);
  if (const std::string advice = (*server)->advice(); !advice.empty()) {
    fmt::print("{}\n", advice);
  } else if (const std::string others = (*server)->url_for_others(); others != (*server)->url()) {
    fmt::print("others open {}/#token={}\n", others, http.token);
  }
  std::fflush(stdout);
  std::unique_ptr<ChildProcess> browser;  // in a session of its own, so that it outlives us
  std::optional<PrivateFolder> folder;
  if (arguments.has("open")) {
    folder.emplace();
    auto opened = open_browser(*folder, address);
    if (opened) {
      browser = std::move(opened).value();
    } else {
      fmt::print(stderr, "lanternfish-web: no browser could be opened ({}); please open the address above\n",
                 opened.error());
    }
  }
  (*server)->run();
  return 0;
}

int start(int argc, char** argv) {
  Arguments arguments("lanternfish-web", kUsage);
  add_options(arguments.options());
  return arguments.parse({argv + 1, argv + argc}) ? serve(arguments) : arguments.exit_status();
}

}  // namespace

int main(int argc, char** argv) { return lanternfish::run_program("lanternfish-web", argc, argv, start); }
