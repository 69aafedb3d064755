#!/usr/bin/python3
"""Do the documents tell the truth? Every command they show runs, every link leads somewhere, every target exists."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("MESON_BUILD_ROOT", os.path.join(ROOT, "build"))


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as text:
        return text.read()


def documents():
    found = glob.glob(os.path.join(ROOT, "*.md")) + glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True)
    return sorted(os.path.relpath(path, ROOT) for path in found)


class Documents(unittest.TestCase):
    def setUp(self):
        # A folder that looks like the root, so that what the commands write does not land in it.
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        os.symlink(BUILD, os.path.join(self.folder, "build"))
        os.symlink(os.path.join(ROOT, "tests"), os.path.join(self.folder, "tests"))

    def run_line(self, line):
        run = subprocess.run(["sh", "-c", line], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                             text=True, env={**os.environ, "PATH": BUILD + ":" + os.environ["PATH"]})
        self.assertEqual(run.returncode, 0, f"{line}\n{run.stdout[-2000:]}{run.stderr}")
        self.assertTrue(run.stdout.strip(), f"{line}: prints nothing")

    def test_commands_of_the_front_page(self):
        lines = [line for block in re.findall(r"```sh\n(.*?)```", read("README.md"), re.S) for line in block.splitlines()]
        self.assertGreater(len(lines), 6)
        for line in lines:
            self.run_line(line)

    def test_commands_of_the_notation(self):
        lines = re.findall(r"^    (ochre .*[^…])$", read("docs/notation.md"), re.M)
        lines = [line for line in lines if "…" not in line and not line.startswith("ochre 1")]
        self.assertGreater(len(lines), 3)
        for line in lines:
            self.run_line(line)

    def test_every_command_has_a_manual_page(self):
        help_text = subprocess.run([os.path.join(BUILD, "ochre"), "--help"], capture_output=True, text=True,
                                   env={**os.environ, "LANGUAGE": "en"}).stdout
        commands = set(re.findall(r"^  ([a-z]+) {2,}", help_text, re.M))
        self.assertIn("serve", commands)
        pages = set(re.findall(r"'([a-z]+)'", re.search(r"foreach command : \[(.*?)\]", read("docs/meson.build"), re.S).group(1)))
        self.assertEqual(commands, pages)

    def test_make_targets_exist(self):
        for path in documents():
            for target in re.findall(r"^ {4}make ([a-z]+)\b|`make ([a-z]+)\b", read(path), re.M):
                name = target[0] or target[1]
                run = subprocess.run(["make", "-n", "-C", ROOT, name], capture_output=True, text=True)
                self.assertEqual(run.returncode, 0, f"{path}: make {name}")

    def test_links_lead_somewhere(self):
        for path in documents():
            for link in re.findall(r"\]\(([^)#\s]+)", read(path)):
                if "://" not in link:
                    target = os.path.join(ROOT, os.path.dirname(path), link)
                    self.assertTrue(os.path.exists(target), f"{path}: {link}")

    def test_every_document_is_reachable(self):
        seen, queue = set(), ["README.md"]
        while queue:
            path = queue.pop()
            if path in seen or not path.endswith(".md"):
                continue
            seen.add(path)
            for link in re.findall(r"\]\(([^)#\s]+)", read(path)):
                target = os.path.normpath(os.path.join(os.path.dirname(path), link))
                if os.path.isdir(os.path.join(ROOT, target)):
                    queue += [os.path.relpath(found, ROOT) for found in glob.glob(os.path.join(ROOT, target, "*.md"))]
                elif os.path.exists(os.path.join(ROOT, target)):
                    queue.append(target)
        self.assertEqual(sorted(set(documents()) - seen), [])

    def test_designers_are_credited(self):
        front = read("README.md")
        for name in ("Natrício Vale Almeida", "Cyrille Leroy", "Rustan Håkansson"):
            self.assertIn(name, front)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
