#!/usr/bin/python3
"""docs/scale.md tells what bench/scale prints from the constants that were measured, and the model is what its words say."""
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "bench", "scale")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as text:
        return text.read()


def load():
    loader = importlib.machinery.SourceFileLoader("scale", SCRIPT)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("scale", loader))
    loader.exec_module(module)
    return module


class Document(unittest.TestCase):
    def test_tables(self):
        printed = subprocess.run([SCRIPT], check=True, capture_output=True, text=True).stdout.strip().split("\n\n")
        self.assertEqual(len(printed), 4)
        document = read("docs", "scale.md")
        for table in printed:
            self.assertIn("\n\n" + table + "\n\n", document, "scripts print another table than docs/scale.md has")

    def test_constants(self):
        """What the words say of servers and of the machine."""
        constants, document = json.loads(read("bench", "scale.json")), read("docs", "scale.md")
        server = constants["server"]
        for said in (f"{server['move_us']:.0f} µs a move", f"{server['step_us']:.0f} µs a step", f"{server['step_bytes']:,.0f} bytes",
                     f"{server['connection_bytes']:,.0f} bytes a connection", f"a load of {constants['load'][0]:.0f} to {constants['load'][1]:.0f}"):
            self.assertIn(said, document)


class Laws(unittest.TestCase):
    """Of any model of this kind."""

    def setUp(self):
        self.scale = load()
        self.constants = json.loads(read("bench", "scale.json"))

    def test_more_tables_cost_more(self):
        for _, changes in self.scale.VARIANTS:
            model = self.scale.Model(self.constants, **changes)
            found = [model.of(tables) for tables in self.scale.SIZES]
            for less, more in zip(found, found[1:]):
                for what in ("moves", "listeners", "servers", "commits", "wal"):
                    self.assertLessEqual(less[what], more[what], what)
            for one in found:
                self.assertLessEqual(one["commits"], one["moves"] + 1e-9, "no commit without a move")

    def test_listeners_are_somewhere(self):
        places = self.scale.Model.places
        self.assertAlmostEqual(places(1), 1)
        self.assertLess(places(3), 3)
        self.assertAlmostEqual(places(10**6), self.scale.LISTENERS, places=3)

    def test_each_change_reaches_farther(self):
        def reach(**changes):
            return self.scale.Model(self.constants, **changes).reach()[0]
        self.assertGreater(reach(is_fetched=False), reach())
        self.assertGreater(reach(has_replicas=True), reach())
        self.assertGreater(reach(halls=8), 4 * reach())

    def test_it_is_true_of_real_servers(self):
        """One constant, what a move costs the database, is fitted to three measurements: it has to fit each of them."""
        model = self.scale.Model(self.constants)
        for count, one in self.constants["real"].items():
            said = 1e6 * (model.row_cpu + one["commits_per_s"] / one["moves_per_s"] * model.of_commit(int(count)))
            self.assertLess(abs(said / one["database_us"] - 1), 0.25, f"{count} servers: {said} and {one['database_us']}")

    def test_no_server_is_overrun(self):
        model = self.scale.Model(self.constants)
        for tables in self.scale.SIZES:
            self.assertLessEqual(model.of(tables)["bytes"], self.scale.NETWORK * self.scale.BUSY)


if __name__ == "__main__":
    unittest.main(verbosity=2)
