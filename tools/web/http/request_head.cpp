#include "tools/web/http/request_head.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/ip/network_v6.hpp>
#include <boost/beast/core/string.hpp>

namespace lanternfish {

namespace {

namespace http = boost::beast::http;
namespace ip = boost::asio::ip;

constexpr unsigned short kHttpPort = 80;  // clients leave it out

std::string in_url(const ip::address& address) {
  return address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
}

// The parts of a plain path; none where it holds anything that needs care. Empty ones are passed over: whoever types a
// server's address with a slash at its end asks for "//api/version".
std::optional<std::vector<std::string>> plain_path(std::string_view target) {
  std::vector<std::string> parts;
  target = target.substr(0, target.find('?'));
  if (target.empty() || target.front() != '/' || target.size() > 200) {
    return std::nullopt;
  }
  for (std::size_t begin = 1; begin < target.size();) {
    const std::size_t end = std::min(target.find('/', begin), target.size());
    const std::string_view part = target.substr(begin, end - begin);
    const bool plain = std::all_of(part.begin(), part.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
    });
    if (!plain || part.starts_with('.')) {
      return std::nullopt;
    }
    if (!part.empty()) {
      parts.emplace_back(part);
    }
    begin = end + 1;
  }
  return parts;
}

// Takes the same time wherever the first difference is.
bool same_token(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

// Whether the field Cookie has the pair NAME=VALUE.
bool has_cookie(std::string_view field, std::string_view pair) {
  for (std::size_t begin = 0; begin < field.size();) {
    const std::size_t end = std::min(field.find(';', begin), field.size());
    begin = std::min(field.find_first_not_of(' ', begin), end);
    if (same_token(field.substr(begin, end - begin), pair)) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

template <typename Name>
std::string_view field(const RequestHead& head, Name name) {
  const auto text = head[name];
  return {text.data(), text.size()};
}

// What the proxy in front added comes last, in a field of its own or in the last of those that came to it.
std::string_view last_forwarded(const RequestHead& head) {
  std::string_view all;
  const auto fields = head.equal_range("X-Forwarded-For");
  for (auto it = fields.first; it != fields.second; ++it) {
    all = std::string_view(it->value().data(), it->value().size());
  }
  const std::size_t comma = all.rfind(',');
  const std::string_view last = comma == std::string_view::npos ? all : all.substr(comma + 1);
  return last.substr(std::min(last.find_first_not_of(' '), last.size()));
}

// A browser says so of what a page of another site makes it send, whatever cookies or passwords it adds.
bool of_another_site(const RequestHead& head) {
  const std::string_view site = field(head, "Sec-Fetch-Site");
  return site == "cross-site" || site == "same-site";
}

}  // namespace

std::string address_for_limits(std::string_view address) {
  boost::system::error_code no_address;
  const ip::address parsed = ip::make_address(std::string(address), no_address);
  if (no_address || parsed.is_v4() || parsed.is_loopback()) {
    return std::string(address);
  }
  const ip::address_v6 v6 = parsed.to_v6();
  return v6.is_v4_mapped() ? ip::make_address_v4(ip::v4_mapped, v6).to_string()
                           : ip::network_v6(v6, 64).canonical().to_string();
}

std::vector<std::string> own_names(const ip::address& address, unsigned short port,
                                   const std::vector<std::string>& hosts) {
  std::vector<std::string> words = {"localhost", in_url(address)};
  if (address.is_unspecified()) {  // it listens at all of this machine's
    words.push_back(in_url(ip::address_v4::loopback()));
    words.push_back(in_url(ip::address_v6::loopback()));
  }
  words.insert(words.end(), hosts.begin(), hosts.end());
  std::vector<std::string> names = hosts;
  for (const std::string& word : words) {
    names.push_back(fmt::format("{}:{}", word, port));
  }
  if (port == kHttpPort) {
    names.insert(names.end(), words.begin(), words.end());
  }
  return names;
}

std::string url_of(const ip::address& address, unsigned short port) {
  return fmt::format("http://{}:{}", in_url(address), port);
}

bool on_this_machine(std::string_view address) { return address.starts_with("127.") || address == "::1"; }

std::variant<AdmittedRequest, HttpResponse> read_head(const RequestHead& head, std::string_view peer,
                                                      const HeadRules& rules) {
  AdmittedRequest admitted;
  admitted.head_only = head.method() == http::verb::head;
  const bool post = head.method() == http::verb::post;
  if (head.method() != http::verb::get && !post && !admitted.head_only) {
    return error_response(405, "only GET and POST are understood");
  }
  const auto is_host = [host = head[http::field::host]](const std::string& name) {
    return boost::beast::iequals({name.data(), name.size()}, host);
  };
  if (head.count(http::field::host) != 1 || std::none_of(rules.own_names.begin(), rules.own_names.end(), is_host)) {
    return error_response(421,
                          "this server does not go by the name or address by which it was called; whoever runs it "
                          "names it by the option --host NAME");
  }
  const auto target = head.target();
  std::optional<std::vector<std::string>> path = plain_path(std::string_view(target.data(), target.size()));
  if (!path) {
    return error_response(404, "there is nothing here");
  }
  if (post && of_another_site(head)) {
    return error_response(403, "changes come from this server's own page, and not from one of another site");
  }
  HttpRequest& request = admitted.request;
  request.method = post ? HttpRequest::Method::kPost : HttpRequest::Method::kGet;
  request.path = std::move(*path);
  request.authorization = field(head, http::field::authorization);
  request.cookie = field(head, http::field::cookie);
  request.token = field(head, "X-Lanternfish-Token");
  const std::string_view forwarded = rules.trust_proxy ? last_forwarded(head) : std::string_view();
  request.address = address_for_limits(forwarded.empty() ? peer : forwarded);
  request.secure = rules.trust_proxy && field(head, "X-Forwarded-Proto") == "https";
  const bool by_field = !rules.token.empty() && same_token(request.token, rules.token);
  if (post && !rules.token.empty() && !by_field) {
    return error_response(403, "changes need the token: please open the page by the address that was printed");
  }
  admitted.has_token = (post && by_field) || (!rules.cookie.empty() && has_cookie(request.cookie, rules.cookie));
  return admitted;
}

}  // namespace lanternfish
