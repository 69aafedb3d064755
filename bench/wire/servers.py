#!/usr/bin/python3
"""servers.py BUILD [--seconds S] [--only WORD] [--json]: several servers around one PostgreSQL. All on this machine, ratios in one run.

  one       100 connections, each at its own dice table against `random`: a server on SQLite and one on PostgreSQL in turns, durability on,
            on the same disk
  two       400 connections at one server and spread over two, in turns, with the same PostgreSQL; with a hundred, which one
            server serves at ease, transactions of two stand in NOTIFY's line and the cores wait for the disk (docs/performance.md)
  across    a move at one server, its step at another: what the other takes beyond the mover's own step, which waits for the commit
  crowd     10,000 listeners over three servers, 3,000 of them at one table where somebody moves every half second

Prints a table with the load of the machine; docs/performance.md says what it means."""
import argparse
import json
import os
import resource
import statistics
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "scripts"), os.path.join(HERE, "..", "..", "tests", "wire")]
from postgres import Postgres  # noqa: E402  (the path had to be set first)
from run import Bench, cpu_seconds  # noqa: E402

ROUNDS = 3
CROWDED = 400  # connections that keep two servers busy


class Servers(Bench):
    def __init__(self, call, folder):
        super().__init__(call)
        self.folder, self.made = folder, 0

    def database(self):
        """A new one, durable as PostgreSQL is by itself."""
        self.made += 1
        place = os.path.join(self.folder, f"database-{self.made}")
        return Postgres(place, {"max_connections": "100", "shared_buffers": "128MB"})

    def at(self, database, count):
        return [self.server("--store", database.place) for _ in range(count)]

    def load(self, servers, connections=100):
        """Moves a second of load clients that play as fast as they are asked, one at each server."""
        share = connections // len(servers)
        clients = [self.run_load("closed", server.port, connections=share, seconds=self.call.seconds) for server in servers]
        for client in clients:
            if json.loads(client.stdout.readline() or "{}").get("measuring") is None:
                sys.exit("bench: the load client could not play")
        before = sum(cpu_seconds(server.process.pid) for server in servers)
        found = [json.loads(client.stdout.readline()) for client in clients]
        cpu = (sum(cpu_seconds(server.process.pid) for server in servers) - before) / self.call.seconds
        for client in clients:
            client.wait()
        return {"moves_per_s": sum(one["moves_per_s"] for one in found), "p50_ms": statistics.median(one["p50_ms"] for one in found),
                "refused": sum(one["refused"] for one in found), "cpu": cpu}

    def in_turns(self, one, other):
        """Both, one after the other, some rounds: the middle of each, and the middle of the ratios."""
        pairs = [(one(), other()) for _ in range(ROUNDS)]

        def middle(index):
            ordered = sorted((pair[index] for pair in pairs), key=lambda found: found["moves_per_s"])
            return ordered[len(ordered) // 2]
        ratios = [second["moves_per_s"] / max(1, first["moves_per_s"]) for first, second in pairs]
        return middle(0), middle(1), sorted(ratios)

    def on_sqlite(self):
        with self.server(data=os.path.join(self.folder, f"sqlite-{len(os.listdir(self.folder))}")) as server:
            return self.load([server])

    def on_postgres(self, count=1, connections=100):
        with self.database() as database:
            servers = self.at(database, count)
            try:
                return self.load(servers, connections)
            finally:
                for server in servers:
                    server.close()

    def one(self):
        self.results["sqlite"], self.results["postgres"], self.results["ratio"] = self.in_turns(self.on_sqlite, self.on_postgres)

    def two(self):
        self.results["single"], self.results["pair"], self.results["pair_ratio"] = \
            self.in_turns(lambda: self.on_postgres(1, CROWDED), lambda: self.on_postgres(2, CROWDED))

    def watch(self, count, **options):
        with self.database() as database:
            servers = self.at(database, count)
            try:
                ports = ",".join(str(server.port) for server in servers)
                load = self.run_load("crowd", ports, seconds=self.call.seconds, **options)
                load.stdout.readline()

                def work():
                    return cpu_seconds(load.pid) + sum(cpu_seconds(pid) for pid in [server.process.pid for server in servers] + database.processes())
                before = work()
                found = json.loads(load.stdout.readline() or '{"lost": -1, "moves": 0}')
                found["work_ms"] = 1000 * (work() - before) / max(1, found["moves"])
                return found
            finally:
                load.wait()
                for server in servers:
                    server.close()

    def across(self):
        self.results["across"] = self.watch(2, connections=1, watching=1, rate=20)

    def crowd(self):
        self.results["crowd"] = self.watch(3, connections=10000, watching=3000, rate=2)

    def table(self):
        def row(what, value, aim=""):
            print(f"| {what} | {value} | {aim} |")
        found = self.results
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
        print("| what | measured | aim |\n| --- | ---: | --- |")
        for name, title in (("sqlite", "one server on SQLite"), ("postgres", "one server on PostgreSQL"), ("single", f"one server on PostgreSQL, {CROWDED} connections"),
                            ("pair", f"two servers, {CROWDED // 2} connections each, in sum")):
            if name in found:
                row(f"moves/s, {title}; median from move to step", f"{found[name]['moves_per_s']:,.0f}; {found[name]['p50_ms']:.1f} ms")
        for name, title, aim in (("ratio", "PostgreSQL of SQLite", "0.5"), ("pair_ratio", "two servers of one", "1.0")):
            if name in found:
                row(f"{title}, lowest / middle / highest of {ROUNDS} rounds", " / ".join(f"{ratio:.2f}" for ratio in found[name]), aim)
        if "across" in found:
            one = found["across"]
            row(f"move at A, step at B, beyond A's own step ({one['own_p50_ms']:.1f} ms): median of {one['moves']} moves",
                f"{one['beyond_p50_ms']:.2f} ms", "5 ms")
        if "crowd" in found:
            one = found["crowd"]
            row(f"{one['listeners']:,} listeners over three servers, {one['watching']:,} at one table: median; at the mover's server / elsewhere; {one['moves']} moves",
                f"{one['p50_ms']:.0f} ms; {one['near_p50_ms']:.0f} / {one['far_p50_ms']:.0f} ms", "50 ms")
            row("… work for one move and its answer: servers, database and the load client together", f"{one['work_ms']:.0f} ms")
            row("… steps that never came, lines that ended", f"{one['lost']}, {one['closed']}", "0, 0")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=("one", "two", "across", "crowd"))
    call = parser.parse_args()
    os.environ.setdefault("OCHRE_BIN", os.path.abspath(os.path.join(call.build, "ochre")))
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="ochre-bench-") as folder:
        os.chmod(folder, 0o755)
        bench = Servers(call, folder)
        for part in ("one", "two", "across", "crowd"):
            if call.only in (None, part):
                print(f"bench: {part}", file=sys.stderr, flush=True)
                getattr(bench, part)()
    print(json.dumps(bench.results, indent=2)) if call.json else bench.table()


if __name__ == "__main__":
    main()
