#pragma once

// The processes that a child program has started, wherever they went. Linux only: /proc is read.

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace lanternfish {

// The direct children of `parent`, zombies included.
std::vector<pid_t> children_of(pid_t parent);
// All processes below `root`, as the tree stands now.
std::vector<pid_t> descendants_of(pid_t root);

// The processes in whose environment `entry` ("NAME=VALUE") stands, or an entry that begins so. Children inherit it
// unless they clear it.
enum class Entry { kWhole, kBeginning };
std::vector<pid_t> processes_with(const std::string& entry, Entry match = Entry::kWhole);

// Kills what `find` names, again and again until it names nothing (killing makes orphans, which it may find then) or a
// second has passed. Those of them that are our children, as orphans of a subreaper are, leave no zombie.
void end_processes(const std::function<std::vector<pid_t>()>& find);

}  // namespace lanternfish
