#pragma once

// A request and its answer, as the page's rooms see them: no sockets, no header fields.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/json_line.h"
#include "tools/web/http/feed.h"

namespace lanternfish {

struct HttpRequest {
  enum class Method { kGet, kPost };
  Method method = Method::kGet;
  std::vector<std::string> path;  // "/api/play" is {"api", "play"}; parts hold letters, digits, '.', '_' and '-' alone
  std::string body;
  std::string authorization;  // the field of this name
  std::string cookie;         // the same
  std::string token;          // the field X-Lanternfish-Token
  std::string address;        // whose connection it is, as limits count
  bool secure = false;        // it came to the proxy in front by TLS
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body;
  std::string download_name;   // not empty: the browser is to save the body under this name
  std::shared_ptr<Feed> feed;  // instead of a body: server-sent events
  bool authenticate = false;   // with status 401: name and password are wanted
  std::string set_cookie;      // not empty: the field Set-Cookie
  // Instead of all above: makes the answer on a thread that may wait, read files and compute. It keeps alive what it
  // needs.
  std::function<HttpResponse()> later;
};

// What answers requests. All calls come from the server's one thread and must not block: what reads files or takes time
// goes into HttpResponse::later.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // How long a body may be, bytes. A longer one is refused before it is read.
  virtual std::size_t max_body(const HttpRequest& request) = 0;
  virtual HttpResponse handle(const HttpRequest& request) = 0;
  // Whether what handle() did last is not safe, or is lost: then its answer is held back until settle().
  virtual bool holds() { return false; }
  // Makes all that was done safe, once for all answers that are held back. An answer instead of them: it is not safe.
  virtual std::optional<HttpResponse> settle() { return std::nullopt; }
  // About once a second.
  virtual void tick() {}
};

// Whose limits count: an address of IPv4, or the network of one of IPv6, of which one person has 2^64 addresses.
std::string address_for_limits(std::string_view address);
bool on_this_machine(std::string_view address);

HttpResponse text_response(int status, std::string_view type, std::string text);
HttpResponse json_answer(const Json& json);
// JSON that is text already.
HttpResponse json_text_answer(std::string json);
// {"id": "ID"}
HttpResponse id_answer(std::string_view id);
// {"error": "SENTENCE"}
HttpResponse error_response(int status, std::string_view sentence);

}  // namespace lanternfish
