#include "support/lru_cache.h"

#include <doctest/doctest.h>

#include <string>

using namespace lanternfish;

TEST_CASE("cache: what was used longest ago goes first, and what is too large is not kept") {
  LruCache<int, std::string> cache(10, [](const std::string& text) { return text.size(); });
  cache.store(1, "four");
  cache.store(2, "four");
  REQUIRE(cache.find(1) != nullptr);
  cache.store(3, "four");  // 2 was used longest ago
  CHECK(cache.find(2) == nullptr);
  CHECK(*cache.find(1) == "four");
  CHECK(cache.bytes() == 8);
  cache.store(1, "five5");
  CHECK(*cache.find(1) == "four");
  cache.store(4, std::string(11, 'x'));
  CHECK(cache.find(4) == nullptr);
  cache.store(5, std::string(10, 'x'));
  CHECK(cache.find(1) == nullptr);
  CHECK(cache.find(3) == nullptr);
  CHECK(cache.bytes() == 10);
  cache.clear();
  CHECK(cache.find(5) == nullptr);
  CHECK(cache.bytes() == 0);
}
