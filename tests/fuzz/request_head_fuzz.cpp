// The head of a request as it comes over the network: what is admitted is plain, and what is refused is told in JSON.

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "tools/web/http/request_head.h"

namespace {

using namespace lanternfish;
namespace http = boost::beast::http;

void claim(bool holds) {
  if (!holds) {
    std::abort();
  }
}

bool is_plain(const std::string& part) {
  return !part.empty() && part.front() != '.' && std::all_of(part.begin(), part.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  });
}

void check(const RequestHead& head, const HeadRules& rules) {
  const auto read = read_head(head, "10.0.0.1", rules);
  if (const HttpResponse* refused = std::get_if<HttpResponse>(&read)) {
    claim(refused->status >= 400 && refused->status < 500);
    claim(refused->body && refused->body->starts_with("{\"error\":\"") && refused->body->ends_with("\"}"));
    return;
  }
  const AdmittedRequest& admitted = std::get<AdmittedRequest>(read);
  const HttpRequest& request = admitted.request;
  const bool post = request.method == HttpRequest::Method::kPost;
  claim(std::all_of(request.path.begin(), request.path.end(), is_plain));
  claim(head[http::field::host] == "rbc.example" && post == (head.method() == http::verb::post));
  claim(!request.address.empty());
  if (!rules.trust_proxy) {
    claim(request.address == "10.0.0.1" && !request.secure);
  }
  if (rules.token.empty()) {
    claim(!admitted.has_token);
  } else if (post) {
    claim(request.token == rules.token);
  } else if (admitted.has_token) {
    claim(request.cookie.find(rules.cookie) != std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  http::request_parser<http::empty_body> parser;
  parser.header_limit(16 << 10);
  parser.eager(false);
  boost::beast::error_code error;
  parser.put(boost::asio::const_buffer(data, size), error);
  if (error || !parser.is_header_done()) {
    return 0;
  }
  HeadRules rules{.own_names = {"rbc.example"}, .token = {}, .cookie = {}};
  check(parser.get(), rules);
  rules.trust_proxy = true;
  check(parser.get(), rules);
  rules.token = "secret";
  rules.cookie = "lanternfish-80=secret";
  check(parser.get(), rules);
  return 0;
}
