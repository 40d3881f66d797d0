#include "support/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "support/text.h"

namespace lanternfish {

namespace {
std::atomic<int> output_errno = 0;  // of the first write to standard output that failed
}

void fill_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) < 0) {
      (void)::open("/dev/null", O_RDONLY);  // takes the lowest number that is free
    }
  }
}

void write_text(std::FILE* file, std::string_view text) {
  const std::string shown = escaped(text);
  errno = 0;
  if (std::fwrite(shown.data(), 1, shown.size(), file) < shown.size() && file == stdout) {
    int none = 0;
    output_errno.compare_exchange_strong(none, errno);
  }
}

int close_output(std::string_view program, int status) {
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!failed && output_errno == 0) {
    return status;
  }
  const int reason = output_errno != 0 ? output_errno.load() : errno;
  // Not fmt::print, which throws where standard error is the same broken pipe.
  print_error("{}: cannot write to standard output{}\n", program,
              reason != 0 ? ": " + std::generic_category().message(reason) : "");
  return status == 0 ? 1 : status;
}

}  // namespace lanternfish
