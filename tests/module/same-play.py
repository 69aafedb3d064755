#!/usr/bin/env python3
"""same-play.py NATIVE WASM GAME: same seed, same play: does every level up to 7 make the same moves, for the same reasons (worth, iterations,
positions looked at), compiled for both?"""
import subprocess
import sys

# So many moves that every part of a play comes up, and that level 7 is done in seconds.
MOVES = {1: 400, 2: 400, 3: 400, 4: 120, 5: 60, 6: 24, 7: 6}
SEATS = {"breakthrough": [2], "dice": [2, 4], "pebble": [2], "spears": [3, 4], "tribes": [2, 4], "valley": [2, 4]}


def play(program, game, seats, level, seed):
    words = [program, "level", game, str(seats), f"level:{level}", str(seed), str(MOVES[level])]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def main():
    native, wasm, game = sys.argv[1:]
    passed = failed = 0
    for seats in SEATS[game]:
        for level in MOVES:
            one, other = (play(program, game, seats, level, 100 + level) for program in (native, wasm))
            if one == other and one.count("\n") > 3:
                passed += 1
                continue
            failed += 1
            differ = next((n for n, (a, b) in enumerate(zip(one.split("\n"), other.split("\n")), 1) if a != b), 0)
            print(f"{game} with {seats} seats, level {level}: move {differ} differs")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


sys.exit(main())
