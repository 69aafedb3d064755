"""Compiles the rules, the computer players and the C interface of Ochre into one extension module (abi3, Python 3.11 and later).

The sources stand beside this folder in the repository, and in `c/` of a source distribution.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:
    from setuptools.command.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
IN_SDIST = os.path.isdir(os.path.join(HERE, "c"))
ROOT = os.path.join(HERE, "c") if IN_SDIST else os.path.dirname(HERE)
ROOMS = ("base", "rules", "games", "ai", "api")
# What meson passes (meson.build): results must not depend on how the library was built.
FLAGS = ["-std=c11", os.environ.get("OCHRE_OPTIMIZE", "-O3"), "-DNDEBUG", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", "-fno-strict-aliasing", "-ffp-contract=off",
         "-fvisibility=hidden"]


def version():
    with open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as text:
        return re.search(r"version: '([^']+)'", text.read()).group(1)


def sources():
    """All C files of the rooms. They stand outside this folder, so setuptools hears of them last: their objects then stay among the others."""
    found = []
    for room in ROOMS:
        found += glob.glob(os.path.join(ROOT, "src", room, "**", "*.c"), recursive=True)
    return sorted(found)


def packs():
    """The packs that the games embed: (symbol, file), from their meson.build."""
    for path in sorted(glob.glob(os.path.join(ROOT, "src", "games", "*", "meson.build"))):
        with open(path, encoding="utf-8") as text:
            said = text.read()
        for block in re.findall(r"custom_target\((.*?)\]\)", said, re.S):
            files = re.findall(r"'(\.\./\.\./\.\./packs/[^']+)'", block)
            symbols = re.findall(r"'(\w+)=@INPUT\d*@'", block)
            for symbol, file in zip(symbols, files, strict=True):
                yield symbol, os.path.normpath(os.path.join(os.path.dirname(path), file))


def minds():
    """What was learned and is built in: the files that src/ai/meson.build names."""
    with open(os.path.join(ROOT, "src", "ai", "meson.build"), encoding="utf-8") as text:
        return [os.path.join(ROOT, "minds", name) for name in re.findall(r"'\.\./\.\./minds/([^']+)'", text.read())]


class Build(build_ext):
    """Embeds packs and minds first."""

    def embed(self, script, name, words):
        made = os.path.join(self.build_temp, name)
        subprocess.run([sys.executable, os.path.join(ROOT, "scripts", script), made, *words], check=True)
        return made

    def build_extension(self, ext):
        os.makedirs(self.build_temp, exist_ok=True)
        ext.sources = ext.sources + sources() + [self.embed("embed", "packs.c", [f"{symbol}={file}" for symbol, file in packs()]),
                                                 self.embed("embed-minds", "minds.c", minds())]
        super().build_extension(ext)


class Sdist(sdist):
    """Takes the C sources along, in c/."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        if IN_SDIST:
            return
        wanted = ["meson.build", "LICENSE", "scripts/embed", "scripts/embed-minds", "include/ochre/ochre.h", "src/rules/games.def"]
        for room in ROOMS:
            for ending in ("*.c", "*.h", "meson.build"):
                wanted += [os.path.relpath(path, ROOT)
                           for path in glob.glob(os.path.join(ROOT, "src", room, "**", ending), recursive=True)]
        wanted += [os.path.relpath(file, ROOT) for file in [*(file for _, file in packs()), *minds()]]
        for path in wanted:
            to = os.path.join(base_dir, "c", path)
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copyfile(os.path.join(ROOT, path), to)


class Wheel(bdist_wheel):
    """One wheel for Python 3.11 and all later ones."""

    def finalize_options(self):
        self.py_limited_api = "cp311"
        super().finalize_options()


if __name__ == "__main__":
    core = Extension("ochre._core", sorted(glob.glob("src/*.c")),
                     include_dirs=[os.path.join(ROOT, folder) for folder in ("src", "include")],
                     extra_compile_args=FLAGS + [f'-DOCHRE_VERSION="{version()}"'], libraries=["m", "pthread"], py_limited_api=True)
    setup(version=version(), ext_modules=[core], cmdclass={"build_ext": Build, "sdist": Sdist, "bdist_wheel": Wheel})
