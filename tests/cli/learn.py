#!/usr/bin/python3
"""`ochre learn` from outside: killed at any moment it goes on and ends with the same minds; what it learned can be
played; what is refused. learn.py OCHRE"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

OCHRE = os.path.abspath(sys.argv.pop(1))
ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "", "TERM": "xterm"}
WORDS = ["learn", "pebble", "--plays", "400", "--iterations", "60", "--rounds", "2", "--games", "80", "--seed", "3"]


def call(*args):
    return subprocess.run([OCHRE, *args], capture_output=True, text=True, timeout=100, env=ENVIRONMENT, check=False)


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


class Learning(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def fine(self, *args):
        done = call(*args)
        self.assertEqual((done.returncode, done.stderr), (0, ""), args)
        return done.stdout

    def refused(self, code, says, *args):
        done = call(*args)
        self.assertEqual(done.returncode, code, (args, done.stdout, done.stderr))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(says, done.stderr)

    def test_killed_it_goes_on(self):
        whole = self.fine(*WORDS, "--folder", self.path("whole"), "--threads", "2", "--json")
        self.assertEqual(json.loads(whole)["rounds"][1]["round"], 2)
        again = self.path("again")
        for number in range(8):
            process = subprocess.Popen([OCHRE, *WORDS, "--folder", again], stdout=subprocess.DEVNULL, env=ENVIRONMENT)
            time.sleep(0.01 * number)
            process.send_signal(signal.SIGKILL if number % 2 else signal.SIGINT)
            process.wait(timeout=60)
        self.assertEqual(self.fine(*WORDS, "--folder", again, "--threads", "1", "--json"), whole)
        for name in ("round-001.mind", "round-002.mind"):
            self.assertEqual(read(again, name), read(self.path("whole"), name))
        # Once more: nothing is left to do, and the same is said.
        self.assertEqual(self.fine(*WORDS, "--folder", again, "--json"), whole)

    def test_report_and_player(self):
        table = self.fine(*WORDS, "--folder", self.path("kept"), "--report", self.path("page.html"))
        self.assertEqual(table.splitlines()[0].split()[:3], ["round", "positions", "value"])
        page = read(self.folder, "page.html").decode()
        self.assertIn("Strength over time", page)
        for piece in page.split("<svg")[1:]:
            xml.etree.ElementTree.fromstring("<svg" + piece.split("</svg>")[0] + "</svg>")
        french = self.fine(*WORDS, "--folder", self.path("kept"), "--report", self.path("page.html"), "--lang", "fr")
        self.assertIn("tour", french.splitlines()[0])
        self.assertIn("La force au fil du temps", read(self.folder, "page.html").decode())
        mind = os.path.join(self.path("kept"), "round-002.mind")
        played = json.loads(self.fine("sim", "pebble", "--seats", "mind:30,random", "--games", "50", "--mind", mind, "--json"))
        self.assertEqual([player["games"] for player in played["players"]], [50, 50])

    def test_refused(self):
        kept = self.path("kept")
        self.refused(2, "--folder is missing", "learn", "pebble")
        self.refused(2, "--plays", "learn", "pebble", "--folder", kept, "--plays", "0")
        self.refused(2, "chess", "learn", "chess", "--folder", kept)
        self.refused(1, "No such file", "learn", "pebble", "--folder", self.path("no/where"))
        short = ["learn", "pebble", "--plays", "20", "--iterations", "10", "--rounds", "1", "--games", "4", "--folder", kept]
        self.fine(*short)
        self.refused(1, "it holds another run", *short, "--seed", "9")
        mind = os.path.join(kept, "round-001.mind")
        sim = ["sim", "pebble", "--games", "2", "--seats"]
        self.refused(2, "nothing was learned for pebble with 2 seats", *sim, "mind:5,random")
        self.refused(2, "nothing was learned for pebble with 3 seats", *sim, "mind:5,random,random", "--mind", mind)
        self.refused(2, "--mind cannot be used", *sim, "mind:5,random", "--mind", mind, "--keep", self.path("run"))
        self.refused(1, "nothing that was learned", *sim, "mind:5,random", "--mind", OCHRE)
        with open(mind, "r+b") as file:
            file.seek(100)
            file.write(b"\xff\xff")
        self.refused(1, "is damaged", *sim, "mind:5,random", "--mind", mind)


unittest.main()
