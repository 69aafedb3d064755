#!/usr/bin/env python3
"""Does the pupil of bench/pupil do what the lessons say? pupil.py ROOT PYTHON

Every task of the lessons that teach weighing (weighing, spreading) is put before the pupil of its game, which must choose what the
lesson accepts: so the numbers it weighs with are those of the sentences. Then it plays to the end against level 2, in every game and with four
seats, which shows that it still reads the table. How often it wins is measured by hand (docs/lessons.md)."""
import fnmatch
import importlib.machinery
import importlib.util
import json
import os
import random
import subprocess
import sys

ROOT, PYTHON = sys.argv[1], sys.argv[2]
sys.path[:0] = [PYTHON, os.path.join(ROOT, "bench", "pupils")]
sys.dont_write_bytecode = True
import ochre  # noqa: E402

LESSONS = {"valley": ["weighing"], "tribes": ["weighing", "spreading"], "spears": ["weighing"]}
failed = 0


def expect(title, is_so, shown=""):
    global failed
    failed += not is_so
    if not is_so:
        print(f"FAIL {title}\n     {shown}")


def load_bench():
    loader = importlib.machinery.SourceFileLoader("bench_pupil", os.path.join(ROOT, "bench", "pupil"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_pupil", loader))
    loader.exec_module(module)
    return module


def draw(state):
    while state.turn == ochre.CHANCE:
        state.roll(ochre.Lot(1))


def apply(state, moves):
    draw(state)
    for move in moves:
        seat, text = move.split(">")
        state.apply(text, int(seat[1:]) - 1)
        draw(state)


def begin(game, start, seats):
    setup = ochre.setup(game, seats=seats, position=json.dumps(start["position"]))
    state = setup.start()
    apply(state, start.get("moves", []))
    return setup, state


def test_lesson(bench, game, lesson):
    pupil = importlib.import_module(game)
    setup = state = None
    for n, task in enumerate(lesson["tasks"]):
        if "start" in task:
            setup, state = begin(game, task["start"], 4 if game == "spears" else 2)
        sees = bench.Sees(json.loads(setup.printed()), state, state.view(0), 0)
        for seed in range(5):  # the lot must not decide
            move = pupil.choose(sees, random.Random(seed))
            is_right = any(fnmatch.fnmatchcase(move.text, pattern) for pattern in task["accept"])
            expect(f"{game}, {lesson['id']}, task {n + 1}", is_right, f"{move.text} in place of {task['accept']}")
        state.apply(move.action if is_right else sees.moves[0].action, 0)
        apply(state, task.get("reply", []))


def test_plays():
    for words in ("dice", "valley", "valley --seats 4", "tribes", "tribes --seats 4", "spears"):
        done = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "bench", "pupil"), *words.split(), "--plays", "1", "--python", PYTHON],
                              capture_output=True, text=True, timeout=300)
        expect(f"bench/pupil {words}", done.returncode == 0 and "pupil" in done.stdout, done.stdout + done.stderr)


def main():
    bench = load_bench()
    for game, ids in LESSONS.items():
        lessons = json.load(open(os.path.join(ROOT, "lessons", f"{game}.json"), encoding="utf-8"))["lessons"]
        for one in ids:
            test_lesson(bench, game, next(lesson for lesson in lessons if lesson["id"] == one))
    test_plays()
    print(f"{failed} failed")
    sys.exit(1 if failed else 0)


main()
