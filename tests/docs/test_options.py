#!/usr/bin/python3
"""Do the rules of these games name the options that the program has, with the same values and the same usual one?

The table of options (docs/rules/GAME.md and GAME.fr.md) has a row an option: its name, its values, the usual one first."""
import json
import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("MESON_BUILD_ROOT", os.path.join(ROOT, "build"))
GAMES = ["dice", "valley"]


def options(game):
    said = subprocess.run([os.path.join(BUILD, "ochre"), "games", "--json"], capture_output=True, text=True, check=True)
    games = json.loads(said.stdout)
    return {option["name"]: option for one in games["games"] if one["id"] == game for option in one["options"]}


def table(game, lang):
    """Option -> the cell with its values."""
    with open(os.path.join(ROOT, "docs", "rules", game + lang + ".md"), encoding="utf-8") as text:
        rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text.read(), re.M)
    return dict(rows)


class Options(unittest.TestCase):
    def test_every_option_stands_in_the_rules_with_its_values(self):
        for game in GAMES:
            for lang in ("", ".fr"):
                known = options(game)
                told = table(game, lang)
                self.assertEqual(set(told), set(known), game + lang)
                for name, option in known.items():
                    with self.subTest(game=game + lang, option=name):
                        self.check(option, told[name])

    def check(self, option, cell):
        if "choices" in option:
            values = re.findall(r"`([^`]+)`", cell)
            self.assertEqual(values[0], option["default"])
            self.assertEqual(sorted(values), sorted(option["choices"]))
        else:
            numbers = [int(number) for number in re.findall(r"\d+", re.sub(r"\(.*\)", "", cell))]
            self.assertEqual(numbers, [int(option["default"]), option["min"], option["max"]])

    def test_the_house_rules_of_dice_name_the_usual_numbers(self):
        known = options("dice")
        for lang, quiet, largest in (("", r"\*\*Quiet turns\*\*.*?: (\d+)", r"\*\*Largest value\*\*: (\d+)"),
                                     (".fr", r"\*\*Tours calmes\*\*.*?\) : (\d+)", r"\*\*Valeur maximale\*\* : (\d+)")):
            with open(os.path.join(ROOT, "docs", "rules", "dice" + lang + ".md"), encoding="utf-8") as text:
                rules = text.read()
            self.assertEqual(re.search(quiet, rules).group(1), known["np"]["default"])
            self.assertEqual(re.search(largest, rules).group(1), known["faces"]["default"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
