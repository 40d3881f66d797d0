#include "support/process_tree.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "support/file.h"
#include "support/number.h"

namespace lanternfish {

namespace {

constexpr std::uintmax_t kMaxEnvironment = std::uintmax_t{8} << 20;  // Linux allows 6 MB

std::vector<pid_t> all_processes() {
  std::vector<pid_t> pids;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    if (const auto pid = to_number<pid_t>(entry.path().filename().string())) {
      pids.push_back(*pid);
    }
  }
  return pids;
}

// From /proc/PID/stat; 0 where there is none. The name in parentheses may hold anything; the state and the parent
// follow the last one.
pid_t parent_of(pid_t pid) {
  const Result<std::string> stat = read_file(fmt::format("/proc/{}/stat", pid), 1 << 16);
  const std::size_t at = stat ? stat->rfind(") ") : std::string::npos;
  if (at == std::string::npos || at + 4 >= stat->size()) {
    return 0;
  }
  const std::string_view parent = std::string_view(*stat).substr(at + 4);
  return to_number<pid_t>(parent.substr(0, parent.find(' '))).value_or(0);
}

}  // namespace

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> found = all_processes();
  std::erase_if(found, [&](pid_t pid) { return parent_of(pid) != parent; });
  return found;
}

std::vector<pid_t> descendants_of(pid_t root) {
  std::multimap<pid_t, pid_t> children;
  for (const pid_t pid : all_processes()) {
    children.emplace(parent_of(pid), pid);
  }
  std::vector<pid_t> found;
  std::vector<pid_t> ahead = {root};
  while (!ahead.empty()) {
    const auto [begin, end] = children.equal_range(ahead.back());
    ahead.pop_back();
    for (auto it = begin; it != end; ++it) {
      found.push_back(it->second);
      ahead.push_back(it->second);
    }
  }
  return found;
}

std::vector<pid_t> processes_with(const std::string& entry, Entry match) {
  const std::string wanted = match == Entry::kWhole ? entry + '\0' : entry;
  std::vector<pid_t> found;
  for (const pid_t pid : all_processes()) {
    const Result<std::string> environment = read_file(fmt::format("/proc/{}/environ", pid), kMaxEnvironment);
    if (environment && (environment->starts_with(wanted) || environment->find('\0' + wanted) != std::string::npos)) {
      found.push_back(pid);
    }
  }
  return found;
}

void end_processes(const std::function<std::vector<pid_t>()>& find) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  do {
    const std::vector<pid_t> pids = find();
    bool alive = false;
    for (const pid_t pid : pids) {
      const bool reaped = ::waitpid(pid, nullptr, WNOHANG) == pid;
      alive = (!reaped && ::kill(pid, SIGKILL) == 0) || alive;
    }
    if (!alive) {
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (std::chrono::steady_clock::now() < deadline);
}

}  // namespace lanternfish
