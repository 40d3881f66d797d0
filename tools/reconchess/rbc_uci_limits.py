"""What a bot may use: limits of the kernel, and bwrap's sandbox. Call both before any thread is started."""

import os
import random
import resource
import shutil
import sys
from typing import Optional, Sequence

CGROUPS = "/sys/fs/cgroup"


def own_cgroup() -> Optional[str]:
    with open("/proc/self/cgroup") as groups:
        for line in groups:
            if line.startswith("0::"):
                return CGROUPS + line[3:].strip().rstrip("/")
    return None


def cgroup_of(pid: int) -> str:
    return f"{own_cgroup()}/lanternfish-{pid}"


def leave_cgroup(pid: int) -> None:
    """Removes the group that the process had, when all in it are gone."""
    try:
        os.rmdir(cgroup_of(pid))
    except OSError:
        pass


def join_cgroup(memory_mb: int, processes: int, cpus: int) -> bool:
    """A group of cgroup v2 with these limits (0: none) for this process and all it starts. False where there is no such
    group to be had, which is usual."""
    group = cgroup_of(os.getpid())
    try:
        os.mkdir(group)
    except OSError:
        return False
    try:
        for file, value in (("memory.max", memory_mb << 20), ("pids.max", processes), ("cpu.max", cpus * 100_000)):
            if value:
                if not os.path.exists(f"{group}/{file}"):
                    raise OSError(f"no controller for {file}")
                with open(f"{group}/{file}", "w") as limit:
                    limit.write(f"{value} 100000" if file == "cpu.max" else str(value))
        with open(f"{group}/cgroup.procs", "w") as members:
            members.write(str(os.getpid()))
        return True
    except OSError:
        os.rmdir(group)
        return False


def processes_of_user() -> int:
    """Threads, as RLIMIT_NPROC counts them."""
    uid, count = os.getuid(), 0
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and os.stat(f"/proc/{entry}").st_uid == uid:
                count += len(os.listdir(f"/proc/{entry}/task"))
        except OSError:
            pass
    return count


def set_limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def limit(memory_mb: int, processes: int, cpus: int, files: int) -> None:
    """0: no limit. Memory is a process's own, so that Python raises MemoryError, and in a cgroup that of all together."""
    grouped = join_cgroup(memory_mb, processes, cpus) if memory_mb or processes or cpus else False
    if memory_mb:
        set_limit(resource.RLIMIT_DATA, memory_mb << 20)
        set_limit(resource.RLIMIT_FSIZE, memory_mb << 20)
    if files:
        set_limit(resource.RLIMIT_NOFILE, files)
    if processes and not grouped:  # root's are not counted by the kernel
        set_limit(resource.RLIMIT_NPROC, processes_of_user() + processes)
    if cpus:
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, random.sample(allowed, min(cpus, len(allowed))))


def enter_bwrap(folder: str, readable: Sequence[str], arguments: Sequence[str]) -> None:
    """Starts this program again in a sandbox: no network, nothing but `folder` to write in, and of the machine's files
    only its programs and Python's. Does not return."""
    bwrap = shutil.which("bwrap")
    if not bwrap:
        sys.exit("bwrap is not installed; Debian's package is bubblewrap")
    command = [bwrap, "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"]
    for path in system:
        if os.path.islink(path):
            command += ["--symlink", os.readlink(path), path]
        elif os.path.exists(path):
            command += ["--ro-bind", path, path]
    python = [sys.prefix, sys.base_prefix, os.path.dirname(os.path.realpath(sys.executable))]
    for path in sorted({os.path.abspath(p) for p in [*python, *sys.path, *readable] if p and os.path.exists(p)}):
        if not any(path == s or path.startswith(s + "/") for s in system):
            command += ["--ro-bind", path, path]
    command += ["--bind", folder, folder, "--chdir", folder, sys.executable, *arguments]
    os.execv(bwrap, command)
