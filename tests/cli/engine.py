#!/usr/bin/python3
"""The line protocol (docs/engine.md) as other programs use it: packs, chance, history, evaluation, stopping, views that go in again as positions,
and the example of a foreign engine. engine.py OCHRE"""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

OCHRE = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def said(game, *lines):
    done = subprocess.run([OCHRE, "engine", game], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.splitlines()


class Talk:
    """A conversation: every answer is waited for, so nothing hangs on time."""

    def __init__(self, game):
        self.process = subprocess.Popen([OCHRE, "engine", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, beginning):
        while line := self.process.stdout.readline():
            if line.startswith(beginning):
                return line.rstrip("\n")
        raise AssertionError("the engine has ended before " + beginning)

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        return code


class Chance(unittest.TestCase):
    def test_probabilities(self):
        chances = json.loads(said("tribes", "moves *>~G", "chances")[0])["chances"]
        self.assertAlmostEqual(sum(one["probability"] for one in chances), 1, places=6)
        self.assertGreater(len({one["probability"] for one in chances}), 1)  # kinds of land are not equally many
        self.assertEqual(json.loads(said("dice", "chances")[0]), {"chances": []})

    def test_what_was_drawn(self):
        lines = said("pebble", "seed 3", "roll", "history", "roll", "moves p1>play:2", "history")
        drawn = lines[0].split()[2:]
        self.assertEqual(lines[0].split()[:2], ["info", "drawn"])
        self.assertEqual(json.loads(lines[1]), {"position": None, "moves": drawn})
        self.assertEqual(json.loads(lines[2])["moves"], drawn + ["p1>play:2"])  # the second roll had nothing to draw

    def test_history_leads_to_the_same_place(self):
        for game in ("pebble", "tribes", "spears", "valley"):
            lines = said(game, "seed 5", "roll", "history", "view all")
            moves = " ".join(json.loads(lines[1])["moves"])
            self.assertEqual(said(game, "position startpos moves " + moves, "view all"), lines[2:], game)

    def test_history_names_the_position(self):
        given = {"on_table": 3, "p1": {"hand": "1"}, "p2": {"hand": "2"}}
        lines = said("pebble", "position json " + json.dumps(given) + " moves p2>play:2", "history")
        self.assertEqual(json.loads(lines[0]), {"position": given, "moves": ["p2>play:2"]})


class Packs(unittest.TestCase):
    def setUp(self):
        with open(os.path.join(ROOT, "packs", "spears", "reconstructed-1.json"), encoding="utf-8") as text:
            self.pack = json.load(text)

    def test_a_pack_by_file_and_by_itself(self):
        self.pack["id"], self.pack["prey"][0]["power"] = "mine-1", 23
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump(self.pack, file)
            file.flush()
            by_file = said("spears", "setoption name Pack value " + file.name, "position startpos", "printed", "view all")
        by_itself = said("spears", "setoption name Pack value " + json.dumps(self.pack), "ucinewgame", "printed", "view all")
        self.assertEqual(by_file, by_itself)
        self.assertEqual(json.loads(by_file[0])["printed"]["cards"]["prey"][0][1], 23)
        back = said("spears", "setoption name Pack value " + json.dumps(self.pack), "setoption name Pack value builtin", "ucinewgame", "printed", "view all")
        self.assertNotEqual(back, by_file)

    def test_a_bad_pack_is_refused_and_nothing_changes(self):
        self.pack["prey"][0]["power"] = 99
        lines = said("spears", "setoption name Pack value " + json.dumps(self.pack), "setoption name Pack value /nowhere.json", "ucinewgame", "view all")
        self.assertIn("/prey/0/power", lines[0])
        self.assertIn("/nowhere.json", lines[1])
        self.assertEqual(lines[2:], said("spears", "view all"))


class Thinking(unittest.TestCase):
    def test_evaluation_moves_nothing(self):
        lines = said("breakthrough", "eval nodes 200", "history", "legal")
        told = json.loads(lines[0])
        self.assertEqual(told["seat"], "p1")
        self.assertAlmostEqual(sum(told["payoffs"].values()), 1, places=3)
        self.assertIn(told["ideas"][0]["move"], json.loads(lines[2])["moves"]["p1"])
        self.assertEqual(json.loads(lines[1])["moves"], [])
        self.assertEqual(json.loads(said("breakthrough", "eval")[0])["payoffs"], {"p1": None, "p2": None})  # greedy has no opinion
        self.assertEqual(json.loads(said("tribes", "eval")[0])["seat"], None)  # chance is asked

    def test_stop_stops(self):
        for game in ("dice", "breakthrough"):
            talk = Talk(game)
            talk.say("go infinite")
            talk.say("isready")
            talk.until("readyok")
            talk.say("d")
            self.assertIn("stop", talk.until("info string error"))
            talk.say("stop")
            best = talk.until("bestmove").split()[1]
            talk.say("legal")
            self.assertIn(best, json.loads(talk.until("{"))["moves"]["p1"])
            talk.say("stop")  # nobody thinks any more
            talk.say("go infinite")
            self.assertEqual(talk.close(), 0)  # the end of the input stops it too

    def test_questions_wait_for_the_answer(self):
        lines = said("breakthrough", "go nodes 300", "legal", "go nodes 10")
        kinds = [line.split()[0] if not line.startswith("{") else "{" for line in lines]
        self.assertEqual(kinds, ["info", "bestmove", "{", "info", "bestmove"])

    def test_a_wrong_limit_is_told_and_answered(self):
        for limit in ("depth 3", "wtime 1000", "nodes many", "movetime soon"):
            lines = said("pebble", "seed 1", "roll", "go " + limit)
            self.assertTrue(lines[1].startswith("info string error"), lines)
            self.assertTrue(lines[-1].startswith("bestmove play:"), lines)


class Positions(unittest.TestCase):
    def test_a_view_goes_in_again(self):
        for game in ("tribes", "spears", "valley", "dice", "pebble", "breakthrough"):
            lines = said(game, "seed 9", "roll", "view all")
            view = json.loads(lines[-1])["view"]
            again = said(game, "position json " + json.dumps(view), "view all")
            self.assertEqual(json.loads(again[-1])["view"], view, game)

    def test_half_a_view_is_refused_with_its_place(self):
        for game, member in (("tribes", "under_way"), ("tribes", "bag"), ("spears", "under_way"), ("spears", "hand")):
            view = json.loads(said(game, "seed 9", "roll", "view all")[-1])["view"]
            del view[member]
            lines = said(game, "position json " + json.dumps(view))
            self.assertTrue(lines and lines[0].startswith("info string error: /"), (game, member, lines))


class Example(unittest.TestCase):
    def test_a_foreign_engine_plays_ours(self):
        spec = importlib.util.spec_from_file_location("foreign_engine", os.path.join(ROOT, "docs", "examples", "foreign_engine.py"))
        foreign = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(foreign)
        legal = json.loads(said("breakthrough", "legal")[0])["moves"]["p1"]
        self.assertEqual(sorted(foreign.moves(foreign.start(), "w")), sorted(legal))
        done = subprocess.run([sys.executable, os.path.join(ROOT, "docs", "examples", "engine_match.py"), OCHRE, "2"], capture_output=True,
                              text=True, timeout=100, check=True)
        self.assertRegex(done.stdout, r"foreign \d, ochre \d\n$")


if __name__ == "__main__":
    unittest.main()
