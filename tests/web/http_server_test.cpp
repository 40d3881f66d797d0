#include "tools/web/http/http_server.h"

#include <atomic>
#include <new>
#include <thread>

#include <doctest/doctest.h>

using namespace lanternfish;

namespace {

// Its first tick fails.
struct Ticking : HttpHandler {
  std::size_t max_body(const HttpRequest& /*request*/) override { return 0; }
  HttpResponse handle(const HttpRequest& /*request*/) override { return text_response(200, "text/plain", ""); }
  void tick() override {
    if (++ticks == 1) {
      throw std::bad_alloc();
    }
  }

  std::atomic<int> ticks = 0;
};

}  // namespace

TEST_CASE("http server: a tick that fails is not the last one") {
  Ticking handler;
  const auto server = HttpServer::listen({}, handler);
  REQUIRE(server);
  std::jthread serving([&] { (*server)->run(); });
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (handler.ticks < 2 && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  (*server)->stop();
  CHECK(handler.ticks >= 2);
}
