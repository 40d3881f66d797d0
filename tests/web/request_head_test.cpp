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

TEST_CASE("web: an empty part of a path is passed over, and nothing else of a path") {
  const auto path = [](const std::string& target) {
    const auto made = read(http::verb::get, target, {});
    const AdmittedRequest* admitted = std::get_if<AdmittedRequest>(&made);
    return admitted != nullptr ? std::optional(admitted->request.path) : std::nullopt;
  };
  const std::vector<std::string> version = {"api", "version"};
  // As reconchess makes it of a server's address that ends with a slash.
  for (const char* target : {"//api/version", "/api//version", "/api/version//", "//api/version/?a=//b"}) {
    CHECK_MESSAGE(path(target) == version, target);
  }
  CHECK(path("//") == std::vector<std::string>());
  for (const char* target : {"//..//api", "/..//..", "//.git", "//./api", "//%2e%2e/api", "/api//..", "api//version"}) {
    CHECK_MESSAGE(!path(target), target);
  }
}

TEST_CASE("web: a server goes by its names in any case, with its port, and at 80 without") {
  const auto names = [](const char* address, unsigned short port, const std::vector<std::string>& hosts = {}) {
    return own_names(boost::asio::ip::make_address(address), port, hosts);
  };
  const auto called = [](const std::vector<std::string>& own, const std::string& host) {
    RequestHead head;
    head.method(http::verb::get);
    head.target("/");
    head.insert(http::field::host, host);
    return std::holds_alternative<AdmittedRequest>(
        read_head(head, "127.0.0.1", {.own_names = own, .token = {}, .cookie = {}}));
  };
  for (const char* host :
       {"mylaptop:8065", "MyLaptop", "127.0.0.1:8065", "[::1]:8065", "0.0.0.0:8065", "LOCALHOST:8065"}) {
    CHECK_MESSAGE(called(names("0.0.0.0", 8065, {"MyLaptop"}), host), host);
  }
  for (const char* host : {"evil", "127.0.0.1", "localhost", "mylaptop:80", "mylaptop:8065.evil", ""}) {
    CHECK_MESSAGE(!called(names("0.0.0.0", 8065, {"MyLaptop"}), host), host);
  }
  CHECK(!called(names("127.0.0.1", 8065), "[::1]:8065"));
  CHECK(called(names("0:0::1", 8065), "[::1]:8065"));
  for (const char* host : {"127.0.0.1", "127.0.0.1:80", "localhost", "name", "name:80"}) {
    CHECK_MESSAGE(called(names("127.0.0.1", 80, {"name"}), host), host);
  }
  CHECK(url_of(boost::asio::ip::make_address("::1"), 8065) == "http://[::1]:8065");
  CHECK(url_of(boost::asio::ip::make_address("127.0.0.1"), 80) == "http://127.0.0.1:80");
}
