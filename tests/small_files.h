#pragma once

// A disk that is full for a moment: no file of this process may grow beyond a size, and writes beyond it come back
// short.

#include <doctest/doctest.h>

#include <sys/resource.h>

#include <csignal>

namespace lanternfish::testing {

// For as long as this object lives, no file of this process grows beyond `bytes`.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const rlimit small{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace lanternfish::testing
