#include "tools/web/http/http_server.h"

#include <algorithm>
#include <csignal>
#include <limits>
#include <list>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "support/work_queue.h"

namespace lanternfish {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

constexpr std::size_t kMaxHead = 16 << 10;  // bytes
constexpr auto kBeat = std::chrono::seconds(5);
constexpr auto kAcceptPause = std::chrono::milliseconds(50);
constexpr std::size_t kLeaving = 64;  // connections that were closed, and are not gone yet
constexpr int kMaxStalledBeats = 4;   // a listener that takes nothing for so long is let go

// The page needs nothing from elsewhere, and no other page may hold it in a frame.
constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// The parts of a plain path; none where it holds anything that needs care.
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
    if (!plain || part.empty() || part.front() == '.') {
      return std::nullopt;
    }
    parts.emplace_back(part);
    begin = end + 1;
  }
  return parts;
}

// Takes the same time wherever the first difference is.
bool same_secret(std::string_view a, std::string_view b) {
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
    if (same_secret(field.substr(begin, end - begin), pair)) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

}  // namespace

HttpResponse text_response(int status, std::string_view type, std::string text) {
  HttpResponse response;
  response.status = status;
  response.type = type;
  response.body = std::make_shared<const std::string>(std::move(text));
  return response;
}

HttpResponse error_response(int status, std::string_view sentence) {
  std::string text = "{\"error\":\"";
  for (const char c : sentence) {
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') {
      text += '?';
    } else {
      text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
  }
  return text_response(status, "application/json", text + "\"}");
}

namespace {

HttpResponse answer_of(const std::function<HttpResponse()>& make) {
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

}  // namespace

struct HttpServer::Impl {
  Impl(const HttpSettings& wanted, HttpHandler& of)
      : settings(wanted), handler(of), makers({.threads = wanted.makers, .max_waiting = wanted.max_waiting}) {}

  // An answer that is held back; it is called with what is to be said instead, if anything.
  using Held = std::function<void(const std::optional<HttpResponse>&)>;

  void accept();
  void beat();
  void hold(Held answer);

  HttpSettings settings;
  HttpHandler& handler;
  std::size_t connections = 0;
  std::list<Guest*> guests;  // the oldest first; outlives the connections that `io` holds
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer ticker{io};
  asio::signal_set signals{io};
  asio::steady_timer pause{io};
  std::vector<std::string> own_names;  // what Host may say
  std::string cookie;                  // "lanternfish-PORT=TOKEN"
  std::vector<Held> held;
  WorkQueue makers;  // of answers; last: its threads end before what they post to
};

namespace {

// One connection, request after request; in the end perhaps a stream of events.
template <typename Impl>
class Connection : public Guest, public std::enable_shared_from_this<Connection<Impl>> {
 public:
  Connection(Impl& server, tcp::socket socket) : server_(server), stream_(std::move(socket)), beat_(server.io) {
    ++server_.connections;
    beast::error_code gone;
    const tcp::endpoint peer = stream_.socket().remote_endpoint(gone);
    address_ = gone ? std::string() : peer.address().to_string();
    place_ = server_.guests.insert(server_.guests.end(), this);
  }
  ~Connection() override {
    no_guest();
    --server_.connections;
  }
  void leave() override {
    const auto self = this->shared_from_this();
    no_guest();
    close();
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kMaxHead);
    parser_->body_limit(std::numeric_limits<std::uint64_t>::max());  // the head decides; none at all would refuse any
    stream_.expires_after(server_.settings.request_time);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = this->shared_from_this()](beast::error_code error, std::size_t) {
                              error ? self->give_up(error) : self->admit();
                            });
  }

 private:
  void no_guest() {
    if (place_) {
      server_.guests.erase(*std::exchange(place_, std::nullopt));
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
    const auto& head = parser_->get();
    const bool head_only = head.method() == http::verb::head;
    if (head.method() != http::verb::get && head.method() != http::verb::post && !head_only) {
      return answer_and_close(error_response(405, "only GET and POST are understood"));
    }
    const auto host = head[http::field::host];
    if (head.count(http::field::host) != 1 ||
        std::find(server_.own_names.begin(), server_.own_names.end(), std::string_view(host.data(), host.size())) ==
            server_.own_names.end()) {
      return answer_and_close(error_response(421, "this server does not go by the name in Host"));
    }
    std::optional<std::vector<std::string>> path =
        plain_path(std::string_view(head.target().data(), head.target().size()));
    if (!path) {
      return answer_and_close(error_response(404, "there is nothing here"));
    }
    request_ = {};
    request_.path = std::move(*path);
    const auto cookie = head[http::field::cookie];
    request_.method = head.method() == http::verb::post ? HttpRequest::Method::kPost : HttpRequest::Method::kGet;
    request_.authorization = std::string(head[http::field::authorization]);
    request_.address = address_;
    request_.cookie = std::string(cookie);
    request_.token = std::string(head["X-Lanternfish-Token"]);
    if (const auto from = head["X-Forwarded-For"]; server_.settings.trust_proxy && !from.empty()) {
      const std::string_view all(from.data(), from.size());
      const std::size_t comma = all.rfind(',');
      const std::string_view last = comma == std::string_view::npos ? all : all.substr(comma + 1);
      request_.address = std::string(last.substr(std::min(last.find_first_not_of(' '), last.size())));
    }
    if (request_.method == HttpRequest::Method::kPost && !server_.settings.token.empty()) {
      const auto token = head["X-Lanternfish-Token"];
      if (!same_secret(std::string_view(token.data(), token.size()), server_.settings.token)) {
        return answer_and_close(
            error_response(403, "changes need the token: please open the page by the address that was printed"));
      }
      no_guest();
    } else if (has_cookie(std::string_view(cookie.data(), cookie.size()), server_.cookie)) {
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
    HttpResponse answer = answer_of([this] { return server_.handler.handle(request_); });
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
    const bool taken = server_.makers.add([self = this->shared_from_this(), make = std::move(answer.later),
                                           &io = server_.io](const std::stop_token& /*stop*/) mutable {
      // The connection goes back to the server's thread, whatever else is still there.
      asio::post(io, [self = std::move(self), made = answer_of(make)]() mutable { self->deliver(std::move(made)); });
    });
    if (!taken) {
      deliver(error_response(503, "too many questions wait already; please try again later"));
    }
  }

  void deliver(HttpResponse answer) {
    if (!closed_) {
      answer.feed ? listen(std::move(answer.feed)) : write(answer, parser_->get().keep_alive());
    }
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
    stream_.expires_after(server_.settings.request_time);
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

  Impl& server_;
  std::string address_;
  std::optional<std::list<Guest*>::iterator> place_;  // among the guests
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

}  // namespace

void HttpServer::Impl::accept() {
  acceptor.async_accept([this](beast::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) {
      return;
    }
    if (error) {  // out of descriptors, perhaps: that lasts a while
      pause.expires_after(kAcceptPause);
      return pause.async_wait([this](beast::error_code ended) { ended ? void() : accept(); });
    }
    if (connections >= settings.max_connections && !guests.empty()) {
      guests.front()->leave();
    }
    if (connections < settings.max_connections + kLeaving) {
      std::make_shared<Connection<Impl>>(*this, std::move(socket))->read();
    }
    accept();
  });
}

void HttpServer::Impl::beat() {
  ticker.expires_after(std::chrono::seconds(1));
  ticker.async_wait([this](beast::error_code error) {
    if (!error) {
      handler.tick();
      beat();
    }
  });
}

// Requests that have arrived by now are handled before the answers are made safe together.
void HttpServer::Impl::hold(Held answer) {
  held.push_back(std::move(answer));
  if (held.size() > 1) {
    return;
  }
  asio::post(io, [this] {
    std::optional<HttpResponse> instead;
    try {
      instead = handler.settle();
    } catch (const std::exception& bug) {
      instead = error_response(500, fmt::format("a mistake of the server: {}", bug.what()));
    }
    for (const Held& deliver : std::exchange(held, {})) {
      deliver(instead);
    }
  });
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const HttpSettings& settings, HttpHandler& handler) {
  std::unique_ptr<Impl> impl;
  try {
    impl = std::make_unique<Impl>(settings, handler);
  } catch (const std::system_error& no_thread) {
    return Error{fmt::format("cannot serve: {}", no_thread.what())};
  }
  beast::error_code error;
  const auto address = asio::ip::make_address(settings.address, error);
  if (error) {
    return Error{fmt::format("'{}' is no address of a network interface", settings.address)};
  }
  const tcp::endpoint endpoint(address, settings.port);
  impl->acceptor.open(endpoint.protocol(), error);
  if (!error) {
    impl->acceptor.set_option(asio::socket_base::reuse_address(true), error);
    impl->acceptor.bind(endpoint, error);
  }
  if (!error) {
    impl->acceptor.listen(asio::socket_base::max_listen_connections, error);
  }
  if (error) {
    return Error{fmt::format("cannot listen on {} port {}: {}", settings.address, settings.port, error.message())};
  }
  std::vector<std::string> names = settings.hosts;
  names.insert(names.end(), {"localhost", address.is_v6() ? "[" + settings.address + "]" : settings.address});
  for (const std::string& name : names) {
    impl->own_names.push_back(fmt::format("{}:{}", name, impl->acceptor.local_endpoint().port()));
  }
  impl->own_names.insert(impl->own_names.end(), settings.hosts.begin(), settings.hosts.end());
  impl->cookie = fmt::format("lanternfish-{}={}", impl->acceptor.local_endpoint().port(), settings.token);
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

unsigned short HttpServer::port() const { return impl_->acceptor.local_endpoint().port(); }

void HttpServer::run() {
  impl_->accept();
  impl_->beat();
  for (bool over = false; !over;) {
    try {
      impl_->io.run();
      over = true;
    } catch (const std::exception&) {  // out of memory: whose request it was is without an answer
    }
  }
}

void HttpServer::stop() { impl_->io.stop(); }

void HttpServer::stop_at_signals() {
  impl_->signals.add(SIGINT);
  impl_->signals.add(SIGTERM);
  impl_->signals.async_wait([this](beast::error_code error, int) {
    if (!error) {
      impl_->io.stop();
    }
  });
}

}  // namespace lanternfish
