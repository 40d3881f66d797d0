"""Builds the Python package lanternfish: setuptools calls CMake for the compiled part.

The package runs on any processor of its kind; LANTERNFISH_CMAKE_ARGS=-DLANTERNFISH_PORTABLE=OFF makes one for this
machine's newer ones (AVX2, BMI2), which is faster. The version is the one in CMakeLists.txt.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = os.path.dirname(os.path.abspath(__file__))


def version() -> str:
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(lanternfish VERSION ([0-9.]+)", file.read()).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, extension: Extension) -> None:
        build = os.path.abspath(os.path.join(self.build_temp, "cmake"))
        configure = ["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DLANTERNFISH_PORTABLE=ON",
                     "-DLANTERNFISH_TESTS=OFF", "-DLANTERNFISH_ONEDNN=OFF",
                     "-DLANTERNFISH_TORCH=OFF", "-DLANTERNFISH_PYTHON=ON",
                     f"-DPython3_EXECUTABLE={sys.executable}"]
        if shutil.which("ninja"):
            configure += ["-G", "Ninja"]
        configure += shlex.split(os.environ.get("LANTERNFISH_CMAKE_ARGS", ""))
        subprocess.run(configure, check=True)
        jobs = str(self.parallel or len(os.sched_getaffinity(0)))
        subprocess.run(["cmake", "--build", build, "--target", "lanternfish_core", "-j", jobs], check=True)
        built, = glob.glob(os.path.join(build, "python", "lanternfish", "_core.*so"))
        wanted = self.get_ext_fullpath(extension.name)
        os.makedirs(os.path.dirname(wanted), exist_ok=True)
        shutil.copyfile(built, wanted)


setup(
    name="lanternfish",
    version=version(),
    description="Reconnaissance Blind Chess: beliefs, games and the engine Lanternfish",
    license="MIT",
    python_requires=">=3.9",
    install_requires=["numpy"],
    packages=["lanternfish", "lanternfish.adapters"],
    package_dir={"": "python", "lanternfish.adapters": "tools/reconchess"},
    package_data={"lanternfish": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("lanternfish._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
    zip_safe=False,
)
