#pragma once

// What the server makes of the head of a request before it reads further: whose request it is and what it wants, or why
// it is refused.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>

#include "tools/web/http/http.h"

namespace lanternfish {

struct HeadRules {
  std::vector<std::string> own_names;  // what Host may say, in upper or lower case
  std::string token;                   // see HttpSettings
  std::string cookie;                  // the pair that stands for it in the field Cookie; empty: there is none
  bool trust_proxy = false;            // see HttpSettings
};

struct AdmittedRequest {
  HttpRequest request;     // without its body
  bool has_token = false;  // the server's own, as field or as cookie
  bool head_only = false;  // HEAD: as GET, and no body is sent
};

using RequestHead = boost::beast::http::header<true, boost::beast::http::fields>;

// By which names clients call a server that listens there. `hosts`: see HttpSettings.
std::vector<std::string> own_names(const boost::asio::ip::address& address, unsigned short port,
                                   const std::vector<std::string>& hosts);
std::string url_of(const boost::asio::ip::address& address, unsigned short port);

// `peer`: the address at the other end of the connection.
std::variant<AdmittedRequest, HttpResponse> read_head(const RequestHead& head, std::string_view peer,
                                                      const HeadRules& rules);

}  // namespace lanternfish
