#pragma once

// A pipe for the tests of readers and writers.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

namespace lanternfish::testing {

class Pipe {
 public:
  Pipe() { REQUIRE(::pipe2(ends_, O_CLOEXEC) == 0); }
  ~Pipe() {
    close_reader();
    close_writer();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_reader() { close_end(0); }
  void close_writer() { close_end(1); }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::write(ends_[1], text.data(), text.size());
      REQUIRE(n > 0);
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  // Everything until the writing end is closed.
  std::string read_all() const {
    std::string all;
    char bytes[4096];
    for (ssize_t n = ::read(ends_[0], bytes, sizeof bytes); n > 0; n = ::read(ends_[0], bytes, sizeof bytes)) {
      all.append(bytes, static_cast<std::size_t>(n));
    }
    return all;
  }

 private:
  void close_end(int end) {
    if (ends_[end] >= 0) {
      ::close(std::exchange(ends_[end], -1));
    }
  }

  int ends_[2] = {-1, -1};
};

}  // namespace lanternfish::testing
