#!/usr/bin/python3
"""Does bench/appraise_tune turn logs into weights, the same ones every time, and say what is wrong with others?"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

OCHRE, TUNE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TRAITS = {"spears": (40, 5), "tribes": (47, 3), "valley": (39, 3)}
HIDDEN = 16


def tune(*arguments):
    return subprocess.run([TUNE, *arguments], capture_output=True, text=True)


class Tune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def play(self, game, seats, games=2):
        subprocess.run([OCHRE, "sim", game, "--seats", ",".join(["level:2"] * seats), "--games", str(games), "--seed", "7",
                        "--logs", self.folder], check=True, capture_output=True)

    def test_weights_of_every_game(self):
        for game, (traits, nets) in TRAITS.items():
            with self.subTest(game):
                for name in os.listdir(self.folder):
                    os.remove(os.path.join(self.folder, name))
                self.play(game, 3, games=4)
                done = tune(game, self.folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                size = HIDDEN * (traits + 1) + HIDDEN + 1
                self.assertEqual(len(re.findall(r"-?[0-9]+\.[0-9]{3}F,", done.stdout)), nets * size)
                self.assertIn(f"const float {game}_net[", done.stdout)
                loss = [float(number) for number in re.findall(r"loss ([0-9.]+) \(fitted\)", done.stderr)]
                self.assertEqual(len(loss), nets)
                self.assertTrue(0 < max(loss) < 0.7, done.stderr)
                self.assertEqual(tune(game, self.folder).stdout, done.stdout)

    def test_what_is_wrong(self):
        self.assertEqual(tune().returncode, 2)
        self.assertEqual(tune("dice", self.folder).returncode, 2)
        empty = tune("spears", self.folder)
        self.assertEqual((empty.returncode, empty.stdout), (1, ""))
        self.assertIn("no plays", empty.stderr)
        self.assertEqual(tune("spears", os.path.join(self.folder, "nowhere")).returncode, 1)
        self.play("valley", 2)
        other = tune("spears", self.folder)
        self.assertEqual((other.returncode, other.stdout), (1, ""))
        self.assertIn("no whole play of spears", other.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
