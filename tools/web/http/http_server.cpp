#include "tools/web/http/http_server.h"

#include <algorithm>
#include <chrono>
#include <csignal>

#include "support/memory_reserve.h"
#include "tools/web/http/connection.h"

namespace lanternfish {

namespace {

constexpr auto kAcceptPause = std::chrono::milliseconds(50);

}  // namespace

HttpResponse text_response(int status, std::string_view type, std::string text) {
  HttpResponse response;
  response.status = status;
  response.type = type;
  response.body = std::make_shared<const std::string>(std::move(text));
  return response;
}

HttpResponse json_answer(const Json& json) { return json_text_answer(dump_line(json)); }

HttpResponse json_text_answer(std::string json) { return text_response(200, "application/json", std::move(json)); }

HttpResponse id_answer(std::string_view id) { return json_answer({{"id", id}}); }

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

struct HttpServer::Impl {
  Impl(const HttpSettings& wanted, HttpHandler& of)
      : settings(wanted), handler(of), makers({.threads = wanted.makers, .max_waiting = wanted.max_waiting}) {}

  // An answer that is held back; it is called with what is to be said instead, if anything.
  using Held = std::function<void(const std::optional<HttpResponse>&)>;

  void accept();
  void make_room();
  // Whether more connections of this address are open than may be, and so many more.
  bool full(const std::string& address, std::size_t more = 0) const;
  void beat();
  void hold(Held answer);

  HttpSettings settings;
  HttpHandler& handler;
  std::size_t connections = 0;
  // By address; they outlive the connections that `io` holds.
  std::map<std::string, std::size_t> of_address;    // connections
  std::map<std::string, std::size_t> making;        // answers that take time, of other machines
  std::map<std::string, std::list<Guest*>> guests;  // the oldest first
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer ticker{io};
  asio::signal_set signals{io};
  asio::steady_timer pause{io};
  HeadRules rules;
  std::vector<Held> held;
  WorkQueue makers;  // of answers; last: its threads end before what they post to
};

void HttpServer::Impl::accept() {
  acceptor.async_accept([this](beast::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) {
      return;
    }
    if (error) {  // out of descriptors, perhaps: that lasts a while
      pause.expires_after(kAcceptPause);
      return pause.async_wait([this](beast::error_code ended) { ended ? void() : accept(); });
    }
    if (connections >= settings.max_connections) {
      make_room();
    }
    if (connections < settings.max_connections + Connection<Impl>::kLeaving) {
      std::make_shared<Connection<Impl>>(*this, std::move(socket))->begin();
    }
    accept();
  });
}

void HttpServer::Impl::make_room() {
  const auto most = std::max_element(guests.begin(), guests.end(), [](const auto& one, const auto& other) {
    return one.second.size() < other.second.size();
  });
  if (most != guests.end()) {
    most->second.front()->leave();
  }
}

bool HttpServer::Impl::full(const std::string& address, std::size_t more) const {
  const auto known = of_address.find(address);
  return settings.max_connections_of_address != 0 && !address.empty() && !on_this_machine(address) &&
         known != of_address.end() && known->second > settings.max_connections_of_address + more;
}

void HttpServer::Impl::beat() {
  ticker.expires_after(std::chrono::seconds(1));
  ticker.async_wait([this](beast::error_code error) {
    if (!error) {
      beat();  // first, so that a tick that fails is not the last
      renew_memory_reserve();
      handler.tick();
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
    const auto instead = answer_of<std::optional<HttpResponse>>([this] { return handler.settle(); });
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
  HeadRules& rules = impl->rules;
  const unsigned short port = impl->acceptor.local_endpoint().port();
  rules.own_names = own_names(address, port, settings.hosts);
  rules.token = settings.token;
  rules.cookie = settings.token.empty() ? "" : fmt::format("lanternfish-{}={}", port, settings.token);
  rules.trust_proxy = settings.trust_proxy;
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

unsigned short HttpServer::port() const { return impl_->acceptor.local_endpoint().port(); }

std::string HttpServer::url() const {
  const tcp::endpoint here = impl_->acceptor.local_endpoint();
  const asio::ip::address address = here.address();
  if (!address.is_unspecified()) {
    return url_of(address, here.port());
  }
  return url_of(
      address.is_v6() ? asio::ip::address(asio::ip::address_v6::loopback()) : asio::ip::address_v4::loopback(),
      here.port());
}

std::string HttpServer::url_for_others() const {
  const HttpSettings& settings = impl_->settings;
  if (settings.hosts.empty() || settings.trust_proxy || on_this_machine(settings.address)) {
    return url();
  }
  const std::string& host = settings.hosts.front();
  const bool with_port = host.find(':') != std::string::npos && host.back() != ']';
  return with_port ? "http://" + host : fmt::format("http://{}:{}", host, port());
}

std::string HttpServer::advice() const {
  const bool nameless = impl_->acceptor.local_endpoint().address().is_unspecified() && impl_->settings.hosts.empty();
  return nameless ? "other machines are refused: start with --host NAME, where NAME is the name or address of this "
                    "machine that others type"
                  : "";
}

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
