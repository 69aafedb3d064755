#!/usr/bin/python3
"""A newcomer's machine: which node makes the page where there is none, or one that is too old; what is said where nothing can be fetched.

`make stock` tries the same for real, on a fresh Debian. Here npm is a stand-in that puts down what npm would."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("MESON_BUILD_ROOT", os.path.join(ROOT, "build"))
TOOLS = ("sh", "cat", "cmp", "cp", "dirname", "flock", "head", "mktemp", "printf", "rm", "uname", "env", "mkdir", "ln", "chmod", "sleep")


def real_node():
    found = subprocess.run([os.path.join(ROOT, "scripts", "with-node"), "node", "-p", "process.execPath"], capture_output=True, text=True,
                           check=True)
    return found.stdout.strip()


class OtherMachine(unittest.TestCase):
    """A folder like the root with scripts/with-node in it, and a PATH with nothing but a few tools."""

    @classmethod
    def setUpClass(cls):
        cls.node = real_node()

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        os.makedirs(self.below("scripts"))
        os.makedirs(self.below("bin"))
        shutil.copytree(os.path.join(ROOT, "web", "node"), self.below("web", "node"), ignore=shutil.ignore_patterns("node_modules"))
        shutil.copy(os.path.join(ROOT, "scripts", "with-node"), self.below("scripts"))
        for tool in TOOLS:
            os.symlink(shutil.which(tool), self.below("bin", tool))

    def below(self, *names):
        return os.path.join(self.folder, *names)

    def program(self, name, text):
        with open(self.below("bin", name), "w", encoding="utf-8") as out:
            out.write(f"#!/bin/sh\n{text}\n")
        os.chmod(self.below("bin", name), 0o755)

    def has_node(self, version):
        """A node of that version: the real one, which says another number."""
        with open(self.below("version.js"), "w", encoding="utf-8") as out:
            out.write(f"const v = {{ ...process.versions, node: '{version}' }};\n"
                      f"Object.defineProperty(process, 'versions', {{ value: v }});\n"
                      f"Object.defineProperty(process, 'version', {{ value: 'v{version}' }});\n")
        self.program("node", f'[ "$1" = -v ] && {{ echo v{version}; exit; }}\nexec {self.node} -r {self.below("version.js")} "$@"')

    def has_npm(self, brings=True):
        place = "node_modules/node-linux-" + {"x86_64": "x64", "aarch64": "arm64"}.get(os.uname().machine, os.uname().machine) + "/bin"
        put = f"mkdir -p {place} && rm -f {place}/node && ln -s {self.node} {place}/node" if brings else "true"
        self.program("npm", f'echo "$@" >>{self.below("npm.calls")}\n[ "$1" = ci ] && [ -f package-lock.json ] || exit 1\nsleep 0.2\n{put}')

    def npm_calls(self):
        if not os.path.exists(self.below("npm.calls")):
            return 0
        with open(self.below("npm.calls"), encoding="utf-8") as calls:
            return len(calls.readlines())

    def start(self, *command):
        return subprocess.Popen([self.below("scripts", "with-node"), *command], env={"PATH": self.below("bin"), "HOME": self.folder},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ask(self, *command):
        process = self.start(*command)
        process.told, process.warned = process.communicate(timeout=120)
        return process

    def used(self):
        """Which version runs."""
        run = self.ask("node", "-p", "process.versions.node")
        self.assertEqual(run.returncode, 0, run.warned)
        return run.told.strip()

    def test_a_good_node_is_used_as_it_is(self):
        self.has_npm()
        for version in ("20.19.0", "20.20.2", "22.12.0", "23.0.0", "24.1.0"):
            self.has_node(version)
            self.assertEqual(self.used(), version)
        self.assertEqual(self.npm_calls(), 0)

    def test_an_old_node_is_replaced_once(self):
        self.has_npm()
        for version in ("12.22.0", "18.20.4", "20.18.3", "21.9.0", "22.11.0"):
            self.has_node(version)
            self.assertNotEqual(self.used(), version)
        self.assertEqual(self.npm_calls(), 1, "fetched once, then kept")

    def test_no_node(self):
        self.has_npm()
        run = self.ask("node", "-p", "1 + 1")
        self.assertEqual((run.returncode, run.told), (0, "2\n"), run.warned)
        self.assertIn("the machine has no node; fetching", run.warned)
        self.assertEqual(self.ask("node", "-p", "1").warned, "", "the second time there is nothing to say")

    def test_many_at_once_fetch_once(self):
        self.has_npm()
        started = [self.start("node", "-p", "6 * 7") for _ in range(4)]
        for process in started:
            self.assertEqual(process.communicate(timeout=120)[0], "42\n")
        self.assertEqual(self.npm_calls(), 1)

    def test_another_pinned_version_is_fetched(self):
        self.has_npm()
        self.used()
        with open(self.below("web", "node", "package-lock.json"), "a", encoding="utf-8") as lock:
            lock.write("\n")
        self.used()
        self.assertEqual(self.npm_calls(), 2)

    def refused(self, *has):
        run = self.ask("node", "-p", "'it ran'")
        self.assertEqual((run.returncode, run.told), (3, ""), run.warned)
        for words in has + ("install node 20.19 or newer", "OCHRE_PAGE=no make"):
            self.assertIn(words, run.warned)

    def test_no_network(self):
        self.has_node("18.20.4")
        self.has_npm(brings=False)
        self.refused("(v18.20.4) cannot make the page", "could not be fetched")
        self.has_npm()
        self.used()  # and when there is one again it goes on

    def test_no_npm(self):
        self.refused("no node", "no npm")

    def test_a_node_that_does_not_run_is_no_node(self):
        self.has_npm()
        self.program("node", "echo 'node: not for this processor' >&2; exit 126")
        self.used()


class Files(unittest.TestCase):
    def test_locks_name_no_registry(self):
        """Packages come from whatever registry the machine's npm knows."""
        for folder in ("web", "web/node", "bench"):
            with open(os.path.join(ROOT, folder, "package-lock.json"), encoding="utf-8") as text:
                lock = json.load(text)
            for name, package in lock["packages"].items():
                self.assertNotIn("resolved", package, f"{folder}: {name}")
                # What a package brings inside is covered by that package's own.
                self.assertTrue(not name or "integrity" in package or package.get("inBundle"), f"{folder}: {name}")

    def test_what_the_program_is_linked_with_is_in_the_list(self):
        """`scripts/need run` is all that a machine needs that gets the binary from elsewhere."""
        if not shutil.which("dpkg-query"):
            self.skipTest("no dpkg here")
        with open(os.path.join(ROOT, "scripts", "packages"), encoding="utf-8") as text:
            listed = re.search(r"^run: (.*)$", text.read(), re.M).group(1).split()
        dynamic = subprocess.run(["readelf", "-d", os.path.join(BUILD, "ochre")], capture_output=True, text=True, check=True).stdout
        for library in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic):
            owners = subprocess.run(["dpkg-query", "-S", f"*/{library}"], capture_output=True, text=True).stdout
            packages = {line.split(":")[0] for line in owners.splitlines()}
            if packages and "libc6" not in packages and not library.startswith(("libasan", "libubsan", "libtsan")):
                self.assertTrue(packages & set(listed), f"{library} is in {packages}, none of which is listed")

    def test_container_file_names_nothing_but_debian(self):
        paths = glob.glob(os.path.join(ROOT, "packaging", "*ontainerfile"))
        self.assertEqual(len(paths), 1)
        with open(paths[0], encoding="utf-8") as text:
            lines = text.read()
        self.assertEqual(set(re.findall(r"^FROM (\S+)", lines, re.M)), {"debian:12"})
        self.assertNotIn("://", lines)

    def test_the_page_is_got_where_it_is_wanted(self):
        def orders(target, *more):
            clean = {key: value for key, value in os.environ.items() if not key.startswith("MAKE") and key not in ("MFLAGS", "OCHRE_PAGE")}
            return subprocess.run(["make", "-n", "-C", ROOT, "--no-print-directory", target, *more], env=clean, capture_output=True, text=True,
                                  check=True).stdout.split("\n")
        self.assertIn("scripts/need build page module", orders("play"))
        self.assertIn("scripts/need build ", orders("play", "OCHRE_PAGE=no"))
        self.assertIn("OCHRE_PAGE=no scripts/build release", orders("terminal"))
        self.assertTrue(any("page" in line.split() for line in orders("test") if line.startswith("scripts/need")))

    def test_other_systems_get_one_clear_line(self):
        with tempfile.TemporaryDirectory() as folder:
            for tool in ("sh", "sed", "dirname", "id"):
                os.symlink(shutil.which(tool), os.path.join(folder, tool))
            run = subprocess.run([os.path.join(ROOT, "scripts", "need"), "build", "page"], env={"PATH": folder}, capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        for word in ("not Debian", "meson", "libsodium", "npm", "packaging/Containerfile"):
            self.assertIn(word, run.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
