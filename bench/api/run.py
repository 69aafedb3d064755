#!/usr/bin/python3
"""run.py BUILD: what the public interface costs, from C and from Python, as shares of what the rules alone do in the same run. docs/performance.md
says what the numbers should be."""
import json
import os
import subprocess
import sys

TERMS = ["breakthrough", "pebble", "dice size=6", "spears", "tribes", "valley"]
AIMS = {"random": 0.9, "states": 0.9, "batch": 0.8, "vector": 0.8}


def python_rates(build, venv, terms):
    """Steps per second of a vector of 1,024 without observations, and of single states; measured by the processor time of the process."""
    code = """
import json, sys, time, ochre
def best(run, slices=200):
    return max(run() for _ in range(slices))
env = ochre.vector(ochre.Setup(sys.argv[1]), 1024, observe=False, mask=False)
def vector():
    start, steps = time.process_time(), 0
    while time.process_time() - start < 0.003:
        env.step(env.sample()); steps += 1024
    return steps / (time.process_time() - start)
setup, lot = env.setup, ochre.Lot(1)
def single():
    start, steps, state = time.process_time(), 0, setup.start()
    while time.process_time() - start < 0.003:
        for _ in range(100):
            if state.turn < 0:
                state = setup.start()
            if state.turn == ochre.CHANCE:
                state.random(lot)
            else:
                legal = state.legal()
                state.apply(legal[lot.below(len(legal))])
            steps += 1
    return steps / (time.process_time() - start)
print(json.dumps({"vector": best(vector), "single": best(single)}))
"""
    return json.loads(subprocess.run([os.path.join(venv, "bin/python"), "-c", code, terms], check=True, capture_output=True, text=True,
                                     env={**os.environ, "PYTHONPATH": os.path.join(build, "python")}).stdout)


SPIEL = [  # what is printed, whose rate, and beside which of pyspiel's
    ("pyspiel: legal_actions, random.choice, apply_action", "spiel", "spiel"),
    ("pyspiel: a uniform random bot's step, apply_action", "spiel_bots", "spiel"),
    ("pyspiel: evaluate_bots, a play a call", "spiel_plays", "spiel"),
    ("three calls of C a move that do nothing", "nothing", "spiel"),
    ("State.turn, legal, apply", "single", "spiel"),
    ("State.random, a move a call", "one_call", "spiel"),
    ("State.playout, a play a call", "playout", "spiel"),
    ("vector, one thread", "vector", "spiel"),
    ("vector, two threads, for each", "vector_2", "spiel"),
    ("vector.rollout, 32 steps a call, one thread", "rollout", "spiel"),
    ("vector.rollout, two threads, for each", "rollout_2", "spiel"),
    ("pyspiel with observation_tensor, legal_actions_mask", "spiel_full", "spiel_full"),
    ("vector with observations and masks, one thread", "vector_full", "spiel_full"),
    ("vector with observations and masks, two threads, for each", "vector_full_2", "spiel_full"),
]


def compare_spiel(build, venv):
    """Breakthrough from Python beside OpenSpiel's own."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "spiel.py")
    said = subprocess.run([os.path.join(venv, "bin/python"), script], check=True, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.path.join(build, "python")}).stdout
    rates = json.loads(said)
    print(f"\n{'random play of breakthrough from Python':<60}{'k moves/s':>10}{'of pyspiel':>12}")
    for words, way, beside in SPIEL:
        print(f"{words:<60}{rates[way] / 1e3:>10.0f}{rates[way] / rates[beside]:>12.1f}")


def main():
    build = os.path.abspath(sys.argv[1])
    venv = os.path.join(build, "python-venv")
    print(f"{'game':<14}{'rules M/s':>10}{'random':>8}{'states':>8}{'batch':>8}{'full M/s':>10}{'copy ns':>9}{'vector':>8}{'single k/s':>12}")
    for terms in TERMS:
        said = subprocess.run([os.path.join(build, "bench/api/measure_api"), terms], check=True, capture_output=True, text=True).stdout
        c, python = json.loads(said), python_rates(build, venv, terms)
        shares = {"random": c["random"], "states": c["states"], "batch": c["batch"], "vector": python["vector"] / c["batch_rate"]}
        cells = {name: f"{share:.2f}{'' if share >= AIMS[name] else '!'}" for name, share in shares.items()}
        print(f"{terms:<14}{c['rules'] / 1e6:>10.2f}{cells['random']:>8}{cells['states']:>8}{cells['batch']:>8}{c['full'] / 1e6:>10.2f}{c['copy_ns']:>9.1f}"
              f"{cells['vector']:>8}{python['single'] / 1e3:>12.0f}", flush=True)
    print("random: ochre_state_random, of the rules; states: turn, legal and apply_legal, of the rules; batch: of the rules' decisions, one thread, 1,024 plays; full: steps with observations and masks; vector: of the "
          "batch; !: below the aim")
    compare_spiel(build, venv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
