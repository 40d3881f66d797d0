#include "tools/web/site.h"

#include "support/json_line.h"
#include "tools/page/assets.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMaxLine = 64 << 10;  // bytes of what is put up on the analysis board
constexpr std::size_t kMaxAnswer = 4096;    // bytes of a body that is no recorded game

}  // namespace

Site::Site(const SiteSettings& settings)
    : settings_(settings),
      kept_(settings.keep),
      look_([this, look = settings.look]() mutable {
        look.elsewhere = [this](const std::string& id) { return kept_.file_of(id); };
        return look;
      }()),
      watch_(settings.watch, look_),
      play_(settings.play, [this](const std::string& record, const Opponent& opponent, Color me, int takebacks) {
        const Result<std::string> id = look_.add(record);
        if (id) {
          kept_.keep(record, *id, opponent, me, takebacks);
        }
        return id ? *id : std::string();
      }) {}

std::size_t Site::max_body(const HttpRequest& request) {
  const bool record = request.path == std::vector<std::string>{"api", "look"};
  const bool line = request.path == std::vector<std::string>{"api", "look", "line"};
  return record ? LookRoom::kMaxRecord : line ? kMaxLine : kMaxAnswer;
}

void Site::tick() { play_.tick(); }

// What the page offers.
HttpResponse Site::hello() const {
  Json json;
  json["opponents"] = Json::array();
  for (const Opponent& opponent : settings_.play.opponents) {
    json["opponents"].push_back({{"key", opponent.key},
                                 {"label", opponent.label},
                                 {"line", opponent.line},
                                 {"elo", opponent.elo ? Json(*opponent.elo) : Json()},
                                 {"ours", opponent.ours}});
  }
  json["options"] = Json::array();
  for (const PlayOption& option : kPlayOptions) {
    json["options"].push_back({{"name", option.name}, {"min", option.min}, {"max", option.max}, {"help", option.help}});
  }
  json["files"] = settings_.look.files.size();
  return json_answer(json);
}

HttpResponse Site::handle(const HttpRequest& request) {
  const auto& path = request.path;
  if (path.size() >= 2 && path[0] == "api") {
    if (path[1] == "play") {
      return play_.handle(request);
    }
    if (path[1] == "look") {
      return look_.handle(request);
    }
    if (path[1] == "watch") {
      return watch_.handle(request);
    }
    if (path[1] == "mine" && path.size() == 2) {
      return json_answer(kept_.json());
    }
    if (path[1] == "hello" && path.size() == 2) {
      // A change that changes nothing: whether the token is right was asked.
      return request.method == HttpRequest::Method::kGet ? hello() : json_answer(Json::object());
    }
  }
  if (request.method == HttpRequest::Method::kGet && path.size() <= 1) {
    const Asset* asset = find_asset(path.empty() ? "index.html" : path.front());
    if (asset != nullptr) {
      return text_response(200, asset_type(asset->name), asset->content);
    }
  }
  return error_response(404, "there is nothing here");
}

}  // namespace lanternfish
