#pragma once

// A value, or a sentence that says why there is none. Functions that take input from outside return one. Our own bugs
// are assertions, and only constructors throw.

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace lanternfish {

struct Error {
  std::string text;  // names what is wrong and where; no full stop or newline at its end
};

// `Failure` has the sentence as its member `text`.
template <typename T, typename Failure = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}        // NOLINT(google-explicit-constructor)
  Result(Failure error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  const T& operator*() const& { return value(); }
  const T* operator->() const { return &value(); }

  const Failure& failure() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }
  const std::string& error() const { return failure().text; }

 private:
  std::variant<T, Failure> state_;
};

// A Result's value, or out of the function with its error, so never within a `new`: const Board b = TRY(parse_fen(s));
#define TRY(...)                              \
  __extension__({                             \
    auto&& lanternfish_tried = (__VA_ARGS__); \
    if (!lanternfish_tried) {                 \
      return lanternfish_tried.failure();     \
    }                                         \
    std::move(lanternfish_tried).value();     \
  })

// For functions that either do their work or say why they did not.
using Status = Result<std::monostate>;
inline Status success() { return std::monostate{}; }

}  // namespace lanternfish
