#pragma once

// A value, or a sentence that says why there is none. Input from outside comes back this way; our own bugs are
// assertions, and exceptions are left to constructors.

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace lanternfish {

struct Error {
  std::string text;  // Names what is wrong and where; no trailing full stop or newline.
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

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

  const std::string& error() const {
    assert(!ok());
    return std::get_if<1>(&state_)->text;
  }

 private:
  std::variant<T, Error> state_;
};

// For calls that either take effect or explain themselves.
using Status = Result<std::monostate>;
inline Status success() { return std::monostate{}; }

}  // namespace lanternfish
