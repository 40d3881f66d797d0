#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tools/web/http/request_head.h"

using namespace lanternfish;

namespace {

namespace http = boost::beast::http;
using Fields = std::vector<std::pair<std::string, std::string>>;

const HeadRules kProxied{.own_names = {"rbc.example"}, .token = {}, .cookie = {}, .trust_proxy = true};

std::variant<AdmittedRequest, HttpResponse> read(http::verb method, const std::string& target, const Fields& fields,
                                                 const HeadRules& rules = kProxied) {
  RequestHead head;
  head.method(method);
  head.target(target);
  head.insert(http::field::host, "rbc.example");
  for (const auto& [name, value] : fields) {
    head.insert(name, value);
  }
  return read_head(head, "127.0.0.1", rules);
}

HttpRequest admitted(const Fields& fields, const HeadRules& rules = kProxied) {
  const auto made = read(http::verb::get, "/api/version", fields, rules);
  REQUIRE(std::holds_alternative<AdmittedRequest>(made));
  return std::get<AdmittedRequest>(made).request;
}

int status(http::verb method, const Fields& fields, const HeadRules& rules = kProxied) {
  const auto made = read(method, "/api/play", fields, rules);
  const HttpResponse* refused = std::get_if<HttpResponse>(&made);
  return refused != nullptr ? refused->status : 200;
}

}  // namespace

TEST_CASE("web: whose request it is, the proxy in front says last") {
  const std::string field = "X-Forwarded-For";
  CHECK(admitted({}).address == "127.0.0.1");
  CHECK(admitted({{field, "1.1.1.1"}}).address == "1.1.1.1");
  CHECK(admitted({{field, "9.9.9.9, 1.1.1.1"}}).address == "1.1.1.1");
  // Some proxies add a field of their own behind what a client made up.
  CHECK(admitted({{field, "9.9.9.9"}, {field, "1.1.1.1"}}).address == "1.1.1.1");
  CHECK(admitted({{field, "9.9.9.9"}, {"x-forwarded-for", "8.8.8.8, 1.1.1.1"}}).address == "1.1.1.1");
  HeadRules direct = kProxied;
  direct.trust_proxy = false;
  CHECK(admitted({{field, "1.1.1.1"}}, direct).address == "127.0.0.1");
  CHECK(admitted({{"X-Forwarded-Proto", "https"}}).secure);
  CHECK_FALSE(admitted({{"X-Forwarded-Proto", "http"}}).secure);
  CHECK_FALSE(admitted({{"X-Forwarded-Proto", "https"}}, direct).secure);
}

TEST_CASE("web: limits count a network of IPv6 once") {
  CHECK(address_for_limits("10.1.2.3") == "10.1.2.3");
  CHECK(address_for_limits("2001:db8:1:2:3:4:5:6") == address_for_limits("2001:db8:1:2::1"));
  CHECK(address_for_limits("2001:db8:1:2::1") != address_for_limits("2001:db8:1:3::1"));
  CHECK(address_for_limits("::ffff:10.1.2.3") == "10.1.2.3");
  CHECK(address_for_limits("::1") == "::1");
  CHECK(address_for_limits("unknown") == "unknown");
  CHECK(on_this_machine("127.0.0.2"));
  CHECK(on_this_machine("::1"));
  CHECK_FALSE(on_this_machine("128.0.0.1"));
}

TEST_CASE("web: a page of another site changes nothing") {
  for (const char* site : {"cross-site", "same-site"}) {
    CHECK(status(http::verb::post, {{"Sec-Fetch-Site", site}}) == 403);
    CHECK(status(http::verb::get, {{"Sec-Fetch-Site", site}}) == 200);  // a link to the page
  }
  for (const char* site : {"same-origin", "none"}) {
    CHECK(status(http::verb::post, {{"Sec-Fetch-Site", site}}) == 200);
  }
}

TEST_CASE("web: who has the token is known by it, and nobody where there is none") {
  HeadRules rules = kProxied;
  rules.token = "secret";
  rules.cookie = "lanternfish-80=secret";
  const auto has_token = [&](const Fields& fields) {
    const auto made = read(http::verb::get, "/", fields, rules);
    return std::get<AdmittedRequest>(made).has_token;
  };
  CHECK(has_token({{"Cookie", "a=b; lanternfish-80=secret"}}));
  CHECK_FALSE(has_token({{"Cookie", "lanternfish-80=secre"}}));
  CHECK_FALSE(has_token({}));
  CHECK(status(http::verb::post, {{"X-Lanternfish-Token", "secret"}}, rules) == 200);
  CHECK(status(http::verb::post, {{"X-Lanternfish-Token", "Secret"}}, rules) == 403);
  CHECK(status(http::verb::post, {}, rules) == 403);
  rules = kProxied;
  for (const char* cookie : {"", "lanternfish-80=", "=", ";"}) {
    CHECK_FALSE(has_token({{"Cookie", cookie}}));
  }
}
