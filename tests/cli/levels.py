#!/usr/bin/env python3
"""levels.py OCHRE ROOT: does every cheap level beat the one below? Small matches with fixed seeds, so that the answer is always the same;
bench/ladder measures by how much (docs/levels.md)."""
import json
import subprocess
import sys
import unittest

OCHRE, ROOT = sys.argv[1:3]


class Ladder(unittest.TestCase):
    def climbs(self, steps, games, game, *options):
        for level in steps:
            command = [OCHRE, "tournament", game, "--players", f"level:{level},level:{level - 1}", "--games", str(games), "--seed", "3", "--json"]
            pair = json.loads(subprocess.run(command + list(options), check=True, capture_output=True).stdout)["pairs"][0]
            self.assertGreater(pair["won"], pair["lost"], f"{game} {' '.join(options)}: level {level}")

    def test_dice(self):
        self.climbs((2, 3, 4, 5), 16, "dice", "--option", "adj=sum")

    def test_valley(self):
        self.climbs((2, 3, 4, 5), 40, "valley")
        self.climbs((2, 3, 4), 24, "valley", "--seats", "4")

    def test_tribes(self):
        self.climbs((2, 3, 4, 5, 6), 40, "tribes")
        self.climbs((2, 3, 4, 5), 24, "tribes", "--seats", "4")

    def test_spears(self):
        for level in (2, 3, 4):
            command = [f"{ROOT}/bench/spears-roles", f"level:{level}", "--others", f"level:{level - 1}", "--games", "60", "--seed", "3", "--ochre", OCHRE]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1].split()
            counts = [int(word) for word in said if word.isdigit()]
            self.assertGreater(counts[0], counts[1], said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
