#!/usr/bin/python3
"""run.py BUILD [--seconds S] [--json] [--only WORD]: how fast is the wire? Client and server on the same machine, ratios in one run.

  closed    100 connections, each at its own dice table against `random`, moving as soon as they are asked: durability off and on,
            and how many one-move transactions a second the same disk makes at that moment
  idle      10,000 connections and 5,000 messages a second: latency against the npm package `ws`, which echoes the same
            messages; memory per idle connection
  start     a start with 10,000 stored running tables
  engines   (asked for by --only alone) the closed loop with durability on, on SQLite and on PostgreSQL in turns, on the same disk:
              scripts/with-postgres --durable bench/wire/run.py build --only engines

Prints a table; docs/performance.md says what it means. Needs node and bench/node_modules for the comparison with ws.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "wire"))
from client import Server, free_port  # noqa: E402  (the path had to be set first)

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def rss(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))


class Bench:
    def __init__(self, call):
        self.call = call
        self.client = os.path.join(call.build, "bench", "wire", "load")
        self.commits = os.path.join(call.build, "bench", "wire", "commits")
        self.program = os.path.join(call.build, "ochre")
        self.results = {}

    def server(self, *options, data=None):
        return Server(*options, data=data, program=self.program)

    def run_load(self, mode, port, **options):
        command = [self.client, mode, "--ports", str(port)]
        for name, value in options.items():
            command += [f"--{name}", str(value)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    # ---- moves ----

    def closed(self, *options):
        with self.server(*options) as server:
            load = self.run_load("closed", server.port, connections=100, seconds=self.call.seconds)
            if json.loads(load.stdout.readline() or "{}").get("measuring") is None:
                sys.exit("bench: the load client could not play")
            before = cpu_seconds(server.process.pid)
            found = json.loads(load.stdout.readline())
            found["cpu"] = (cpu_seconds(server.process.pid) - before) / self.call.seconds
            load.wait()
            found["moves_per_core_s"] = found["moves_per_s"] / max(found["cpu"], 0.01)
            return found

    def baseline(self):
        with tempfile.TemporaryDirectory(prefix="ochre-bench-") as folder:
            run = subprocess.run([self.commits, folder, "3"], capture_output=True, text=True, check=True)
            return json.loads(run.stdout)["commits_per_s"]

    def moves(self):
        self.results["off"] = self.closed("--durability", "off")
        before = self.baseline()
        self.results["on"] = self.closed()
        self.results["one_per_commit"] = (before + self.baseline()) / 2
        self.results["group_ratio"] = self.results["on"]["moves_per_s"] / max(self.results["one_per_commit"], 1)
        self.results["group_ratio_own"] = self.results["on"]["own_per_s"] / max(self.results["one_per_commit"], 1)

    # ---- engines of the store ----

    def engines(self, rounds=3):
        """One server, each engine in turns. The processor time of PostgreSQL is that of all its processes."""
        if "OCHRE_PG_FOLDER" not in os.environ:
            sys.exit("bench: run me as scripts/with-postgres --durable bench/wire/run.py BUILD --only engines")
        self.results["engines"] = []
        for turn in range(rounds):
            name = f"bench{turn}"
            subprocess.run(["createdb", name], check=True)
            sqlite = self.closed()
            postgres = self.closed("--store", f"postgres:///{name}")
            self.results["engines"].append({"sqlite": sqlite, "postgres": postgres,
                                            "ratio": postgres["moves_per_s"] / max(sqlite["moves_per_s"], 1)})
            print(f"bench: SQLite {sqlite['moves_per_s']:,.0f}, PostgreSQL {postgres['moves_per_s']:,.0f} moves/s: "
                  f"{self.results['engines'][-1]['ratio']:.2f}", file=sys.stderr, flush=True)

    # ---- idle connections ----

    def idle_against(self, port, pid, connections=10000):
        empty = rss(pid)
        load = self.run_load("idle", port, connections=connections, rate=5000, seconds=self.call.seconds)
        opened = json.loads(load.stdout.readline())
        time.sleep(1)
        held = rss(pid)
        before = cpu_seconds(pid)
        load.stdin.write("\n")
        load.stdin.flush()
        found = json.loads(load.stdout.readline())
        found["cpu"] = (cpu_seconds(pid) - before) / self.call.seconds
        load.wait()
        return {**found, "open_seconds": opened["seconds"], "kb_per_connection": (held - empty) / connections / 1024}

    def idle(self):
        with self.server() as server:
            self.results["idle_ochre"] = self.idle_against(server.port, server.process.pid)
        if not os.path.isdir(os.path.join(HERE, "..", "node_modules", "ws")):
            print("bench: no comparison with ws (cd bench && npm ci)", file=sys.stderr)
            return
        port = free_port()
        echo = subprocess.Popen(["node", os.path.join(HERE, "echo.mjs"), str(port)], stdout=subprocess.PIPE, text=True)
        try:
            echo.stdout.readline()
            self.results["idle_ws"] = self.idle_against(port, echo.pid)
        finally:
            echo.terminate()
            echo.wait()

    # ---- start ----

    def start(self, tables=10000, moves=10):
        with tempfile.TemporaryDirectory(prefix="ochre-bench-") as folder:
            data = os.path.join(folder, "data")
            with self.server("--durability", "off", data=data) as server:
                load = self.run_load("tables", server.port, connections=50, tables=tables, moves=moves)
                made = json.loads(load.stdout.readline())
                load.wait()
                server.stop()
            began = time.monotonic()
            with self.server(data=data) as server:
                took = time.monotonic() - began
                known = server.get("/health").json["tables"]
                memory = server.memory()
            self.results["start"] = {"tables": known, "moves": made["moves"], "seconds": took, "megabytes": memory / (1 << 20)}

    # ---- telling ----

    def table(self):
        def row(what, value, aim=""):
            print(f"| {what:<66} | {value:>18} | {aim:<24} |")
        print("| what | measured | aim |\n| --- | ---: | --- |")
        found = self.results
        for name, title in (("off", "durability off"), ("on", "durability on")):
            if name in found:
                one = found[name]
                row(f"moves/s, 100 connections, {title}", f"{one['moves_per_s']:,.0f}")
                row(f"  of them by the clients, {title}", f"{one['own_per_s']:,.0f}")
                row(f"  moves per second of processor time, {title}", f"{one['moves_per_core_s']:,.0f}",
                    "20,000" if name == "off" else "")
                row(f"  from move to step, median / 99 %, {title}", f"{one['p50_ms']:.2f} / {one['p99_ms']:.2f} ms")
        if "one_per_commit" in found:
            row("one-move transactions/s on this disk at that moment", f"{found['one_per_commit']:,.0f}")
            row("  moves/s with durability on, as a multiple (all / clients')",
                f"{found['group_ratio']:.1f} / {found['group_ratio_own']:.1f}", "8")
        for name, title in (("idle_ochre", "ochre"), ("idle_ws", "ws (npm), echo")):
            if name in found:
                one = found[name]
                row(f"10,000 idle + 5,000 messages/s, {title}: median / 99 %", f"{one['p50_ms']:.2f} / {one['p99_ms']:.2f} ms",
                    "below ws" if name == "idle_ochre" else "")
                row(f"  answered of sent, {title}", f"{one['answered']} / {one['sent']}")
                row(f"  processor, {title}", f"{100 * one['cpu']:.0f} %")
                row(f"  memory per idle connection, {title}", f"{one['kb_per_connection']:.1f} kB",
                    "8 kB" if name == "idle_ochre" else "")
        if "start" in found:
            one = found["start"]
            row(f"start with {one['tables']:,} running tables ({one['moves']:,} moves)", f"{one['seconds']:.2f} s", "2 s")
            row("  memory then", f"{one['megabytes']:.0f} MB")
        for one in found.get("engines", []):
            row("moves/s, durability on: SQLite / PostgreSQL / ratio",
                f"{one['sqlite']['moves_per_s']:,.0f} / {one['postgres']['moves_per_s']:,.0f} / {one['ratio']:.2f}", "0.5")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=("moves", "idle", "start", "engines"))
    call = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    bench = Bench(call)
    for part in ("moves", "idle", "start"):
        if call.only in (None, part):
            print(f"bench: {part}", file=sys.stderr, flush=True)
            getattr(bench, part)()
    if call.only == "engines":
        bench.engines()
    if call.json:
        print(json.dumps(bench.results, indent=2))
    else:
        bench.table()


if __name__ == "__main__":
    main()
