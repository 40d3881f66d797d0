#include "tools/arena/tournament/machine_load.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include <algorithm>

#include <fmt/format.h>

#include "support/processors.h"

namespace lanternfish {

namespace {

void reckon_descriptors(int concurrency, const std::function<void(const std::string&)>& say) {
  constexpr rlim_t kOfGame = 9, kOurs = 16;  // two engines with their pipes, record, turns; what is open in any case
  const rlim_t wanted = kOurs + kOfGame * static_cast<rlim_t>(concurrency);
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) {
    return;
  }
  limit.rlim_cur = std::min(limit.rlim_max, wanted);
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted) {
    say(
        fmt::format("warning: {} games at a time may want {} open files, and this program may have {} (ulimit -n); "
                    "lower --concurrency",
                    concurrency, wanted, limit.rlim_cur));
  }
}

}  // namespace

void keep_to_processors(std::size_t worker, std::size_t workers) {
  cpu_set_t all;
  if (::sched_getaffinity(0, sizeof all, &all) != 0) {
    return;
  }
  std::vector<int> processors;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &all)) {
      processors.push_back(cpu);
    }
  }
  const std::size_t share = std::max<std::size_t>(processors.size() / workers, 1);
  cpu_set_t mine;
  CPU_ZERO(&mine);
  for (std::size_t i = 0; i < share; ++i) {
    CPU_SET(processors[(worker * share + i) % processors.size()], &mine);
  }
  ::sched_setaffinity(0, sizeof mine, &mine);
}

void warn_of_load(int concurrency, std::vector<std::int64_t> memory_mb,
                  const std::function<void(const std::string&)>& say) {
  reckon_descriptors(concurrency, say);
  if (concurrency > processors()) {
    say(fmt::format("warning: {} games at a time on {} processors; engines will take time from each other", concurrency,
                    processors()));
  }
  std::sort(memory_mb.rbegin(), memory_mb.rend());
  const std::int64_t wanted = (memory_mb[0] + memory_mb[1]) * concurrency;
  struct sysinfo machine {};
  const bool known = ::sysinfo(&machine) == 0;
  const auto there = static_cast<std::int64_t>((machine.totalram * machine.mem_unit) >> 20);
  if (known && wanted > there) {
    say(
        fmt::format("warning: the engines may want {} MB (BeliefMemory and Hash of two, times {} games at a time), and "
                    "this machine has {} MB; lower option.BeliefMemory or --concurrency",
                    wanted, concurrency, there));
  }
}

}  // namespace lanternfish
