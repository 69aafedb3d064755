#!/usr/bin/python3
"""The laboratory's commands from outside: the same figures whatever the threads, what a stop leaves, and what is
refused. lab.py OCHRE"""
import glob
import html.parser
import json
import os
import re
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
TIMES = {"seconds", "us_per_decision"}


def call(*args, **more):
    return subprocess.run([OCHRE, *args], capture_output=True, text=True, timeout=100, env=ENVIRONMENT, **more)


def timeless(value):
    if isinstance(value, dict):
        return {key: timeless(member) for key, member in value.items() if key not in TIMES}
    return [timeless(member) for member in value] if isinstance(value, list) else value


class Laboratory(unittest.TestCase):
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
        self.assertEqual(done.stdout, "")


class Reader(html.parser.HTMLParser):
    """Is every element closed in its order, and what does the page refer to?"""
    EMPTY = {"meta", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.references, self.ids, self.tags = [], [], [], set(), set()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.references += [value for name, value in attributes if name in ("href", "src", "xlink:href", "action")]
        self.ids |= {value for name, value in attributes if name == "id"}
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def check_page(test, path, pictures_least=4):
    """Well-formed, self-contained, without scripts; returns the text."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    reader = Reader()
    reader.feed(text)
    test.assertEqual((reader.open, reader.wrong), ([], []))
    test.assertTrue(all(value.startswith("#") and value[1:] in reader.ids for value in reader.references))
    test.assertFalse(reader.tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"})
    for word in ["http:", "https:", "url(", "@import", "javascript:", "nan", "inf"]:
        test.assertIsNone(re.search(r"(?<![a-z])" + re.escape(word) + (r"(?![a-z])" if word.isalpha() else ""), text),
                          word)
    pictures = re.findall(r"<svg.*?</svg>", text, re.S)
    test.assertGreaterEqual(len(pictures), pictures_least)
    for picture in pictures:
        xml.etree.ElementTree.fromstring(picture)
    return text


class Sim(Laboratory):
    def sim(self, *args):
        return json.loads(self.fine("sim", *args, "--json"))

    def test_shape(self):
        result = self.sim("breakthrough", "--seats", "greedy,random", "--games", "40", "--seed", "5")
        self.assertEqual((result["game"], result["games"], result["asked"], result["seed"]), ("breakthrough", 40, 40, 5))
        names = [player["name"] for player in result["players"]]
        self.assertEqual(names, ["greedy", "random"])
        for player in result["players"]:
            self.assertEqual(player["games"], 40)
            low, high = player["ci95"]
            self.assertTrue(0 <= low <= player["win_rate"] <= high <= 1)
        self.assertEqual(result["players"][0]["seats"], [1])
        self.assertAlmostEqual(sum(player["win_rate"] for player in result["players"]), 1, places=5)
        self.assertEqual([seat["seat"] for seat in result["seats"]], [1, 2])
        self.assertEqual(sum(result["endings"].values()), 40)
        self.assertEqual(len(result["branching"]["median_over_time"]), 25)
        self.assertLessEqual(result["length"]["min"], result["length"]["median"])

    def test_same_whatever_the_threads(self):
        for game, seats in [("pebble", "greedy,random"), ("valley", "random,greedy,random"), ("dice", "random,random"),
                            ("tribes", "random,random"), ("spears", "random,random,random")]:
            wish = [game, "--seats", seats, "--games", "12", "--seed", "9", "--rotate"]
            one = timeless(self.sim(*wish, "--threads", "1"))
            for threads in ["2", "5"]:
                self.assertEqual(json.dumps(one), json.dumps(timeless(self.sim(*wish, "--threads", threads))), game)
            self.assertNotEqual(one["length"], self.sim(game, "--seats", seats, "--games", "12", "--seed", "10",
                                                        "--rotate")["length"])

    def test_more_games_begin_with_the_same(self):
        few, more = (self.sim("pebble", "--seats", "random,random", "--games", n, "--seed", "3") for n in ["7", "8"])
        self.assertIn(more["seats"][0]["wins"] - few["seats"][0]["wins"], (0, 1))

    def test_rotation_is_fair(self):
        result = self.sim("valley", "--seats", "greedy,random,random", "--games", "30", "--rotate")
        greedy, random = result["players"]
        self.assertEqual((greedy["seats"], random["seats"]), ([1, 2, 3], [1, 2, 3]))
        self.assertEqual((greedy["games"], random["games"]), (30, 60))
        stayed = self.sim("valley", "--seats", "greedy,random,random", "--games", "30")
        self.assertEqual(stayed["players"][0]["seats"], [1])

    def test_table(self):
        words = self.fine("sim", "dice", "--seats", "random,random", "--games", "5")
        self.assertIn("seat 2", words)
        self.assertIn("sum of values", words)
        self.assertIn("place 2", self.fine("sim", "dice", "--seats", "random,random", "--games", "5", "--lang", "fr"))

    def test_logs_are_plays(self):
        logs = self.path("logs")
        self.fine("sim", "tribes", "--seats", "random,greedy", "--games", "3", "--logs", logs)
        found = sorted(glob.glob(logs + "/*.log"))
        self.assertEqual([os.path.basename(log) for log in found], [f"tribes-00000{n}.log" for n in range(3)])
        for log in found:
            self.assertIn("all", self.fine("verify", log))
            self.fine("replay", log)

    def test_report(self):
        for game, seats in [("pebble", "greedy,random"), ("valley", "greedy,random,random"), ("dice", "random,random"),
                            ("tribes", "random,greedy"), ("spears", "random,random,random,random")]:
            pages = []
            for threads in ["1", "2"]:
                path = self.path("report.html")
                self.fine("sim", game, "--seats", seats, "--games", "40", "--threads", threads, "--report", path)
                pages.append(check_page(self, path))
            self.assertEqual(pages[0], pages[1], game)
            self.assertIn("Who wins from which seat", pages[0])
            self.assertIn("95\u202f% interval", pages[0])
            self.assertNotIn("--threads", pages[0])
        self.fine("sim", "dice", "--seats", "random,random", "--games", "2", "--lang", "fr", "--report", path)
        self.assertIn("Qui gagne depuis quelle place", check_page(self, path))
        self.fine("sim", "pebble", "--seats", "random,random", "--games", "1", "--report", path)
        check_page(self, path)

    def test_report_that_cannot_be_written(self):
        wish = ["sim", "pebble", "--seats", "random,random", "--games", "3", "--report"]
        self.refused(1, "the report cannot be written", *wish, "/nowhere/report.html")
        self.refused(1, "the report cannot be written", *wish, self.folder)
        self.refused(1, "the report cannot be written", *wish, "")
        done = call(*wish, "/dev/full", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the report cannot be written: /dev/full", done.stderr)
        self.assertEqual(json.loads(done.stdout)["games"], 3)

    def test_stopped(self):
        logs = self.path("logs")
        run = subprocess.Popen([OCHRE, "sim", "dice", "--seats", "random,random", "--games", "1000000", "--json",
                                "--threads", "2", "--logs", logs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=ENVIRONMENT)
        while len(glob.glob(logs + "/*.log")) < 5 and run.poll() is None:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, err)
        self.assertIn("stopped", err)
        result = json.loads(out)
        self.assertTrue(0 < result["games"] < result["asked"])
        again = self.sim("dice", "--seats", "random,random", "--games", str(result["games"]))
        self.assertEqual(timeless({**again, "asked": 0}), timeless({**result, "asked": 0}))

    def test_refusals(self):
        self.refused(2, "no computer player 'chess'", "sim", "dice", "--seats", "greedy,chess")
        self.refused(2, "human", "sim", "dice", "--seats", "greedy,human")
        self.refused(2, "not for 3 seats", "sim", "dice", "--seats", "greedy,greedy,greedy")
        self.refused(2, "--seats is missing", "sim", "dice")
        self.refused(2, "more than 4", "sim", "dice", "--seats", ",".join(["greedy"] * 5))
        for number in ["0", "-1", "2147483648", "1000000000000000000", "many", ""]:
            self.refused(2, "--games cannot be", "sim", "dice", "--seats", "greedy,greedy", "--games", number)
            self.refused(2, "--threads cannot be", "sim", "dice", "--seats", "greedy,greedy", "--threads", number)
        self.refused(1, "/nowhere/at/all", "sim", "dice", "--seats", "greedy,greedy", "--logs", "/nowhere/at/all")
        self.refused(2, "there is no game", "sim", "chess", "--seats", "greedy,greedy")

    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([OCHRE, "sim", "pebble", "--seats", "random,random", "--games", "5"], stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=60, env=ENVIRONMENT)
        self.assertEqual(done.returncode, 1)
        self.assertIn("writing the output failed", done.stderr)


class Tournament(Laboratory):
    def test_ratings(self):
        wish = ["tournament", "breakthrough", "--players", "random,greedy", "--games", "20", "--json"]
        one, two = (timeless(json.loads(self.fine(*wish, "--threads", threads))) for threads in "12")
        self.assertEqual(one, two)
        self.assertEqual([player["name"] for player in one["players"]], ["greedy", "random"])
        self.assertAlmostEqual(sum(player["rating"] for player in one["players"]), 0, places=3)
        for player in one["players"]:
            self.assertTrue(player["ci95"][0] < player["rating"] < player["ci95"][1])
        pair = one["pairs"][0]
        self.assertEqual(pair["won"] + pair["drawn"] + pair["lost"], 20)
        self.assertIn("2 random", self.fine(*wish[:-1]))

    def test_odd_seats_are_shared_out(self):
        result = json.loads(self.fine("tournament", "valley", "--players", "random,greedy", "--games", "7", "--seats", "3",
                                      "--json"))
        self.assertEqual((result["games"], result["seats"]), (7, 3))
        self.assertEqual(result["players"][0]["name"], "greedy")

    def test_sprt_stops_early(self):
        result = json.loads(self.fine("tournament", "breakthrough", "--players", "greedy,random", "--sprt", "0,50",
                                      "--json"))
        self.assertEqual(result["sprt"]["verdict"], "yes")
        self.assertLess(result["games"], 100)
        words = self.fine("tournament", "breakthrough", "--players", "random,greedy", "--sprt", "0,50")
        self.assertIn("No, after", words)
        undecided = self.fine("tournament", "pebble", "--players", "random,greedy", "--sprt", "0,1", "--games", "3")
        self.assertIn("Undecided", undecided)

    def test_report(self):
        path = self.path("tournament.html")
        self.fine("tournament", "pebble", "--players", "random,greedy", "--games", "9", "--report", path)
        self.assertIn("Player against player", check_page(self, path))

    def test_refusals(self):
        wish = ["tournament", "dice", "--players"]
        self.refused(2, "--players is missing", *wish[:-1])
        self.refused(2, "two players or more", *wish, "greedy")
        self.refused(2, "'greedy' twice", *wish, "greedy,random,greedy")
        self.refused(2, "between two players", "tournament", "dice", "--players", "greedy", "--sprt", "0,5")
        for value in ["5", "5,0", "0,0", "a,b", "0,nan", "0,1,2", ""]:
            self.refused(2, "--sprt cannot be", *wish, "greedy,random", "--sprt", value)
        self.refused(2, "not for 3 seats", *wish, "greedy,random", "--seats", "3")
        self.refused(1, "cannot be written", *wish, "greedy,random", "--report", "/nowhere/at/all")


def wait_until_it_listens(run):
    """Until Ctrl-C asks to stop, and no longer kills."""
    while run.poll() is None:
        with open(f"/proc/{run.pid}/status", encoding="ascii") as file:
            caught = int(re.search(r"SigCgt:\s*(\w+)", file.read())[1], 16)
        if caught & 1 << signal.SIGINT - 1:
            return
        time.sleep(0.02)


class Review(Laboratory):
    def log(self, game="pebble", seats="greedy,random", moves=None):
        self.fine("sim", game, "--seats", seats, "--games", "1", "--logs", self.path(game))
        path = glob.glob(self.path(game) + "/*.log")[0]
        if moves is not None:  # the header and so many moves, without an end
            with open(path, encoding="utf-8") as file:
                lines = file.read().split("\n")
            first = next(i for i, line in enumerate(lines) if re.match(r"1\. |1 |p[1-4] |\* ", line))
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines[:first + moves]) + "\n")
        return path

    def review(self, path, *more):
        return json.loads(self.fine("review", path, "--depth", "quick", "--json", *more))

    def test_adds_up(self):
        for game, seats in [("pebble", "greedy,random"), ("dice", "random,greedy"), ("valley", "random,greedy")]:
            path = self.log(game, seats)
            review = self.review(path)
            self.assertEqual(review["game"], game)
            self.assertTrue(review["over"] and review["whole"])
            for seat in review["seats"]:
                total = seat["start"] + seat["luck"] - seat["lost"] + seat["gained"] + seat["rest"]
                self.assertAlmostEqual(total, seat["result"], delta=0.0005)
                mine = [step for step in review["steps"] if step["seat"] == seat["seat"]]
                self.assertAlmostEqual(sum(step["lost"] for step in mine), seat["lost"], delta=0.0001 * len(mine) + 0.001)
                self.assertEqual(sum(step["grade"] is not None for step in mine), seat["decisions"])
            self.assertEqual([step["n"] for step in review["steps"]], list(range(1, len(review["steps"]) + 1)))
            self.assertEqual(review, self.review(path))
            for step in review["steps"]:
                self.assertEqual(step["grade"] is None, step["best"] is None)
                self.assertTrue(all(0 <= value <= 1 for value in step["before"] + step["after"]))

    def test_other_seeds_are_other_thoughts(self):
        path = self.log("valley", "random,greedy")
        self.assertNotEqual(self.review(path)["steps"], self.review(path, "--seed", "2")["steps"])

    def test_words(self):
        path = self.log()
        said = self.fine("review", path, "--depth", "quick")
        self.assertIn("What everybody could expect", said)
        self.assertIn("accuracy", said)
        self.assertIn("Ce que chacun pouvait espérer", self.fine("review", path, "--depth", "quick", "--lang", "fr"))

    def test_page(self):
        path, page = self.log(), self.path("review.html")
        pages = []
        for _ in range(2):
            self.fine("review", path, "--depth", "quick", "--html", page)
            pages.append(check_page(self, page, 3))
        self.assertEqual(*pages)
        self.assertIn("Luck and skill", pages[0])
        self.refused(1, "the report cannot be written", "review", path, "--html", "/nowhere/review.html")

    def test_unfinished(self):
        path = self.log("dice", "greedy,greedy", moves=4)
        review = self.review(path)
        self.assertFalse(review["over"])
        self.assertEqual(len(review["steps"]), 4)
        self.assertIn("The play is not over", self.fine("review", path, "--depth", "quick"))

    def test_damaged(self):
        """What stands before the damage is reviewed, the place is said, and it is no success."""
        path = self.log("dice", "greedy,greedy", moves=6)
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        place = len(lines) - 2  # from 1: the fifth move
        for damage, why in [(["p1 z9z9"], f"line {place}"), (["p1 a1"], f"line {place}"), (["?"], f"line {place}")]:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines[:place - 1] + damage + lines[place:]))
            done = call("review", path, "--depth", "quick", "--json")
            self.assertEqual(done.returncode, 1)
            self.assertIn(why, done.stderr)
            self.assertEqual(len(json.loads(done.stdout)["steps"]), 4)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines)[:-3])  # cut in the middle of a line
        done = call("review", path, "--depth", "quick", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cut short", done.stderr)
        self.assertEqual(len(json.loads(done.stdout)["steps"]), 5)

    def test_refusals(self):
        path = self.log()
        self.refused(1, "no-such.log", "review", self.path("no-such.log"))
        self.refused(2, "--depth", "review", path, "--depth", "endless")
        self.refused(2, "--seed", "review", path, "--seed", "x")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("seats", "chairs", 1))
        self.refused(1, path, "review", path)
        self.refused(1, "nobody has moved", "review", self.log("dice", "greedy,greedy", moves=0))

    def test_stopped(self):
        path = self.log("valley", "greedy,greedy")
        run = subprocess.Popen([OCHRE, "review", path, "--depth", "deep", "--json"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        wait_until_it_listens(run)  # however little it has done by then, that stands
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 1, err)
        self.assertIn("stopped after", err)
        review = json.loads(out)
        self.assertFalse(review["whole"])
        for seat in review["seats"]:
            total = seat["start"] + seat["luck"] - seat["lost"] + seat["gained"] + seat["rest"]
            self.assertAlmostEqual(total, seat["result"], delta=0.0005)


class Compare(Laboratory):
    def test_paired(self):
        wish = ["compare", "dice", "--a", "default", "--b", "adj=sum", "--seats", "random,random", "--games", "70", "--json"]
        one, two = (timeless(json.loads(self.fine(*wish, "--threads", threads))) for threads in "12")
        self.assertEqual(one, two)
        measures = {measure["name"]: measure for measure in one["measures"]}
        # The same seeds and another way to count: the games are the same to the last move.
        self.assertEqual(measures["length"]["ci95"], [0, 0])
        self.assertLess(measures["draws"]["difference"], 0)
        self.assertEqual(one["games"], 70)

    def test_nothing_differs_from_itself(self):
        result = json.loads(self.fine("compare", "pebble", "--a", "default", "--b", "default", "--games", "5", "--json"))
        self.assertTrue(all(measure["ci95"] == [0, 0] for measure in result["measures"]))

    def test_report(self):
        path = self.path("compare.html")
        self.fine("compare", "dice", "--a", "martyr=off,ally=off", "--b", "default", "--option", "adj=sum", "--seats",
                  "random,random", "--games", "5", "--report", path)
        self.assertIn("What changes in who wins", check_page(self, path))

    def test_refusals(self):
        self.refused(2, "--a is missing", "compare", "dice", "--b", "default")
        self.refused(2, "no option 'foo'", "compare", "dice", "--a", "default", "--b", "foo=1")
        self.refused(1, "nothere.json", "compare", "valley", "--a", "nothere.json", "--b", "default")


if __name__ == "__main__":
    unittest.main()
