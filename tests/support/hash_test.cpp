#include "support/hash.h"

#include <doctest/doctest.h>

using namespace lanternfish;

TEST_CASE("hash: the published values") {
  // Fowler, Noll, Vo: test vectors of FNV-1a, 64 bits. SplitMix64 from the seed 0: its first two numbers.
  CHECK(fnv1a("") == 0xcbf29ce484222325);
  CHECK(fnv1a("a") == 0xaf63dc4c8601ec8c);
  CHECK(fnv1a("foobar") == 0x85944171f73967e8);
  CHECK(fnv1a("bar", fnv1a("foo")) == fnv1a("foobar"));
  CHECK(splitmix64(0) == 0xe220a8397b1dcdaf);
  CHECK(splitmix64(kGolden) == 0x6e789e6aa1b965f4);
}
