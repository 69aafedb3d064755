"""The examples run, and say what they should."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "examples")


def run(name, *args):
    return subprocess.run([sys.executable, os.path.join(EXAMPLES, name), *args], check=True, capture_output=True, text=True).stdout


class Guide(unittest.TestCase):
    """What docs/python.md shows is what happens."""

    def test_blocks_run_in_their_order(self):
        with open(os.path.join(HERE, "..", "..", "docs", "python.md"), encoding="utf-8") as text:
            blocks = re.findall(r"^```python\n(.*?)^```", text.read(), re.S | re.M)
        self.assertGreater(len(blocks), 4)
        names = {}
        for block in blocks:
            block = re.sub(r"range\(1000\)", "range(20)", block)
            exec("import ochre, ochre.gymnasium, ochre.pettingzoo, ochre.spiel\n" + block, names)  # one after the other, as they are read
        self.assertEqual(names["rollout"].observation.shape[:2], (64, 1024))


class Examples(unittest.TestCase):
    def test_baselines(self):
        said = run("baselines.py", "--plays", "20")
        self.assertEqual([line.split()[0] for line in said.splitlines()[1:]], ["dice", "spears", "tribes", "valley"])

    def test_opponents(self):
        said = run("opponents.py", "--plays", "4")
        self.assertIn("random against greedy", said)

    def test_learn(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "way.svg")
            self.assertIn("in the end: ", run("learn.py", "--games", "5", "--plot", picture))
            with open(picture, encoding="utf-8") as svg:
                self.assertIn("<polyline", svg.read())

    def test_logs(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "play.log")
            with open(log, "w", encoding="utf-8") as text:
                text.write("ochre 1\ngame pebble\nrules 1\nseats 2\noption cards 2\noption carry on\n\n* deal:4\n* deal:2\n* deal:1\n* deal:6\n"
                           "* stake:1\np1 play:4\np2 play:2\n")
            said = run("logs.py", log)
        self.assertTrue("p2,play:2" in said or "choices" in said, said)


if __name__ == "__main__":
    unittest.main()
