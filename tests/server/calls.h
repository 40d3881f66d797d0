#pragma once

// The calls of the server without sockets: a database of its own, persons who are signed in.

#include <sodium.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/folder.h"
#include "tools/server/api.h"
#include "tools/server/sqlite_database.h"
#include "tools/server/store.h"

namespace lanternfish::testing {

class Calls {
 public:
  // What stands between the store and its database.
  using Wrap = std::function<std::unique_ptr<Database>(std::unique_ptr<Database>)>;

  explicit Calls(const std::vector<std::string>& names, const LobbySettings& settings = {}, const ApiSettings& api = {},
                 const Wrap& wrap = {})
      : folder_("lanternfish-calls"),
        store_(store_in((folder_ / "db.sqlite").string(), wrap)),
        reader_(std::move(open_store(folder_ / "db.sqlite", StoreUse::kRead)).value()),
        lobby_(*store_, settings),
        api_(lobby_, *reader_, api) {
    (void)lobby_.open();
    for (const std::string& name : names) {
      ask("", "POST", "api/users/", R"({"username": ")" + name + R"(", "password": "a password"})");
      ask(name, "GET", "api/invitations");
    }
  }

  Lobby& lobby() { return lobby_; }
  // Happens when a call was handled, before it is known whether its answer may be sent.
  std::function<void()> meanwhile;

  // `path` without its first slash.
  static HttpRequest request(const std::string& method, const std::string& path, const std::string& body = {}) {
    HttpRequest made;
    made.method = method == "POST" ? HttpRequest::Method::kPost : HttpRequest::Method::kGet;
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      made.path.push_back(path.substr(begin, end - begin));
      begin = end + 1;
    }
    made.body = body;
    return made;
  }
  HttpResponse send(const HttpRequest& request) {
    HttpResponse made = api_.handle(request);
    if (made.later) {
      made = made.later();
    }
    if (meanwhile) {
      meanwhile();
    }
    if (const auto instead = api_.holds() ? api_.settle() : std::nullopt) {
      return *instead;
    }
    return made;
  }
  // As the page's browser makes it, whose cookie that is.
  HttpResponse browse(const std::string& cookie, const std::string& method, const std::string& path,
                      const std::string& body = {}, const std::string& address = {}) {
    HttpRequest made = request(method, path, body);
    made.cookie = cookie;
    made.token = "page";
    made.address = address;
    return send(made);
  }
  // The cookie of somebody who is named above.
  std::string cookie_of(const std::string& name) {
    const std::string body = R"({"username": ")" + name + R"(", "password": "a password"})";
    return cookie(browse("", "POST", "api/session", body));
  }
  void tick() { api_.tick(); }
  // Anybody asks where `name` is empty.
  HttpResponse answer(const std::string& name, const std::string& method, const std::string& path,
                      const std::string& body = {}) {
    HttpRequest made = request(method, path, body);
    made.authorization = name.empty() ? "" : basic(name);
    return send(made);
  }
  // Status and body in one line.
  std::string ask(const std::string& name, const std::string& method, const std::string& path,
                  const std::string& body = {}) {
    const HttpResponse made = answer(name, method, path, body);
    return std::to_string(made.status) + " " + *made.body;
  }

  static std::string basic(const std::string& name, const std::string& password = "a password") {
    const std::string plain = name + ":" + password;
    std::string text(sodium_base64_encoded_len(plain.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(plain.data()), plain.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    return "Basic " + std::string(text.c_str());
  }
  // The field Cookie of a browser that this answer came to.
  static std::string cookie(const HttpResponse& answer) {
    return answer.set_cookie.substr(0, answer.set_cookie.find(';'));
  }

 private:
  static std::unique_ptr<Store> store_in(const std::string& place, const Wrap& wrap) {
    auto store = std::move(open_store(place)).value();
    if (!wrap) {
      return store;
    }
    store.reset();
    return std::make_unique<Store>(wrap(std::move(open_sqlite(place, StoreUse::kServe)).value()));
  }

  Folder folder_;
  std::unique_ptr<Store> store_, reader_;
  Lobby lobby_;
  Api api_;
};

}  // namespace lanternfish::testing
