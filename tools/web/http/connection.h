#pragma once

// One connection of a server of HTTP, as a template of that server: it keeps the settings, counts the connections of
// each address, and knows those that have not shown the token.

#include <chrono>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "support/work_queue.h"
#include "tools/web/http/http.h"
#include "tools/web/http/request_head.h"

namespace lanternfish {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

// What `make` gives, or an answer that tells of its exception.
template <typename Answer>
Answer answer_of(const std::function<Answer()>& make) {
  try {
    return make();
  } catch (const std::exception& bug) {
    return error_response(500, fmt::format("a mistake of the server: {}", bug.what()));
  }
}

// A connection that has not shown the token.
class Guest {
 public:
  virtual ~Guest() = default;
  virtual void leave() = 0;
};

// One connection, request after request; in the end perhaps a stream of events.
template <typename Server>
class Connection : public Guest, public std::enable_shared_from_this<Connection<Server>> {
 public:
  static constexpr std::size_t kLeaving = 64;  // connections that were closed, and are not gone yet

  Connection(Server& server, tcp::socket socket) : server_(server), stream_(std::move(socket)), beat_(server.io) {
    ++server_.connections;
    beast::error_code gone;
    const tcp::endpoint peer = stream_.socket().remote_endpoint(gone);
    peer_ = gone ? std::string() : peer.address().to_string();
    belongs_to(server_.settings.trust_proxy ? std::string() : address_for_limits(peer_));
  }
  ~Connection() override {
    no_guest();
    count_down(server_.of_address, address_);
    --server_.connections;
  }
  void leave() override {
    const auto self = this->shared_from_this();
    no_guest();
    close();
  }

  // Somewhat too many of one address are told so; of a crowd that says nothing the newest go.
  void begin() {
    if (!server_.full(address_, kLeaving)) {
      read();
    }
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kMaxHead);
    parser_->body_limit(std::numeric_limits<std::uint64_t>::max());  // the head decides; none at all would refuse any
    stream_.expires_after(kRequestTime);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = this->shared_from_this()](beast::error_code error, std::size_t) {
                              error ? self->give_up(error) : self->admit();
                            });
  }

 private:
  static constexpr std::size_t kMaxHead = 16 << 10;               // bytes
  static constexpr auto kRequestTime = std::chrono::seconds(10);  // for a whole request to arrive, or an answer to go
  static constexpr auto kBeat = std::chrono::seconds(5);
  static constexpr int kMaxStalledBeats = 4;  // a listener that takes nothing for so long is let go
  // The page needs nothing from elsewhere, and no other page may hold it in a frame.
  static constexpr const char* kContentPolicy =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  static void count_down(std::map<std::string, std::size_t>& of, const std::string& address) {
    if (const auto found = of.find(address); found != of.end() && --found->second == 0) {
      of.erase(found);
    }
  }

  // Another address than before, where a proxy brings the requests of many.
  void belongs_to(const std::string& address) {
    if (counted_ && address == address_) {
      return;
    }
    if (counted_) {
      count_down(server_.of_address, address_);
    }
    const bool was_guest = place_ || !counted_;
    no_guest();
    counted_ = true;
    address_ = address;
    ++server_.of_address[address_];
    if (was_guest) {
      std::list<Guest*>& guests = server_.guests[address_];
      place_ = guests.insert(guests.end(), this);
    }
  }

  void no_guest() {
    if (place_) {
      const auto guests = server_.guests.find(address_);
      guests->second.erase(*std::exchange(place_, std::nullopt));
      if (guests->second.empty()) {
        server_.guests.erase(guests);
      }
    }
  }

  void give_up(beast::error_code error) {
    if (error == http::error::end_of_stream || error == beast::error::timeout || error == asio::error::eof ||
        error.category() == asio::error::get_system_category()) {
      close();
    } else if (error == http::error::header_limit) {
      answer_and_close(error_response(431, "the head of the request is too long"));
    } else if (error == http::error::body_limit) {
      answer_and_close(error_response(413, "the body of the request is too long"));
    } else {
      answer_and_close(error_response(400, "this is no HTTP request"));
    }
  }

  // What can be refused by the head alone is not read further.
  void admit() {
    std::variant<AdmittedRequest, HttpResponse> read = read_head(parser_->get(), peer_, server_.rules);
    if (const HttpResponse* refused = std::get_if<HttpResponse>(&read)) {
      return answer_and_close(*refused);
    }
    AdmittedRequest& admitted = std::get<AdmittedRequest>(read);
    request_ = std::move(admitted.request);
    belongs_to(request_.address);
    if (server_.full(address_)) {
      return answer_and_close(error_response(503, "too many connections from this address; please close some"));
    }
    if (admitted.has_token) {
      no_guest();
    }
    const std::size_t limit =
        request_.method == HttpRequest::Method::kPost ? server_.handler.max_body(request_) : std::size_t{0};
    if (parser_->content_length() && *parser_->content_length() > limit) {
      return answer_and_close(error_response(413, "the body of the request is too long"));
    }
    parser_->body_limit(limit);
    http::async_read(stream_, buffer_, *parser_,
                     [self = this->shared_from_this()](beast::error_code error, std::size_t) {
                       error ? self->give_up(error) : self->handle();
                     });
  }

  void handle() {
    request_.body = std::move(parser_->get().body());
    HttpResponse answer = answer_of<HttpResponse>([this] { return server_.handler.handle(request_); });
    if (!answer.later && server_.handler.holds()) {
      stream_.expires_never();
      return server_.hold([self = this->shared_from_this(),
                           answer = std::move(answer)](const std::optional<HttpResponse>& instead) mutable {
        self->deliver(instead ? HttpResponse(*instead) : std::move(answer));
      });
    }
    if (!answer.later) {
      return deliver(std::move(answer));
    }
    stream_.expires_never();
    make(std::move(answer.later));
  }

  // The answer takes time. Nobody elsewhere may keep all makers for oneself.
  void make(std::function<HttpResponse()> later) {
    const bool limited = !on_this_machine(address_);
    const auto waiting = server_.making.find(address_);
    if (limited && waiting != server_.making.end() && waiting->second >= server_.settings.max_waiting_of_address) {
      return deliver(error_response(503, "too many questions of this address wait already; please try again later"));
    }
    const bool taken = server_.makers.add([self = this->shared_from_this(), make = std::move(later), &io = server_.io,
                                           limited](const std::stop_token& /*stop*/) mutable {
      // The connection goes back to the server's thread, whatever else is still there.
      asio::post(io, [self = std::move(self), made = answer_of(make), limited]() mutable {
        if (limited) {
          count_down(self->server_.making, self->address_);
        }
        self->deliver(std::move(made));
      });
    });
    if (!taken) {
      deliver(error_response(503, "too many questions wait already; please try again later"));
    }
    if (taken && limited) {
      ++server_.making[address_];
    }
  }

  void deliver(HttpResponse answer) {
    if (closed_) {
      return;
    }
    if (answer.feed && parser_->get().method() == http::verb::head) {
      return answer_and_close(text_response(200, "text/event-stream", {}));
    }
    answer.feed ? listen(std::move(answer.feed)) : write(answer, parser_->get().keep_alive());
  }

  void answer_and_close(const HttpResponse& answer) { write(answer, false); }

  void write(const HttpResponse& answer, bool keep_alive) {
    body_ = answer.body ? answer.body : std::make_shared<const std::string>();
    const bool head_only = parser_->get().method() == http::verb::head;
    http::response<http::span_body<const char>> response;
    response.version(11);
    response.result(static_cast<unsigned>(answer.status));
    response.set(http::field::content_type, answer.type);
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Content-Security-Policy", kContentPolicy);
    if (answer.authenticate) {
      response.set(http::field::www_authenticate, "Basic realm=\"Lanternfish\", charset=\"UTF-8\"");
    }
    if (!answer.set_cookie.empty()) {
      response.set(http::field::set_cookie, answer.set_cookie);
    }
    if (!answer.download_name.empty()) {
      response.set(http::field::content_disposition, "attachment; filename=\"" + answer.download_name + "\"");
    }
    response.keep_alive(keep_alive);
    response.body() = beast::span<const char>(body_->data(), head_only ? 0 : body_->size());
    response.content_length(body_->size());
    response_.emplace(std::move(response));
    serializer_.emplace(*response_);
    stream_.expires_after(kRequestTime);
    const auto done = [self = this->shared_from_this(), keep_alive](beast::error_code error, std::size_t) {
      error || !keep_alive ? self->close() : self->read();
    };
    if (head_only) {
      http::async_write_header(stream_, *serializer_, done);
    } else {
      http::async_write(stream_, *serializer_, done);
    }
  }

  void listen(std::shared_ptr<Feed> feed) {
    stream_.expires_never();
    feed_ = std::move(feed);
    subscription_ = feed_->subscribe([weak = this->weak_from_this(), &io = server_.io] {
      asio::post(io, [weak] {
        if (const auto self = weak.lock()) {
          self->tell();
        }
      });
    });
    text_ = fmt::format(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n"
        "X-Content-Type-Options: nosniff\r\nContent-Security-Policy: {}\r\n\r\nretry: 1000\n\n",
        kContentPolicy);
    send();
    await_close();
    await_beat();
  }

  // A listener has nothing to say: what it sends is its end.
  void await_close() {
    stream_.socket().async_read_some(asio::buffer(ignored_),
                                     [self = this->shared_from_this()](beast::error_code error, std::size_t) {
                                       error ? self->close() : self->await_close();
                                     });
  }

  void await_beat() {
    beat_.expires_after(kBeat);
    beat_.async_wait([self = this->shared_from_this()](beast::error_code error) {
      if (error || self->closed_) {
        return;
      }
      if (self->writing_ && ++self->stalled_ >= kMaxStalledBeats) {
        return self->close();
      }
      if (!self->writing_) {
        self->text_ = ":\n\n";
        self->send();
      }
      self->await_beat();
    });
  }

  void tell() {
    if (closed_ || writing_) {
      return;
    }
    const Feed::Message message = feed_->latest();
    if (message.number > sent_ && message.text) {
      sent_ = message.number;
      text_ = fmt::format("id: {}\ndata: {}\n\n", message.number, *message.text);
      send();
    } else if (message.closed) {
      text_ = "event: end\ndata: {}\n\n";
      ended_ = true;
      send();
    }
  }

  void send() {
    writing_ = true;
    stalled_ = 0;
    asio::async_write(stream_.socket(), asio::buffer(text_),
                      [self = this->shared_from_this()](beast::error_code error, std::size_t) {
                        self->writing_ = false;
                        error || self->ended_ ? self->close() : self->tell();
                      });
  }

  void close() {
    closed_ = true;
    subscription_ = {};
    beat_.cancel();
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
  }

  Server& server_;
  std::string peer_;
  std::string address_;                               // whose it is, as limits count
  bool counted_ = false;                              // under this address
  std::optional<std::list<Guest*>::iterator> place_;  // among its guests
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{64 << 10};
  std::optional<http::request_parser<http::string_body>> parser_;
  HttpRequest request_;
  std::shared_ptr<const std::string> body_;
  std::optional<http::response<http::span_body<const char>>> response_;
  std::optional<http::response_serializer<http::span_body<const char>>> serializer_;

  // Of a listener.
  std::shared_ptr<Feed> feed_;
  Feed::Subscription subscription_;
  asio::steady_timer beat_;
  std::string text_;  // being written
  char ignored_[256];
  std::uint64_t sent_ = 0;
  int stalled_ = 0;
  bool writing_ = false, ended_ = false, closed_ = false;
};

}  // namespace lanternfish
