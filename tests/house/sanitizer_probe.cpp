// Commits one sin on purpose, so that a test can see the sanitizer stop it: sanitizer_probe address|undefined|thread.
// The program is compiled with the same settings target as every room.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

namespace {

int read_past_the_end(int count) {
  std::vector<int> values(static_cast<std::size_t>(count), 1);
  const volatile int* data = values.data();
  return data[count];
}

int overflow(int count) {
  volatile int value = std::numeric_limits<int>::max() - 1;
  return value + count;
}

int race(int count) {
  int shared = 0;
  const auto add = [&] {
    for (int i = 0; i < 1000 * count; ++i) {
      *static_cast<volatile int*>(&shared) = shared + 1;
    }
  };
  std::thread other(add);
  add();
  other.join();
  return shared;
}

}  // namespace

int main(int argc, char** argv) {
  const char* sin = argc > 1 ? argv[1] : "";
  int result = 0;
  if (std::strcmp(sin, "address") == 0) {
    result = read_past_the_end(argc + 5);
  } else if (std::strcmp(sin, "undefined") == 0) {
    result = overflow(argc + 5);
  } else if (std::strcmp(sin, "thread") == 0) {
    result = race(argc + 5);
  } else {
    return 2;
  }
  std::printf("unnoticed: %d\n", result);
  return 0;
}
