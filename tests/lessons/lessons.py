#!/usr/bin/env python3
"""Are the lessons right, and are wrong ones refused with their place? lessons.py OCHRE ROOT

What comes with the program is held to its schema (docs/lessons.json), to `ochre lesson check`, and to the words of the helper: who says the
same in English says the same in French. Then one good lesson is spoilt in many ways."""
import copy
import glob
import json
import os
import subprocess
import sys
import tempfile

import jsonschema

OCHRE, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
GAMES = ["dice", "spears", "tribes", "valley"]
failed = 0


def expect(title, is_so, shown=""):
    global failed
    failed += not is_so
    if not is_so:
        print(f"FAIL {title}\n     {shown}")


def call(*args):
    done = subprocess.run([OCHRE, *args], capture_output=True, text=True, timeout=60, env={**os.environ, "LANG": "C.UTF-8"})
    return done.returncode, done.stdout, done.stderr


def check(document, *more):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lessons.json")
        with open(path, "w", encoding="utf-8") as out:
            out.write(document if isinstance(document, str) else json.dumps(document))
        return call("lesson", "check", path, *more)


def load(game):
    return json.load(open(os.path.join(ROOT, "lessons", f"{game}.json"), encoding="utf-8"))


def sentences(value):
    """All words of a document: pairs of English and French."""
    if isinstance(value, dict) and set(value) == {"en", "fr"}:
        yield value["en"], value["fr"]
    else:
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            yield from sentences(one)


def catalogue(path):
    """English to French of a .po file."""
    found, key, text = {}, None, {}
    for line in open(path, encoding="utf-8"):
        if line.startswith(("msgid ", "msgstr ")):
            key, line = line.split(" ", 1)
            text[key] = ""
        if key and line.startswith('"'):
            text[key] += json.loads(line.replace("\\'", "'"))
        if key == "msgstr":
            found[text["msgid"]] = text["msgstr"]
    return found


def test_shipped():
    schema = json.load(open(os.path.join(ROOT, "docs", "lessons.json"), encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    files = sorted(glob.glob(os.path.join(ROOT, "lessons", "*.json")))
    expect("every game has lessons", [os.path.basename(path)[:-5] for path in files] == sorted(GAMES), files)
    for path in files:
        game = os.path.basename(path)[:-5]
        document = load(game)
        wrong = [f"{list(error.path)}: {error.message}" for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]
        expect(f"{game}: as the schema says", not wrong, wrong[:3])
        code, out, error = call("lesson", "check", path)
        expect(f"{game}: ochre lesson check", code == 0 and f": {game}: lessons: {len(document['lessons'])}," in out, out + error)
        expect(f"{game}: a path of 8 to 12", 8 <= len(document["lessons"]) <= 12, len(document["lessons"]))
        for part in (game, f"web-{game}"):
            french = catalogue(os.path.join(ROOT, "po", "fr", f"{part}.po"))
            for english, said in sentences(document):
                is_same = not english.endswith(".") or french.get(english, said) == said  # a word alone may mean two things
                expect(f"{game}: the helper's words", is_same, f"{english}\n     {said}\n     {french.get(english)}")
        for english, said in sentences(document):
            expect(f"{game}: letters of print", "'" not in english + said and '"' not in english + said, english + said)
            expect(f"{game}: blanks of French", not any(f" {mark}" in said for mark in ":;!?"), said)
    code, out, _ = call("lesson", "list", "--lang", "fr")
    expect("list: names all", code == 0 and out.count("\n") == sum(len(load(game)["lessons"]) for game in GAMES), out)
    expect("list: in French", load("dice")["lessons"][0]["title"]["fr"] in out, out)


WORDS = {"en": "Words.", "fr": "Mots."}
GOOD = {"game": "dice", "minute": [{"title": WORDS, "say": WORDS}] * 2, "lessons": [
    {"id": "one", "title": WORDS, "say": WORDS, "tasks": [
        {"start": {"position": {"fen": "B15/4B11/6/2W23/6/6 w 2 - 0 1"}}, "ask": WORDS, "accept": ["c3r"], "right": WORDS,
         "wrong": [{"move": "c3c5", "say": WORDS}, {"move": "c3c6", "say": WORDS}], "otherwise": WORDS, "reply": ["p2>a6r"]},
        {"ask": WORDS, "accept": ["c3e5"], "right": WORDS, "otherwise": WORDS, "then": {"turn": "p2"}}]}]}


def spoil(place, value):
    """The good lesson with something else at a place; None: nothing."""
    document = copy.deepcopy(GOOD)
    at = document
    for name in place[:-1]:
        at = at[name]
    if value is None:
        del at[place[-1]]
    else:
        at[place[-1]] = value
    return document


def many_ways():
    """Tasks that accept everything, one behind the other: nobody wants to wait for all their ways."""
    anything = {"ask": WORDS, "accept": ["*"], "right": WORDS, "reply": ["p2>a6r"]}
    return spoil(["lessons", 0, "tasks"], [{"start": {"position": {"fen": "B15/6/6/6/2W2W22/6 w 2 - 0 1"}}, **anything}] + [anything] * 3)


def task(n, *rest):
    return ["lessons", 0, "tasks", n, *rest]


def test_refused():
    code, out, error = check(GOOD)
    expect("the good lesson", code == 0, out + error)
    schema = jsonschema.Draft202012Validator(json.load(open(os.path.join(ROOT, "docs", "lessons.json"), encoding="utf-8")))
    expect("the good lesson: schema", schema.is_valid(GOOD))
    form = [  # what the schema sees too
        (spoil(["lesson"], []), "/lesson: there is no such field"),
        (spoil(["minute"], []), "/minute: expected a list of 2 to 5"),
        (spoil(["lessons", 0, "id"], "A b"), "/lessons/0/id: expected small letters"),
        (spoil(["lessons", 0, "title"], None), "/lessons/0/title: is missing"),
        (spoil(["lessons", 0, "minutes"], 0), "/lessons/0/minutes: expected a whole number from 1 to 20"),
        (spoil(["lessons", 0, "seat"], "p5"), "/lessons/0/seat"),
        (spoil(["lessons", 0, "tasks"], []), "/lessons/0/tasks: expected a list of 1 to 12"),
        (spoil(task(0, "right"), {"en": "Yes."}), "/lessons/0/tasks/0/right/fr: is missing"),
        (spoil(task(0, "ask"), {"en": "Yes.", "fr": ""}), "/lessons/0/tasks/0/ask/fr: nothing is said"),
        (spoil(task(0, "ask"), {**WORDS, "de": "Ja."}), "/lessons/0/tasks/0/ask/de: there is no such field"),
        (spoil(task(0, "accept"), []), "/lessons/0/tasks/0/accept: expected a list"),
        (spoil(task(0, "reply"), ["a6r"]), "/lessons/0/tasks/0/reply/0: expected a move with its seat"),
        (spoil(task(0, "goal"), 1), "/lessons/0/tasks/0/goal: there is no such field"),
        (spoil(task(0, "start", "seed"), -1), "/lessons/0/tasks/0/start/seed"),
        (spoil(task(0, "start", "moves"), "a1"), "/lessons/0/tasks/0/start/moves"),
    ]
    for document, says in form:
        expect(f"schema refuses: {says}", not schema.is_valid(document))
    play = [
        ("{", "line 1"),
        (spoil(["game"], "chess"), "/game: there is no game 'chess'"),
        (spoil(["lessons"], GOOD["lessons"] * 2), "/lessons/1/id: another lesson has this id"),
        (spoil(task(0, "start"), None), "/lessons/0/tasks/0: the first task needs a start"),
        (spoil(task(0, "start", "position"), {"fen": "9/9 w"}), "/lessons/0/tasks/0/start/position"),
        (spoil(task(0, "start", "options"), {"luck": "on"}), "luck"),
        (spoil(task(0, "start", "moves"), ["p1>c3c9"]), "/lessons/0/tasks/0/start/moves/0: 'c3c9' is no move here"),
        (spoil(task(0, "start", "moves"), ["p1>c3r"]), "/lessons/0/tasks/0: p1 is not asked here"),
        (spoil(task(0, "start", "moves"), ["p4>c3r"]), "/lessons/0/tasks/0/start/moves/0: there is no such seat"),
        (spoil(task(1, "accept"), ["c3e5", "c3f6"]), "/lessons/0/tasks/1/accept/1: no legal move is 'c3f6' here"),
        (spoil(task(0, "wrong", 0, "move"), "d4*"), "/lessons/0/tasks/0/wrong/0/move: 'd4*' is neither"),
        (spoil(task(0, "wrong", 0, "move"), "c3r"), "/lessons/0/tasks/0/wrong/0/move: 'c3r' is neither"),
        (spoil(task(0, "wrong", 0, "move"), "banana"), "/lessons/0/tasks/0/wrong/0/move: 'banana' is neither"),
        (spoil(task(1, "otherwise"), None), "/lessons/0/tasks/1: nothing is said to the legal move 'c3"),
        (spoil(task(1, "accept"), ["*"]), "/lessons/0/tasks/1/otherwise: every legal move is accepted"),
        (spoil(task(0, "reply"), ["p2>a6b8"]), "/lessons/0/tasks/0/reply/0: 'a6b8' is no move here"),
        (spoil(task(1, "then"), {"turn": "p1"}), "/lessons/0/tasks/1/then: after 'c3e5': turn: expected"),
        (many_ways(), "/lessons/0/tasks/3: there are more than 1000 ways through this lesson"),
        (spoil(["lessons", 0, "seat"], "p2"), "/lessons/0/tasks/0: p2 is not asked here"),
    ]
    for document, says in form + play:
        code, out, error = check(document)
        expect(f"refused: {says}", code == 1 and not out and error.count("\n") == 1 and says in error, f"{code} {out}{error}")
        french = check(document, "--lang", "fr")[2].partition(".json: ")[2]
        expect(f"refused in French: {says}", french and french != error.partition(".json: ")[2], french)


def test_usage():
    for args, says in ((["lesson"], "lesson"), (["lesson", "sing"], "sing"), (["lesson", "check"], "file"), (["lesson", "list", "x"], "list")):
        code, _, error = call(*args)
        expect(" ".join(args), code == 2 and says in error, f"{code} {error}")
    code, _, error = call("lesson", "check", "/nowhere.json")
    expect("no such file", code == 1 and "/nowhere.json" in error, f"{code} {error}")


test_shipped()
test_refused()
test_usage()
print(f"{failed} failed")
sys.exit(1 if failed else 0)
