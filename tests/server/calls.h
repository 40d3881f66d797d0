#pragma once

// The calls of the server without sockets: a database of its own, persons who are signed in.

#include <sodium.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/folder.h"
#include "tools/server/api.h"
#include "tools/server/store.h"

namespace lanternfish::testing {

class Calls {
 public:
  explicit Calls(const std::vector<std::string>& names, const LobbySettings& settings = {}, const ApiSettings& api = {})
      : folder_("lanternfish-calls"),
        store_(std::move(open_store(folder_ / "db.sqlite")).value()),
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

  // `path` without its first slash; anybody asks where `name` is empty.
  HttpResponse answer(const std::string& name, const std::string& method, const std::string& path,
                      const std::string& body = {}) {
    HttpRequest request;
    request.method = method == "POST" ? HttpRequest::Method::kPost : HttpRequest::Method::kGet;
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      request.path.push_back(path.substr(begin, end - begin));
      begin = end + 1;
    }
    request.body = body;
    request.authorization = name.empty() ? "" : basic(name);
    HttpResponse made = api_.handle(request);
    if (made.later) {
      made = made.later();
    }
    if (const auto instead = api_.holds() ? api_.settle() : std::nullopt) {
      return *instead;
    }
    return made;
  }
  // Status and body in one line.
  std::string ask(const std::string& name, const std::string& method, const std::string& path,
                  const std::string& body = {}) {
    const HttpResponse made = answer(name, method, path, body);
    return std::to_string(made.status) + " " + *made.body;
  }

 private:
  static std::string basic(const std::string& name) {
    const std::string plain = name + ":a password";
    std::string text(sodium_base64_encoded_len(plain.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(plain.data()), plain.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    return "Basic " + std::string(text.c_str());
  }

  Folder folder_;
  std::unique_ptr<Store> store_, reader_;
  Lobby lobby_;
  Api api_;
};

}  // namespace lanternfish::testing
