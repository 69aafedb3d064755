#!/usr/bin/python3
"""The version is said once, in meson.build; whatever tells it has it from there. test_version.py OCHRE"""
import glob
import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "wire"))
from client import Peer, Server, binary, main  # noqa: E402

LEFT_OUT = re.compile(r"^(\.|build|node_modules$|dist$|gen$|__pycache__$|ochre-data$)")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as text:
        return text.read()


VERSION = re.search(r"^project\('ochre', 'c', version: '([^']+)'", read("meson.build")).group(1)


def sources():
    """Every text of the repository."""
    for top, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not LEFT_OUT.match(name)]
        for name in files:
            path = os.path.relpath(os.path.join(top, name), ROOT)
            if name == "package-lock.json" or path.startswith("tests/host/folder-form-"):
                continue
            try:
                yield path, read(path)
            except UnicodeDecodeError:
                pass


class Version(unittest.TestCase):
    def test_it_is_said_once(self):
        """In the build file, and as the newest heading of the changes."""
        found = [path for path, text in sources() for _ in re.findall(rf"(?<![\w.]){re.escape(VERSION)}(?![\w.]\d|\w)", text)]
        self.assertEqual(sorted(found), ["CHANGELOG.md", "meson.build"])
        self.assertEqual(re.search(r"^## (\S+)", read("CHANGELOG.md"), re.M).group(1), VERSION)

    def test_no_example_tells_another(self):
        shown = re.compile(r"""\b(?:ochre |version=|"?(?:server|version)"?: ?["'])(\d+\.\d+\.\d+)(?![.\d])""")
        for path, text in sources():
            if path.startswith(("docs", "tests", "web", "include", "packaging")) or "/" not in path:
                for said in shown.findall(text):
                    self.assertEqual((path, said), ("meson.build", VERSION))

    def test_the_program_says_it(self):
        said = subprocess.run([binary(), "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(said.strip(), f"ochre {VERSION}")
        manual = subprocess.run([binary(), "man", "serve"], capture_output=True, text=True, check=True).stdout
        self.assertIn(f'"ochre {VERSION}"', manual.split("\n")[0])

    def test_the_server_says_it(self):
        with Server() as server:
            self.assertEqual(server.get("/health").json["version"], VERSION)
            self.assertEqual(Peer(server).greeting["server"], VERSION)

    def test_the_library_says_it(self):
        found = glob.glob(os.path.join(os.environ["MESON_BUILD_ROOT"], "meson-private", "ochre.pc"))
        self.assertEqual(len(found), 1)
        self.assertIn(f"Version: {VERSION}\n", read(found[0]))
        libraries = [os.path.basename(path) for path in glob.glob(os.path.join(os.environ["MESON_BUILD_ROOT"], "src", "api", "libochre.so.*"))]
        self.assertIn(f"libochre.so.{VERSION}", libraries)


if __name__ == "__main__":
    main(sys.modules[__name__])
