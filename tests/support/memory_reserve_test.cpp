#include "support/memory_reserve.h"

#include <sys/mman.h>
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

bool may_map() { return ::mmap(nullptr, 1 << 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; }

void allow_no_more() {
  const auto pages = read_file("/proc/self/statm");  // the first number is what is mapped
  const rlim_t mapped = std::strtoull(pages->c_str(), nullptr, 10) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  const rlimit limit{.rlim_cur = mapped, .rlim_max = RLIM_INFINITY};
  (void)::setrlimit(RLIMIT_AS, &limit);
}

// In a process of its own, that may map no more: whether it may after an allocation that failed.
bool may_map_after_failure(bool with_reserve) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (with_reserve) {
      keep_memory_reserve();
    }
    allow_no_more();
    if (may_map()) {
      ::_exit(2);
    }
    try {
      ::operator delete(::operator new (std::size_t{1} << 40));
      ::_exit(3);
    } catch (const std::bad_alloc&) {
      ::_exit(may_map() ? 0 : 1);
    }
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) < 2);
  return WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("memory reserve: an allocation that fails leaves some to clean up with") {
  CHECK(may_map_after_failure(true));
  CHECK_FALSE(may_map_after_failure(false));
}

#endif

TEST_CASE("memory reserve: may be renewed at any time") {
  renew_memory_reserve();
  renew_memory_reserve();
}
