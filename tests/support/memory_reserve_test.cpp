#include "support/memory_reserve.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <new>

#include <doctest/doctest.h>

#include "support/file.h"

using namespace lanternfish;

#ifndef __SANITIZE_ADDRESS__  // a sanitizer ends a program that has no memory

namespace {

constexpr std::size_t kLarge = std::size_t{200} << 10;  // malloc maps it

void allow_less_than_is_mapped() {
  const auto pages = read_file("/proc/self/statm");  // the first number is what is mapped
  const rlim_t mapped = std::strtoull(pages->c_str(), nullptr, 10) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  const rlimit limit{.rlim_cur = mapped - (rlim_t{1} << 20), .rlim_max = RLIM_INFINITY};
  (void)::setrlimit(RLIMIT_AS, &limit);
}

// In a process of its own that may map nothing: whether memory can be had where a failure is cleaned up after.
bool may_clean_up(bool with_reserve) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (with_reserve) {
      keep_memory_reserve();
    }
    allow_less_than_is_mapped();
    try {
      for (;;) {  // what earlier tests gave back is taken first
        static_cast<void>(::operator new(kLarge));
      }
    } catch (const std::bad_alloc&) {
      try {
        ::operator delete(::operator new(kLarge));
      } catch (const std::bad_alloc&) {
        ::_exit(1);
      }
      ::_exit(0);
    }
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("memory reserve: where memory runs out there is some to clean up with, and for nothing else") {
  CHECK(may_clean_up(true));
  CHECK_FALSE(may_clean_up(false));
}

#endif

TEST_CASE("memory reserve: may be renewed at any time") {
  renew_memory_reserve();
  renew_memory_reserve();
}
