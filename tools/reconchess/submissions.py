#!/usr/bin/env python3
"""Makes bots of a folder of submissions, as learning platforms hand them out: a file, a folder or a zip each.

    python3 tools/reconchess/submissions.py FOLDER UNPACKED [--bwrap] [--taken NAME ...]

Each is copied to UNPACKED/NAME, unless it is there unchanged already. Prints a JSON line for each: name, bot (its file),
problem (why there is none); and lines with a note for the teacher. Who has which name is kept in UNPACKED.
"""

import argparse
import ast
import glob
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from typing import Dict, Iterable, Iterator, List, Optional, Tuple

USUAL_NAMES = ("bot", "my_bot", "player", "my_player", "agent", "my_agent", "main")
LARGEST_SUBMISSION = 500 << 20  # bytes, unpacked
# What a name loses; a folder's may have dots of its own. Only the first two are submissions.
ENDINGS = re.compile(r"(\.tar)?\.(py|zip|ipynb|7z|rar|tar|t?gz|bz2|xz|txt|pdf|docx?)$", re.I)
NOT_LOOKED_INTO = ("__pycache__", "__MACOSX", "venv", "env", "node_modules", "tests", "test")
STAMP = ".submission"  # in each unpacked folder: what it was made of
NAMES = ".names.json"  # beside the unpacked folders: the name of each entry


class Problem(Exception):
    """Why a submission is no bot."""


def student(entry: str) -> Tuple[str, str]:
    """Name and number: 'Li Wei_4711_assignsubmission_file_' is by Li Wei, 4711, and 'weili_88_91_bot.zip' by weili, 88.

    The first is Moodle's, the second Canvas', where the second number is another for each attempt.
    """
    stem = ENDINGS.sub("", entry)
    found = re.match(r"(.*?)(?:_late)?_(\d+)_(?:assignsubmission|\d+)_", stem, re.I)
    return (found[1], found[2]) if found else (stem, "")


def plain_name(entry: str) -> str:
    return " ".join(re.sub(r"[^\w .-]", "_", student(entry)[0]).split())[:60].strip(". ") or "nameless"


def name_all(entries: List[str], kept: Dict[str, str], taken: Iterable[str]) -> Dict[str, str]:
    """The name of each entry. Who had one in `kept` keeps it, also under a new file's name; nobody gets another's."""
    def key(entry: str) -> str:
        return "_".join(student(entry)).lower()

    names = {entry: kept[entry] for entry in entries if entry in kept}
    gone = {key(entry): name for entry, name in kept.items() if entry not in names}
    used = {name.lower(): "a player of the arena" for name in taken}
    used.update((name.lower(), entry) for entry, name in kept.items())
    for entry in entries:
        if entry in names:
            continue
        name = gone.pop(key(entry), "")
        plain, number = plain_name(entry), 1
        while not name:
            numbered = plain if number == 1 else f"{plain} {number}"
            name = "" if numbered.lower() in used else numbered
            number += 1
        if number > 2:
            say(note=f"'{entry}' is called '{name}': '{plain}' is {used[plain.lower()]}")
        names[entry], used[name.lower()] = name, entry
    return names


def read_names(unpacked: str) -> Dict[str, str]:
    place = os.path.join(unpacked, NAMES)
    try:
        with open(place) as file:
            return dict(json.load(file))
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError) as error:
        sys.exit(f"{place} does not say who has which name: {error}")


def write_names(unpacked: str, names: Dict[str, str]) -> None:
    os.makedirs(unpacked, exist_ok=True)
    place = os.path.join(unpacked, NAMES)
    with open(place + ".new", "w") as file:
        json.dump(names, file)
    os.replace(place + ".new", place)


def holds_results(path: str, unpacked: str) -> bool:
    """Is it the folder of this run's results or one above, or that of another run, also games/class-FOLDER?"""
    ours, theirs = os.path.realpath(unpacked), os.path.realpath(path)
    within = os.path.join(os.path.basename(ours), NAMES)
    return ((ours + os.sep).startswith(theirs + os.sep) or os.path.exists(os.path.join(path, within))
            or bool(glob.glob(os.path.join(glob.escape(path), "class-*", within))))


def handed_in(folder: str, unpacked: str) -> List[str]:
    """The entries of the folder that are not hidden. Results may lie among them, and would be copied into themselves."""
    entries = [entry for entry in sorted(os.listdir(folder)) if not entry.startswith((".", "__"))]
    ours = [entry for entry in entries if holds_results(os.path.join(folder, entry), unpacked)]
    for entry in ours:
        say(note=f"'{entry}' is no submission: it holds results")
    return [entry for entry in entries if entry not in ours]


def contents(path: str) -> Iterator[str]:
    """The files of a submission, in a fixed order."""
    if not os.path.isdir(path):
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders.sort()
        yield from (os.path.join(folder, file) for file in sorted(files))


def stamp_of(path: str) -> str:
    digest = hashlib.sha256()
    for file in contents(path):
        digest.update(os.path.relpath(file, path).encode("utf-8", "surrogateescape"))
        if os.path.isfile(file):
            with open(file, "rb") as content:
                digest.update(content.read())
    return digest.hexdigest()


def unzip(path: str, target: str) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(info.file_size for info in archive.infolist()) > LARGEST_SUBMISSION:
                raise Problem(f"the zip holds more than {LARGEST_SUBMISSION >> 20} MB")
            archive.extractall(target)  # which keeps to the target
            for info in archive.infolist():
                mode = info.external_attr >> 16
                file = os.path.join(target, info.filename)
                if mode & stat.S_IXUSR and os.path.isfile(file):
                    os.chmod(file, 0o755)
    except Problem:
        raise
    except Exception as error:  # damaged data raises errors of many kinds, each method of compression its own
        raise Problem(f"the zip cannot be unpacked: {error}") from None


def ends_with(name: str, ending: str) -> bool:
    """In any case: some systems write '.PY'."""
    return name.lower().endswith(ending)


def unpack(path: str, target: str) -> None:
    if os.path.isdir(path):
        shutil.copytree(path, target, symlinks=True)
    elif ends_with(path, ".zip"):
        unzip(path, target)
    else:
        os.makedirs(target)
        shutil.copy(path, os.path.join(target, in_unicode(os.path.basename(path))))
    # A platform may hand out a folder with the zip in it.
    entries = [entry for entry in os.listdir(target) if not entry.startswith((".", "__MACOSX"))]
    if len(entries) == 1 and ends_with(entries[0], ".zip"):
        unzip(os.path.join(target, entries[0]), target)
    for place, _, files in os.walk(target):
        for file in files:
            plain = os.path.join(place, file[:-3] + ".py")
            if ends_with(file, ".py") and not os.path.lexists(plain):  # Python imports no other
                os.rename(os.path.join(place, file), plain)


def name_of(base: ast.expr) -> str:
    return base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else ""


def holds_bot(file: str) -> bool:
    """A class that derives from a Player or a Bot or acts as one, or get_player(). SyntaxError where it is no Python."""
    with open(file, "rb") as source:
        tree = ast.parse(source.read())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "get_player":
            return True
        if isinstance(node, ast.ClassDef):
            methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            # Some extend a bot that comes with reconchess.
            derived = any(name_of(base).endswith(("Player", "Bot")) for base in node.bases)
            if derived or {"choose_sense", "choose_move"} <= methods:
                return True
    return False


def find_bot(folder: str, name: str) -> str:
    """The bot's file: the one that lies highest; among several there the one with a usual name or the student's."""
    found: List[str] = []
    broken: List[str] = []
    scripts = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in NOT_LOOKED_INTO and not f.startswith("."))
        for file in sorted(files):
            if file.endswith(".py"):
                scripts += 1
                try:
                    found += [os.path.join(place, file)] * holds_bot(os.path.join(place, file))
                except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
                    broken.append(f"{file}: {type(error).__name__}: {error}")
    if not found and broken:
        raise Problem("; ".join(broken[:3]))
    if not found:
        raise Problem(f"none of its {scripts} Python files holds a bot: a class derived from reconchess.Player"
                      if scripts else "it holds no Python file")
    depth = min(file.count(os.sep) for file in found)
    highest = [file for file in found if file.count(os.sep) == depth]
    if len(highest) > 1:
        usual = USUAL_NAMES + (re.sub(r"\W", "_", name.lower()), os.path.basename(os.path.dirname(highest[0])).lower())
        by_name = sorted((usual.index(stem), file) for file in highest
                         for stem in [os.path.splitext(os.path.basename(file))[0].lower()] if stem in usual)
        if not by_name:
            shown = ", ".join(os.path.relpath(file, folder) for file in highest)
            raise Problem(f"several files hold a bot: {shown}; one of them is to be called bot.py")
        return by_name[0][1]
    return highest[0]


def prepare(path: str, name: str, unpacked: str) -> str:
    if not (os.path.isdir(path) or ends_with(path, ".py") or ends_with(path, ".zip")):
        ending = os.path.splitext(path)[1]
        raise Problem(f"{repr(ending) if ending else 'it'} is neither a Python file, a folder nor a zip")
    target = os.path.join(unpacked, name)
    stamp, kept = stamp_of(path), os.path.join(target, STAMP)
    if not os.path.exists(kept) or open(kept).read() != stamp:
        shutil.rmtree(target, ignore_errors=True)
        unpack(path, target)
        with open(kept, "w") as file:
            file.write(stamp)
    return find_bot(target, name)


def in_unicode(name: str) -> str:
    """The name of a file, with U+FFFD for bytes that are no UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")


def say(**line: str) -> None:
    print(json.dumps({key: in_unicode(value) for key, value in line.items()}), flush=True)


def bwrap_problem() -> Optional[str]:
    program = shutil.which("bwrap")
    if not program:
        return "bwrap is not installed; Debian's package is bubblewrap"
    tried = subprocess.run([program, "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, text=True)
    return f"bwrap does not work here: {tried.stderr.strip()}" if tried.returncode else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("unpacked")
    parser.add_argument("--bwrap", action="store_true", help="say whether bwrap works here, too")
    parser.add_argument("--taken", action="append", default=[], metavar="NAME", help="of a player that is no submission")
    arguments = parser.parse_args()
    if arguments.bwrap and bwrap_problem():
        print(bwrap_problem(), file=sys.stderr)
        return 1
    entries = handed_in(arguments.folder, arguments.unpacked)
    kept = read_names(arguments.unpacked)
    names = name_all(entries, kept, arguments.taken)
    given = set(names.values())
    write_names(arguments.unpacked, {**{entry: name for entry, name in kept.items() if name not in given}, **names})
    for entry, name in names.items():
        try:
            bot = os.path.abspath(prepare(os.path.join(arguments.folder, entry), name, arguments.unpacked))
            if bot != in_unicode(bot):
                raise Problem(f"the name {ascii(os.path.relpath(bot, arguments.unpacked))} is not UTF-8")
            say(name=name, bot=bot, problem="")
        except Problem as problem:
            say(name=name, bot="", problem=str(problem))
        except Exception as error:  # one submission's trouble is not the others'
            say(name=name, bot="", problem=f"{type(error).__name__}: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
