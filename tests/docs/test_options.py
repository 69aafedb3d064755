#!/usr/bin/python3
"""Do the documents of the games name the options that the program has, and say what is true under each of them?

docs/packs/GAME.md has a table of options, a row an option: its name, its values, the usual one first. docs/rules/GAME.md and
GAME.fr.md are for people: they have the same options as house rules, by the words that stand in the set-up of a table, and
neither names nor codes. What the page says is held to the options in TRUTHS below."""
import json
import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("MESON_BUILD_ROOT", os.path.join(ROOT, "build"))
GAMES = ["dice", "spears", "tribes", "valley"]
LANGS = {"en": "", "fr": ".fr"}

sys.path.insert(0, os.path.join(ROOT, "tests", "words"))
import words  # noqa: E402

# Sentences about what an option changes, by a pattern; they are said only where the option has that value, or they name no
# value. A sentence that matches and is not listed is said whatever was agreed: it may be a lie. An option about which no
# sentence of the page or of the game speaks has an empty list of patterns.
TRUTHS = {
    ("dice", "mode"): (r"four players|in teams|two players", {
        "Four players begin in the corners.", "Ours: the corners in which four players begin."}),
    ("dice", "size"): (r"\b8 (by|x) 8\b|eight squares", set()),
    ("dice", "setup"): (r"back row of|row of 2s", {"The beginning: a back row of 2s, and 1s in front of it."}),
    ("dice", "first"): (r"White begins|begins first", set()),
    ("dice", "faces"): (r"\b(up to|to|a) [2-9]\b", {
        "Grown to 6, it may leave the board together with any other enemy stone."}),
    ("dice", "ally"): (r"\bmay join\b", {
        "Beyond the middle two equal neighbours may join.",
        "Two equal neighbours beyond the middle may join: the pair of stones shows where."}),
    ("dice", "chain"): (r"alliances? (may|can) join|only single", {
        "On {0} stands an alliance already; only single stones join."}),
    ("dice", "martyr"): (r"both (leave|stay|change)|leave the board together", {
        "A single stone that grows to {0} may be given for any other enemy stone: both leave the board. Touch the one that goes with it, or keep yours.",
        "A single stone that grows to {0} may be exchanged for any other enemy stone: both stay where they are and change sides. Touch the one you want, or keep yours.",
        "{0}, then give your {1} for {2} on {3}: both leave the board", "{0}, then exchange your {1} for {2} on {3}: both change sides",
        "You give the {1} on {2} for {3} on {4}: both leave the board.", "{0} gives the {1} on {2} for {3} on {4}: both leave the board.",
        "You exchange the {1} on {2} for {3} on {4}: both stay there and change sides.",
        "{0} exchanges the {1} on {2} for {3} on {4}: both stay there and change sides.",
        "Grown to 6, it may leave the board together with any other enemy stone."}),
    ("dice", "np"): (r"\b(30|100|200) (quiet )?turns\b|at (100|200)\b", set()),
    ("dice", "adj"): (r"largest sum", {
        "the largest sum of values wins", "You win. Your stones have the largest sum of values.", "{0} wins. The stones of that side have the largest sum of values."}),
    ("valley", "convert"): (r"turn (all|as many|any)|all of them|your \{0\} steak", {
        "Then keep your steaks, or turn as many as you like into food: {0}.", "Then keep your steaks, or turn all of them into food: {0}.",
        "You turn your {0} steak into food, or none."}),
    ("valley", "sides"): (r"side A\b|face A\b", set()),
    ("valley", "first"): (r"first player", set()),
    ("valley", "recall"): (r"at any time|take (it|one) back", {"You have no Fight token left; take one back first."}),
    ("valley", "abandoned"): (r"abandoned tribe|mean nothing|may touch them", {
        "{0} touches the abandoned tribe {1}.",
        "A tile of an abandoned tribe", "{0}, a tile of an abandoned tribe",
        "Your old tribe stays behind: its tiles are turned over and mean nothing any more.",
        "Your old tribe stays behind: its tiles are turned over and nothing may touch them."}),
    ("valley", "start_drop"): (r"one tile leaves the game|remove a tile", {
        "With two players one tile leaves the game at the end of each turn. Take away what the other could use.",
        "Remove a tile of the Common Pool from the game."}),
    ("tribes", "open_scores"): (r"(sees|see) (everybody's |the )?points|points of the others", set()),
    ("tribes", "start_arrangement"): (r"first land (is|are) laid|laid for you", set()),
    ("tribes", "round_limit"): (r"round (100|\d+) at the latest|after round 100", set()),
    ("tribes", "first"): (r"\bA begins\b", set()),
    ("spears", "tribes"): (r"tribes? (is|are) (drawn|random)", set()),
    ("spears", "first"): (r"token 1 (is|goes)", set()),
    ("spears", "tokens"): (r"clockwise", set()),
    ("spears", "no_repeat"): (r"two turns running|last turn and cannot|cannot be (banned|obliged) again", {
        "{0} was banned last and cannot be banned again yet.", "{0} was obliged last and cannot be obliged again yet."}),
    ("spears", "defence_exhausts"): (r"(survive|survives) .*(rest|ready)|stays? ready", set()),
    ("spears", "free_overpay"): (r"exactly|lost for nothing", {
        "The levels must add up to exactly {0}, and with this unit they cannot.",
        "With this unit another would be lost for nothing: level {0} is due."}),
    ("spears", "show_unused_goals"): (r"goals? (not|that nobody was) dealt", {"Goals not dealt: {0}"}),
}


def ochre(*args):
    return subprocess.run([os.path.join(BUILD, "ochre"), *args], capture_output=True, text=True, check=True).stdout


def options(game, lang="en"):
    games = json.loads(ochre("games", "--json", "--lang", lang))["games"]
    return {option["name"]: option for one in games if one["id"] == game for option in one["options"]}


def rules(game, lang):
    with open(os.path.join(ROOT, "docs", "rules", game + LANGS[lang] + ".md"), encoding="utf-8") as text:
        return text.read()


def table(game):
    """Option -> the cell with its values."""
    with open(os.path.join(ROOT, "docs", "packs", game + ".md"), encoding="utf-8") as text:
        return dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text.read(), re.M))


def numbers(text):
    """Numbers of rules and rulings, in their order: 1, 1.1, 3.6.2, R04, A12."""
    heads = re.findall(r"^#{2,3} (\d+(?:\.\d+)*)\.?[ ]", text, re.M)
    return heads, re.findall(r"\*\*(\d+(?:\.\d+)+|[A-Z]\d+)\*\*", text)


def holes(found):
    """What is missing between numbers of one place: 4.2 between 4.1 and 4.3, R05 between R04 and R06."""
    groups = {}
    for number in found:
        before, last = re.fullmatch(r"(.*?)(\d+)", number).groups()
        groups.setdefault(before if "." in number or not before else before[0], set()).add(int(last))
    return {f"{before}{n}" for before, known in groups.items() for n in range(min(1, min(known)), max(known)) if n and n not in known}


class Options(unittest.TestCase):
    def each(self):
        for game in GAMES:
            for name, option in options(game).items():
                with self.subTest(game=game, option=name):
                    yield game, name, option

    def test_every_option_stands_in_the_table_with_its_values(self):
        for game in GAMES:
            self.assertEqual(set(table(game)), set(options(game)), game)
        for game, name, option in self.each():
            cell = table(game)[name]
            values = re.findall(r"`([^`]+)`", cell)
            if "choices" in option:
                self.assertEqual(values[0], option["default"])
                self.assertEqual(sorted(values), sorted(option["choices"]))
            elif "min" in option:
                told = [int(number) for number in re.findall(r"\d+", re.sub(r"\(.*\)", "", cell))]
                self.assertEqual(told, [int(option["default"]), option["min"], option["max"]])
            else:
                self.assertEqual(values[0], option["default"])

    def test_every_option_is_a_house_rule_in_the_words_of_the_set_up(self):
        for lang in LANGS:
            for game in GAMES:
                text = re.sub(r"\s+", " ", rules(game, lang).replace(words.WIDE, " ").replace(words.NARROW, " "))
                for name, option in options(game, lang).items():
                    with self.subTest(game=game, lang=lang, option=name):
                        self.check_house_rule(text, option)

    def check_house_rule(self, text, option):
        plain = {key: value.replace(words.WIDE, " ").replace(words.NARROW, " ") if isinstance(value, str) else value
                 for key, value in option.items()}
        item = re.search(rf"- \*\*{re.escape(plain['title'])}\*\*(.*?)(?= - \*\*|$)", text)
        self.assertIsNotNone(item, f"no house rule is called {plain['title']}")
        told = item.group(1)
        phrases = [phrase.replace(words.WIDE, " ") for phrase in option.get("phrases", [])]
        is_seat = len(phrases) > 3  # the seats one by one, and the lot
        for phrase in phrases:
            if not is_seat or option["choices"][phrases.index(phrase)] == "random":
                self.assertIn(phrase, told)
        if "min" in option:
            said = [int(number) for number in re.findall(r"\d+", told)]
            for number in (int(option["default"]), option["min"] or 1, option["max"]):
                self.assertIn(number, said)

    def test_what_is_said_is_true_under_every_option(self):
        catalogues = words.read_all(ROOT)
        self.assertEqual({(game, name) for game, name, _ in self.each()}, set(TRUTHS))
        for (game, name), (pattern, known) in TRUTHS.items():
            phrases = {option["title"] for option in options(game).values()}
            for option in options(game).values():
                phrases |= {option["about"], *option.get("phrases", [])}
            refusals = {one for one, _ in words.extract(words.sources(ROOT, game), words.REFUSALS)}
            said = {one for part in (game, "web-" + game) for one, _ in catalogues[part]} - phrases - refusals
            found = {one for one in said if re.search(pattern, one)}
            with self.subTest(game=game, option=name):
                self.assertEqual(found - known, set(), "said whatever was agreed")
                self.assertEqual(known - said, set(), "nobody says this any more")


class Rules(unittest.TestCase):
    """What people read has no codes and no names of options, begins with a minute, and is numbered without holes."""

    def test_no_codes_and_no_names(self):
        for game in GAMES:
            names = "|".join(options(game))
            for lang in LANGS:
                text = rules(game, lang)
                with self.subTest(game=game, lang=lang):
                    self.assertEqual(re.findall(r"\bPV?\d+\b|\bN\d+\b", text), [])
                    self.assertEqual(re.findall(rf"`(?:{names})(?:=\w*)?`|\b\w+_\w+\b", text), [])

    def test_numbers_have_no_holes_and_are_the_same_in_both_languages(self):
        self.assertEqual(holes(["1.1", "1.3", "R01", "R02", "R04", "1", "3"]), {"1.2", "R3", "2"})  # would it notice?
        for game in GAMES:
            for lang in LANGS:
                heads, bold = numbers(rules(game, lang))
                with self.subTest(game=game, lang=lang):
                    self.assertEqual(heads, sorted(heads, key=lambda one: [int(n) for n in one.split(".")]))
                    self.assertEqual(holes(heads + bold), set())
                    self.assertEqual(len(bold), len(set(bold)))
            self.assertEqual(*[sorted(numbers(rules(game, lang))[1]) for lang in LANGS])

    def test_a_minute_comes_first_and_says_what_is_ours(self):
        for game in GAMES:
            for lang, title, ours in (("en", "In one minute", "reconstruct"), ("fr", "En une minute", "reconstitu")):
                text = rules(game, lang)
                with self.subTest(game=game, lang=lang):
                    self.assertEqual(re.search(r"^## (.*)$", text, re.M).group(1), title)
                    self.assertIn(ours, text[:re.search(r"^## 1", text, re.M).start()])

    def test_the_program_shows_the_same(self):
        for game in GAMES:
            for lang in LANGS:
                told = re.sub(r"[*`|#\\]|^[- |]+$", " ", rules(game, lang), flags=re.M)
                shown = re.sub(r"[*`|#\\]", " ", ochre("rules", game, "--lang", lang))
                with self.subTest(game=game, lang=lang):
                    self.assertEqual(re.findall(r"\w+", shown), re.findall(r"\w+", told))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
