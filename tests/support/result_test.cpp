#include "support/result.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace lanternfish;

namespace {

Result<std::string> text_or_error(bool good) {
  if (!good) {
    return Error{"no text today"};
  }
  return std::string("a text");
}

}  // namespace

TEST_CASE("result: holds a value or the sentence that says why there is none") {
  const Result<std::string> good = text_or_error(true);
  REQUIRE(good);
  CHECK(good.ok());
  CHECK(*good == "a text");
  CHECK(good->size() == 6);
  const Result<std::string> bad = text_or_error(false);
  CHECK_FALSE(bad);
  CHECK_FALSE(bad.ok());
  CHECK(bad.error() == "no text today");
}

TEST_CASE("result: a text is a value, not an error") {
  const Result<std::string> text = std::string("there is no option");
  CHECK(text.ok());
}

TEST_CASE("result: a value that cannot be copied is moved out") {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(7);
  REQUIRE(made);
  const std::unique_ptr<int> taken = std::move(made).value();
  CHECK(*taken == 7);
}

TEST_CASE("result: a status is success or an error") {
  CHECK(success().ok());
  const Status refused = Error{"not now"};
  CHECK_FALSE(refused.ok());
  CHECK(refused.error() == "not now");
}
