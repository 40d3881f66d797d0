#include "support/stderr_relay.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "support/line_reader.h"
#include "support/output.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMaxLine = 1 << 16;  // bytes; the rest of a longer line is not printed

class Relay {
 public:
  // Throws std::system_error.
  Relay() {
    if (::pipe2(ends_, O_CLOEXEC) != 0) {
      throw std::system_error(errno, std::generic_category());
    }
    try {
      lines_ = std::make_unique<LineReader>(ends_[0], kMaxLine);
      thread_ = std::thread([this] { print_lines(); });
    } catch (...) {
      close_ends();
      throw;
    }
  }
  ~Relay() {
    if (owner_ != ::getpid()) {
      thread_.detach();  // we are a fork of the program, which has no such thread
      static_cast<void>(lines_.release());
      return;
    }
    ::close(std::exchange(ends_[1], -1));
    lines_->wake();
    thread_.join();
    close_ends();
  }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  int descriptor() const { return ends_[1]; }

 private:
  static void print(std::string_view line) { write_text(stderr, std::string(line) + '\n'); }

  void print_lines() {
    std::string_view line;
    for (LineReader::Read read;
         (read = lines_->next(line)) == LineReader::Read::kLine || read == LineReader::Read::kCutLine;) {
      print(line);
    }
    lines_->fill();  // all that a pipe holds
    lines_->fill();  // and its end, which makes a line of what stands behind the last newline
    for (LineReader::Read read;
         (read = lines_->take(line)) == LineReader::Read::kLine || read == LineReader::Read::kCutLine;) {
      print(line);
    }
  }
  void close_ends() const {
    for (const int end : ends_) {
      if (end >= 0) {
        ::close(end);
      }
    }
  }

  const pid_t owner_ = ::getpid();
  int ends_[2] = {-1, -1};
  std::unique_ptr<LineReader> lines_;
  std::thread thread_;
};

std::unique_ptr<Relay> make_relay() {
  try {
    return std::make_unique<Relay>();
  } catch (const std::system_error&) {
    return nullptr;
  }
}

}  // namespace

int escaped_stderr() {
  static const std::unique_ptr<Relay> relay = make_relay();
  return relay ? relay->descriptor() : -1;
}

}  // namespace lanternfish
