#include "support/child_process.h"

// Boost.Process 1.74 takes vfork for absent where the newest POSIX is asked for, which dropped it; Linux keeps it.
#define BOOST_POSIX_HAS_VFORK 1

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/env.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/posix.hpp>
#include <boost/process/search_path.hpp>
#include <boost/process/start_dir.hpp>
#include <cassert>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "support/deadline.h"
#include "support/descriptor.h"
#include "support/line_reader.h"
#include "support/process_tree.h"
#include "support/stderr_relay.h"
#include "support/text.h"

namespace lanternfish {

namespace {

namespace bp = boost::process;
using TimePoint = ChildProcess::TimePoint;

struct Pipe {
  Descriptor read, write;
};

// Above the standard descriptors, even when ours are closed: dup2 onto itself would leave close-on-exec set.
Descriptor above_standard(Descriptor fd) {
  return fd.get() > STDERR_FILENO ? std::move(fd) : Descriptor(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

// Close-on-exec from birth. The pipes that Boost.Process 1.74 makes itself are not: sibling children inherit them, and
// end of file then comes only when the last sibling is gone.
Result<Pipe> make_pipe() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) {
    return Error{"cannot make a pipe: " + errno_text()};
  }
  Pipe pipe{above_standard(Descriptor(fds[0])), above_standard(Descriptor(fds[1]))};
  if (!pipe.read.open() || !pipe.write.open()) {
    return Error{"cannot make a pipe: " + errno_text()};
  }
  return pipe;
}

void ignore_sigpipe() {
  struct sigaction action {};
  if (::sigaction(SIGPIPE, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &action, nullptr);
  }
}

// Runs in the child between vfork and exec, in our memory: only async-signal-safe calls, and nothing is written.
// `processors`: those of the thread that wants the child, which another thread starts.
void prepare_child(pid_t parent, int stderr_fd, const cpu_set_t& processors) {
  ::sched_setaffinity(0, sizeof processors, &processors);
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {
    ::_exit(127);  // the parent died before the line above
  }
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (stderr_fd >= 0) {
    ::dup2(stderr_fd, STDERR_FILENO);
  }
  // Files that a library opened without close-on-exec. Fails on kernels before 5.11, where it does not matter much.
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
}

// A fork that could not execute the program ends at once, and Boost.Process leaves it a zombie.
void reap_unborn(pid_t pid) {
  if (pid > 0) {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

// A name with a slash counts from our working folder, not from the child's. Boost's absolute() wants that to exist.
Result<boost::filesystem::path> find_program(const std::string& name) {
  std::error_code error;
  const bool named = name.find('/') != std::string::npos;
  boost::filesystem::path path = named ? std::filesystem::absolute(name, error).string() : bp::search_path(name);
  if (path.empty()) {
    return Error{"'" + name + "' is not on the path" + (error ? ": " + error.message() : "")};
  }
  return path;
}

thread_local bool gives_birth =
    false;  // in the thread that starts children, which somebody who holds the lock waits for

// The one thread that starts children. The kernel kills a child when the thread that started it ends (PR_SET_PDEATHSIG
// belongs to the thread), and this one ends with the program.
class Birthplace {
 public:
  // Blocks until the thread has done `task`, which throws nothing. One call at a time. Throws std::system_error when no
  // thread is to be had.
  void run(const std::function<void()>& task) {
    std::unique_lock lock(mutex_);
    if (!started_) {
      std::thread([this] { work(); }).detach();
      started_ = true;
    }
    task_ = &task;
    changed_.notify_all();
    changed_.wait(lock, [&] { return task_ == nullptr; });
  }

 private:
  [[noreturn]] void work() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);  // the program's signals are for its other threads
    gives_birth = true;
    for (std::unique_lock lock(mutex_);;) {
      changed_.wait(lock, [&] { return task_ != nullptr; });
      (*task_)();
      task_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* task_ = nullptr;  // guarded by mutex_, and the next
  bool started_ = false;
};

class LivingChildren;
LivingChildren& living_children();

// The children that a ChildProcess stands for. The lock is held while one is being born: until it is in the list, it
// looks like an orphan that was adopted.
class LivingChildren {
 public:
  // A fork waits for a birth to end. The copy has no children yet, and no thread that starts them. A birth itself is
  // none of these forks: the thread sanitizer makes a fork of its vfork.
  LivingChildren() {
    ::pthread_atfork([] { gives_birth ? void() : living_children().mutex_.lock(); },
                     [] { gives_birth ? void() : living_children().mutex_.unlock(); },
                     [] { gives_birth ? void() : living_children().begin_anew(); });
  }

  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
  Birthplace& birthplace() { return *birthplace_; }  // under the lock
  // How many forks lie between this program and the one that was started.
  int forks() const { return forks_; }
  void add(pid_t pid) { pids_.insert(pid); }  // under the lock
  void remove(pid_t pid) {
    const std::lock_guard guard(mutex_);
    pids_.erase(pid);
  }
  // Children of ours that are not in the list. Under the lock.
  std::vector<pid_t> orphans() const {
    std::vector<pid_t> found;
    for (const pid_t pid : children_of(::getpid())) {
      if (pids_.count(pid) == 0) {
        found.push_back(pid);
      }
    }
    return found;
  }

 private:
  void begin_anew() {
    pids_.clear();
    birthplace_ = new Birthplace;
    ++forks_;
    mutex_.unlock();
  }

  std::mutex mutex_;
  std::set<pid_t> pids_;
  Birthplace* birthplace_ = new Birthplace;  // never deleted: its thread looks at it to the end
  std::atomic<int> forks_ = 0;
};

LivingChildren& living_children() {
  static LivingChildren children;
  return children;
}

std::string fresh_mark() {
  static std::atomic<unsigned> number = 0;
  return fmt::format("LANTERNFISH_CHILD={}.{}", ::getpid(), ++number);
}

// Killed by SIGKILL we end nobody. So a process of its own waits for our end, and then ends all that contained children
// have started.
void end_contained_after_us() {
  Result<Pipe> made = make_pipe();
  if (!made) {
    return;
  }
  static Pipe life = std::move(made).value();  // its end is ours
  const pid_t parent = ::getpid();
  if (::fork() != 0) {
    life.read.close();
    return;
  }
  ::setsid();
  life.write.close();
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    ::close(fd);  // who reads what we print waits for our end alone
  }
  char byte = 0;
  while (::read(life.read.get(), &byte, 1) < 0 && errno == EINTR) {
  }
  end_processes([&] { return processes_with(fmt::format("LANTERNFISH_CHILD={}.", parent), Entry::kBeginning); });
  ::_exit(0);
}

// Our own environment and `mark`, as execve wants it. (Boost's map of the environment reads beyond the end of variables
// when it looks for one.)
class ChildEnvironment {
 public:
  explicit ChildEnvironment(const std::string& mark) : mark_(mark) {
    for (char** entry = ::environ; *entry != nullptr; ++entry) {
      entries_.push_back(*entry);
    }
    if (!mark_.empty()) {
      entries_.push_back(mark_.data());
    }
    entries_.push_back(nullptr);
  }
  char** entries() { return entries_.data(); }

 private:
  std::string mark_;
  std::vector<char*> entries_;
};

}  // namespace

struct ChildProcess::Impl {
  Impl(Descriptor write_end, Descriptor read_end)
      : to_child(std::move(write_end)), from_child(std::move(read_end)), lines(from_child.get(), kMaxLine) {}

  bool ours() const { return forks == living_children().forks(); }

  pid_t pid = -1;
  int forks = living_children().forks();  // of the program whose child it is
  Descriptor to_child, from_child;
  bool ended = false;
  int exit_code = -1;
  std::string mark;  // entry in the environment of all that a contained child starts; else empty
  LineReader lines;

  void reap(bool wait);
  void kill_below();
};

// Notes that the child ended. The rest of its group is killed while the zombie still holds the group's number, which
// could belong to strangers afterwards.
void ChildProcess::Impl::reap(bool wait) {
  if (ended) {
    return;
  }
  if (!ours()) {
    ended = true;  // for this copy of the program
    exit_code = 255;
    return;
  }
  siginfo_t info{};
  int result = 0;
  do {
    result = ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG));
  } while (result != 0 && errno == EINTR);
  if (result == 0 && info.si_pid == 0) {
    return;  // still running
  }
  ended = true;
  exit_code = 255;  // when somebody else reaped it; its number may be a stranger's by now
  int status = 0;
  if (result == 0) {
    ::kill(-pid, SIGKILL);
    if (::waitpid(pid, &status, 0) == pid) {
      exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
  }
  living_children().remove(pid);
  if (!mark.empty()) {
    end_processes([&] { return processes_with(mark); });
  }
}

// Those that have cleared their environment are found by their parents, as long as these live.
void ChildProcess::Impl::kill_below() {
  for (const pid_t below : mark.empty() ? std::vector<pid_t>() : descendants_of(pid)) {
    ::kill(below, SIGKILL);
  }
}

ChildProcess::ChildProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ChildProcess::~ChildProcess() { kill(); }

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const Command& command) {
  if (command.argv.empty()) {
    return Error{"no program to start"};
  }
  // Boost.Process goes on in our folder when it cannot enter the one asked for.
  boost::system::error_code no_folder;
  if (!command.directory.empty() && !boost::filesystem::is_directory(command.directory, no_folder)) {
    return Error{"there is no folder '" + command.directory + "'"};
  }
  ignore_sigpipe();

  const boost::filesystem::path program = TRY(find_program(command.argv.front()));
  Result<Pipe> in = make_pipe();
  Result<Pipe> out = make_pipe();
  if (!in || !out) {
    return Error{in ? out.error() : in.error()};
  }
  Pipe to_child = std::move(in).value();
  Pipe from_child = std::move(out).value();
  const Descriptor null(command.show_stderr ? -1 : ::open("/dev/null", O_WRONLY | O_CLOEXEC));
  const int complaints = command.show_stderr ? escaped_stderr() : null.get();  // -1: ours as it is
  std::unique_ptr<Impl> impl;
  try {
    impl = std::make_unique<Impl>(std::move(to_child.write), std::move(from_child.read));
  } catch (const std::system_error& no_descriptor) {
    return Error{no_descriptor.what()};
  }

  impl->mark = command.contain ? fresh_mark() : "";
  std::error_code error;
  cpu_set_t processors;
  if (::sched_getaffinity(0, sizeof processors, &processors) != 0) {
    std::memset(&processors, 0xff, sizeof processors);  // all of them
  }
  const auto birth = living_children().lock();
  const std::vector<std::string> args(command.argv.begin() + 1, command.argv.end());
  ChildEnvironment environment(impl->mark);
  bp::child child;
  const auto give_birth = [&] {
    child = bp::child(bp::exe = program, bp::args = args,
                      bp::start_dir = command.directory.empty() ? std::string(".") : command.directory,
                      bp::posix::fd.bind(STDIN_FILENO, to_child.read.get()),
                      bp::posix::fd.bind(STDOUT_FILENO, from_child.write.get()),
                      // Not fork: copying the page tables of a gigabyte takes 20 ms, in which no thread of ours gets a
                      // new page, and the first write to each page afterwards costs a fault. Nor is there an error pipe
                      // then, which Boost.Process makes without close-on-exec.
                      bp::posix::use_vfork, error,
                      bp::extend::on_setup([&](auto& executor) { executor.env = environment.entries(); }),
                      bp::extend::on_exec_setup([parent = ::getpid(), fd = complaints, &processors](auto&) {
                        prepare_child(parent, fd, processors);
                      }),
                      bp::extend::on_error([](auto& executor, const std::error_code&) { reap_unborn(executor.pid); }));
  };
  try {
    living_children().birthplace().run(give_birth);
  } catch (const std::system_error& no_thread) {
    return Error{fmt::format("cannot start '{}': {}", command.argv.front(), no_thread.what())};
  }
  if (error) {
    return Error{"cannot start '" + command.argv.front() + "': " + error.message()};
  }
  impl->pid = child.id();
  living_children().add(impl->pid);
  child.detach();  // waiting is done here: its wait functions are not safe beside each other
  ::fcntl(impl->to_child.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(impl->from_child.get(), F_SETFL, O_NONBLOCK);
  return std::unique_ptr<ChildProcess>(new ChildProcess(std::move(impl)));
}

void ChildProcess::adopt_orphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  end_contained_after_us();
}

void ChildProcess::end_orphans() {
  const auto no_births = living_children().lock();
  end_processes([] { return living_children().orphans(); });
}

bool ChildProcess::write_line(std::string_view line, TimePoint deadline) {
  const bool one_line = line.find('\n') == std::string_view::npos;
  assert(one_line);
  return one_line && write_text(std::string(line) + '\n', deadline);
}

bool ChildProcess::write_text(std::string_view lines, TimePoint deadline) {
  std::string_view rest = lines;
  if (!impl_->ours()) {
    return false;
  }
  while (!rest.empty() && impl_->to_child.open()) {
    const ssize_t n = ::write(impl_->to_child.get(), rest.data(), rest.size());
    if (n >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    if (errno != EAGAIN && errno != EINTR) {
      return false;
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return false;
    }
    pollfd fd{.fd = impl_->to_child.get(), .events = POLLOUT, .revents = 0};
    const timespec timeout = poll_timeout(deadline);
    ::ppoll(&fd, 1, &timeout, nullptr);
  }
  return rest.empty();
}

ChildProcess::ReadStatus ChildProcess::read_line(std::string& line, TimePoint deadline) {
  std::string_view text;
  const ReadStatus status = read_line(text, deadline);
  if (status == ReadStatus::kLine) {
    line.assign(text);
  }
  return status;
}

bool ChildProcess::take_line(std::string_view& line) {
  const LineReader::Read read = impl_->lines.take(line);
  return read == LineReader::Read::kLine || read == LineReader::Read::kCutLine;
}

void ChildProcess::rest(TimePoint until) { impl_->lines.wait_for_wake(until); }

ChildProcess::ReadStatus ChildProcess::read_line(std::string_view& line, TimePoint deadline) {
  switch (impl_->lines.next(line, deadline)) {
    case LineReader::Read::kLine:
    case LineReader::Read::kCutLine: return ReadStatus::kLine;
    case LineReader::Read::kTimeout:
    case LineReader::Read::kWoken: return ReadStatus::kTimeout;
    case LineReader::Read::kEnd: break;
  }
  return ReadStatus::kClosed;
}

void ChildProcess::wake() { impl_->lines.wake(); }

bool ChildProcess::running() {
  impl_->reap(false);
  return !impl_->ended;
}

int ChildProcess::pid() const { return impl_->pid; }
int ChildProcess::exit_code() const { return impl_->exit_code; }

void ChildProcess::kill() {
  if (!impl_->ended && impl_->ours()) {
    impl_->kill_below();
    ::kill(-impl_->pid, SIGKILL);
    impl_->reap(true);
  }
}

bool ChildProcess::wait_or_kill(TimePoint deadline) {
  impl_->to_child.close();
  std::chrono::microseconds pause(200);
  while (running() && std::chrono::steady_clock::now() < deadline) {
    impl_->lines.discard();  // a child blocked on a full pipe could not leave
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
  const bool left = !running();
  kill();
  return left;
}

}  // namespace lanternfish
