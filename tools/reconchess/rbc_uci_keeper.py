"""Leaves no process behind: whatever a bot starts, in whatever process group or session, ends when the bot does.

Three processes. The first is the one the host knows; it only waits. Its child, the keeper, adopts every orphan below it
(PR_SET_CHILD_SUBREAPER) and is in a session of its own, out of reach of what is sent to the host's group. The keeper's
child goes on as the bot. When the bot ends or the first process dies, the keeper kills all that is below it; when the
keeper itself dies, the first process does. Only who kills both at once has to clean up himself.
Linux only; elsewhere there is just the one process.
"""

import ctypes
import os
import signal
import sys
import time
from typing import Dict, List

import rbc_uci_limits

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # <linux/prctl.h>
CLEAN_SECONDS = 5.0  # for processes that even SIGKILL does not end soon


def keep() -> None:
    """Returns in the process that is to be the bot; call it before any thread is started."""
    if not sys.platform.startswith("linux"):
        return
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    first = os.getpid()
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # not inherited
    keeper = os.fork()
    if keeper:
        wait_for_keeper(keeper)
    os.setsid()
    waited_for = {signal.SIGCHLD, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, waited_for)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if os.getppid() != first:
        os._exit(127)
    keeper = os.getpid()
    bot = os.fork()
    if bot:
        watch(bot, waited_for)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, waited_for)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != keeper:
        os._exit(127)


def wait_for_keeper(keeper: int) -> None:
    """The first process. It holds no end of the host's pipes, and dies of what is sent to it."""
    drop_stdio()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _, status = os.waitpid(keeper, 0)
    end_all_below()
    os._exit(exit_code(status))


def watch(bot: int, waited_for) -> None:
    """The keeper."""
    drop_stdio()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    code = 128 + signal.SIGTERM
    while signal.sigwait(waited_for) == signal.SIGCHLD:
        ended = reap()
        if bot in ended:
            code = exit_code(ended[bot])
            break
    end_all_below()
    rbc_uci_limits.leave_cgroup(bot)
    os._exit(code)


def end_all_below() -> None:
    """Killing makes orphans, which become our children and are found by the next round."""
    deadline = time.monotonic() + CLEAN_SECONDS
    while time.monotonic() < deadline:
        below = descendants(os.getpid())
        for pid in below:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        reap()
        if not below:
            return
        time.sleep(0.002)


def drop_stdio() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)


def exit_code(status: int) -> int:
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


def reap() -> Dict[int, int]:
    """The children that have ended, with their status."""
    ended = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended[pid] = status


def descendants(root: int) -> List[int]:
    children: Dict[int, List[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as stat:
                    # The name in parentheses may hold anything; the state and the parent follow the last one.
                    parent = int(stat.read().rpartition(b")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry))
    found, ahead = [], [root]
    while ahead:
        below = children.get(ahead.pop(), [])
        found += below
        ahead += below
    return found
