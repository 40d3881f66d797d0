"""What an editable install leaves behind is seen neither by git nor by the next source archive."""

import glob
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

from support import ROOT

FILES = ["python/lanternfish/_core.cpython-311-x86_64-linux-gnu.so", "python/lanternfish.egg-info/PKG-INFO",
         "build/temp/cmake/_core.so"]


class EditableInstall(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.clone = os.path.join(folder.name, "clone")
        for folder in ("python", "tools/reconchess"):
            shutil.copytree(os.path.join(ROOT, folder), os.path.join(self.clone, folder),
                            ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
        for name in (".gitignore", "MANIFEST.in", "setup.py", "pyproject.toml", "CMakeLists.txt", "README.md"):
            if os.path.exists(os.path.join(ROOT, name)):
                shutil.copy(os.path.join(ROOT, name), self.clone)

    def leave_files(self):
        for name in FILES:
            os.makedirs(os.path.join(self.clone, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(self.clone, name), "w", encoding="utf-8") as file:
                file.write("Name: lanternfish\n")

    @unittest.skipUnless(shutil.which("git") and os.path.exists(os.path.join(ROOT, ".gitignore")), "needs git")
    def test_git_sees_nothing_of_it(self):
        git = ["git", "-C", self.clone, "-c", "user.name=test", "-c", "user.email=test@test"]
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "clone"]):
            subprocess.run(git + command, check=True)
        self.leave_files()
        self.assertEqual(subprocess.run(git + ["status", "--short"], check=True, capture_output=True, text=True).stdout, "")

    def test_the_source_archive_has_nothing_of_it(self):
        self.leave_files()
        made = subprocess.run([sys.executable, "setup.py", "-q", "sdist"], cwd=self.clone, capture_output=True, text=True)
        if "No module named 'setuptools'" in made.stderr:
            self.skipTest("needs setuptools")
        self.assertEqual(made.returncode, 0, made.stderr)
        archive, = glob.glob(os.path.join(self.clone, "dist", "*.tar.gz"))
        with tarfile.open(archive) as tar:
            names = tar.getnames()
        self.assertEqual([name for name in names if name.endswith(".so")], [])
        self.assertTrue(any(name.endswith("python/bind/module.cpp") for name in names))


if __name__ == "__main__":
    unittest.main()
