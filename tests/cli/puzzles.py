#!/usr/bin/python3
"""`ochre puzzles` from outside: the books that are part of the program, finding anew, going on, and what is refused.
puzzles.py OCHRE [--all]; --all searches every puzzle of every book deeply."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

OCHRE = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ALL = "--all" in sys.argv and not sys.argv.remove("--all")
GAMES = ["dice", "valley", "tribes", "spears"]
ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": ""}


def call(*args):
    return subprocess.run([OCHRE, "puzzles", *args], capture_output=True, text=True, timeout=3000, env=ENVIRONMENT)


def book(game):
    with open(os.path.join(ROOT, "puzzles", game + ".json"), encoding="utf-8") as text:
        return json.load(text)


class Shipped(unittest.TestCase):
    def test_books_are_as_the_schema_says(self):
        with open(os.path.join(ROOT, "docs", "puzzles.schema.json"), encoding="utf-8") as text:
            schema = json.load(text)
        jsonschema.Draft202012Validator.check_schema(schema)
        for game in GAMES:
            jsonschema.validate(book(game), schema)

    def test_lists_are_the_books(self):
        for game in GAMES:
            listed = json.loads(call(game, "--list", "--json").stdout)
            rows = book(game)["puzzles"]
            self.assertEqual(len(listed["puzzles"]), len(rows))
            for row, kept in zip(listed["puzzles"], rows):
                self.assertEqual([row[key] for key in ("best", "next", "level", "theme", "at", "line")],
                                 [kept[key] for key in ("best", "next", "level", "theme", "at", "line")])
            lines = call(game).stdout.splitlines()
            self.assertEqual(sum(line.strip()[:1].isdigit() and " : " in line for line in lines), len(rows))

    def test_themes_speak_french(self):
        for game in GAMES:
            english = json.loads(call(game, "--list", "--json").stdout)["puzzles"]
            french = json.loads(call(game, "--list", "--json", "--lang", "fr").stdout)["puzzles"]
            themes = {row["theme"] for row in english}
            self.assertGreater(len(themes), 1, game)
            self.assertEqual([row["theme"] for row in english], [row["theme"] for row in french])
            differ = {a["theme"] for a, b in zip(english, french) if a["words"] != b["words"]}
            self.assertGreater(len(differ), len(themes) / 2, game)

    def test_every_one_plays_and_some_are_searched(self):
        for game in GAMES:
            done = call(game, "--check") if ALL else call(game, "--check", "--sample", "2")
            self.assertEqual((done.returncode, done.stderr), (0, ""), game)
            self.assertIn(": 0 wrong", done.stdout)

    def test_few_are_easy(self):
        for game in GAMES:
            rows = book(game)["puzzles"]
            self.assertLessEqual(sum(row["level"] <= 3 for row in rows), len(rows) / 2 + 5, game)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def written(self, text):
        with open(self.path("book.json"), "w", encoding="utf-8") as out:
            out.write(text if isinstance(text, str) else json.dumps(text))
        return self.path("book.json")

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as text:
            return text.read()

    def refused(self, says, *args, code=1, lines=1):
        done = call(*args)
        self.assertEqual(done.returncode, code, (args, done.stdout, done.stderr))
        self.assertEqual(done.stderr.count("\n"), lines, done.stderr)
        self.assertIn(says, done.stderr)

    def test_in_one_go_or_in_two(self):
        find = ["breakthrough", "--players", "level:3", "--seed", "1"]
        self.assertEqual(call(*find, "--games", "2", "--out", self.path("whole")).returncode, 0)
        for _ in range(2):
            self.assertEqual(call(*find, "--games", "1", "--out", self.path("parts")).returncode, 0)
        self.assertEqual(self.read("whole"), self.read("parts"))
        found = json.loads(self.read("whole"))
        self.assertEqual(found["looked"], 2)
        self.assertGreater(len(found["puzzles"]), 0)
        self.assertEqual(call("breakthrough", "--check", self.path("whole")).returncode, 0)
        self.assertEqual(json.loads(call(*find, "--games", "2").stdout), found)
        self.refused("was begun otherwise", "breakthrough", "--players", "level:3", "--seed", "2", "--games", "1",
                     "--out", self.path("whole"))
        self.refused("was begun otherwise", "pebble", "--games", "1", "--out", self.path("whole"))
        self.assertEqual(json.loads(self.read("whole")), found)

    def test_a_stop_leaves_a_whole_file(self):
        run = subprocess.Popen([OCHRE, "puzzles", "breakthrough", "--players", "level:3", "--games", "100000", "--out",
                                self.path("book")], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               env=ENVIRONMENT)
        while not os.path.exists(self.path("book")) and run.poll() is None:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        said = run.communicate()[1]
        self.assertEqual(run.returncode, 1, said)
        self.assertIn("stopped after", said)
        done = call("breakthrough", "--check", self.path("book"), "--sample", "0")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_bad_files(self):
        good = book("dice")
        row = good["puzzles"][0]

        def changed(**members):
            return {**good, **members}

        def with_row(**members):
            return changed(puzzles=[{**row, **members}])

        cases = [
            ("line 1", "{"),
            ("/format", changed(format="ochre puzzles 2")),
            ("/game: there is no game 'chess'", changed(game="chess")),
            ("version 7 of the rules", changed(rules=7)),
            ("/looked", changed(looked=-1)),
            ("no such field", changed(more=1)),
            ("/plays/0/moves", changed(plays=[{"number": 0, "moves": "a2a3"}])),
            ("/puzzles/0/play", with_row(play=len(good["plays"]))),
            ("/puzzles/0/at", with_row(at=100000)),
            ("/puzzles/0/seat", with_row(seat="p3")),
            ("/puzzles/0/level", with_row(level=9)),
            ("/puzzles/0/proof", with_row(proof="hope")),
            ("dice has no theme 'hunt'", with_row(theme="hunt")),
            ("/puzzles/0/worth", with_row(worth=[1])),
            ("/puzzles/0/line", with_row(line="x")),
        ]
        for says, text in cases:
            with self.subTest(says):
                self.refused(says, "dice", "--check", self.written(text))
                self.refused(says, "dice", "--list", self.written(text))
                words = [call("dice", "--list", self.path("book.json"), "--lang", lang).stderr for lang in ("en", "fr")]
                self.assertNotEqual(*words)
        self.refused("not of valley", "valley", "--check", self.written(good))
        self.refused("No such file", "dice", "--check", self.path("nowhere"))

    def test_wrong_puzzles_are_found(self):
        good = book("dice")
        row = good["puzzles"][0]
        cases = [
            ("the solution a1h8", {"best": "a1h8"}),
            ("is the next best too", {"next": row["best"]}),
            ("is not asked alone", {"at": row["at"] - 1}),
            ("the theme is", {"theme": "stay" if row["theme"] != "stay" else "join"}),
            ("another choice than", {"best": row["next"], "next": row["best"]}),
        ]
        for says, members in cases:
            with self.subTest(says):
                lying = {**row, **members}
                if says == "another choice than":  # its theme must be right for the search to be asked
                    themes = [row["theme"], "take", "slide", "stay", "join", "rescue"]
                else:
                    themes = [lying["theme"]]
                books = [{**good, "puzzles": [{**lying, "theme": theme}]} for theme in themes]
                said = "".join(call("dice", "--check", self.written(one)).stderr for one in books)
                self.assertIn(says, said)
        self.refused("the same position as puzzle 1", "dice", "--check",
                     self.written({**good, "puzzles": [row, row]}), "--sample", "0")

    def test_misuse(self):
        self.refused("do not go together", "dice", "--list", "--check", code=2)
        self.refused("--out FILE is what is written", "dice", "file", "--games", "1", code=2)
        self.refused("no puzzles of pebble", "pebble", "--list")
        self.refused("--games", "dice", "--games", "0", code=2)
        self.refused("--players", "dice", "--games", "1", "--players", "nobody", code=2)


if __name__ == "__main__":
    unittest.main()
