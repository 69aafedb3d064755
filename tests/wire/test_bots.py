#!/usr/bin/python3
"""The example bots of docs/examples: each joins by a seat link and plays a whole game of every kind."""
import os
import subprocess
import sys
import unittest

from client import DEADLINE, Server, main, people, wait_for

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "examples")
BOT_C = os.environ.get("OCHRE_BOT_C", "")
GAMES = {"dice": (2, {"size": "6", "np": "20"}), "valley": (2, {}), "tribes": (2, {}), "spears": (3, {})}


class Bots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def start(self, kind, link):
        command = [BOT_C, link, "7"] if kind == "c" else [sys.executable, f"{EXAMPLES}/bot.py", link, "--seed", "7"]
        bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(bot.kill)
        return bot

    def play(self, game, kinds):
        """One bot in each seat; all of them must come to the end by themselves."""
        seats, options = GAMES[game]
        table = self.server.new_table(game, people(seats), options=options)
        base = f"http://127.0.0.1:{self.server.port}/t/{table.id}#"
        bots = [self.start(kinds[number % len(kinds)], base + table.key(f"p{number + 1}")) for number in range(seats)]
        for bot in bots:
            out, err = bot.communicate(timeout=DEADLINE)
            self.assertEqual(bot.returncode, 0, f"{game}: {out} {err}")
            self.assertIn("over after", out)
        self.assertEqual(wait_for("the end", lambda: self.server.look(table.id)["status"] == "over"), True)

    def test_python_and_c_together(self):
        for game in GAMES:
            with self.subTest(game=game):
                self.play(game, ["python", "c"] if BOT_C else ["python"])

    def test_c_and_python_the_other_way_round(self):
        if not BOT_C:
            self.skipTest("the bot in C was not built (jansson)")
        for game in GAMES:
            with self.subTest(game=game):
                self.play(game, ["c", "python"])

    def test_links_that_are_none(self):
        for kind in ("python", "c") if BOT_C else ("python",):
            bot = self.start(kind, "http://127.0.0.1/nothing")
            _, err = bot.communicate(timeout=DEADLINE)
            self.assertNotEqual(bot.returncode, 0)
            self.assertIn("seat link", err)

    def test_a_wrong_key_is_said_and_not_tried_for_ever(self):
        table = self.server.new_table("dice", people(2))
        for kind in ("python", "c") if BOT_C else ("python",):
            bot = self.start(kind, f"http://127.0.0.1:{self.server.port}/t/{table.id}#{'a' * 26}")
            _, err = bot.communicate(timeout=DEADLINE)
            self.assertNotEqual(bot.returncode, 0)
            self.assertIn("key", err)


if __name__ == "__main__":
    main(__name__)
