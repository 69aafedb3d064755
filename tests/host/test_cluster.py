#!/usr/bin/python3
"""scripts/cluster, which is `make cluster`: does a table live on while servers die, and is nothing left behind?

test_cluster.py OCHRE"""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "wire"))
from client import DEADLINE, NewTable, Peer, Server, binary, main, wait_for  # noqa: E402

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def ports_in_a_row(count):
    """The first of so many free ports that follow each other."""
    for first in range(21000 + os.getpid() % 5000, 32000, count):
        probes = []
        try:
            for port in range(first, first + count):
                probes.append(socket.socket())
                probes[-1].bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
        finally:
            for probe in probes:
                probe.close()
    raise RuntimeError("no free ports")


class Cluster:
    """scripts/cluster as somebody runs it, and what it says."""

    def __init__(self, *words):
        self.scratch = tempfile.mkdtemp(prefix="ochre-test-")
        os.chmod(self.scratch, 0o755)
        self.log = open(os.path.join(self.scratch, "said"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([os.path.join(ROOT, "scripts", "cluster"), "--program", binary(), *words], stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log, start_new_session=True,
                                        env={**os.environ, "TMPDIR": self.scratch, "PYTHONDONTWRITEBYTECODE": "1"})

    def said(self):
        with open(self.log.name, encoding="utf-8") as text:
            return text.read()

    def proxy_recipe(self):
        """What HAProxy was told of the servers that can store."""
        (folder,) = (name for name in os.listdir(self.scratch) if name.startswith("ochre-cluster-"))
        with open(os.path.join(self.scratch, folder, "haproxy.cfg"), encoding="utf-8") as text:
            return text.read().split("\nbackend ochre-any")[0]

    def wait_open(self):
        def is_open():
            if self.process.poll() is not None:
                raise AssertionError(f"it ended: {self.said()}")
            return "database: psql" in self.said()
        wait_for("the cluster to open", is_open)
        return {name: int(pid) for name, pid in re.findall(r"(server \w|database): .*process (\d+)", self.said())}

    def end(self, how=signal.SIGINT):
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)  # as Ctrl-C does
        return self.process.wait(DEADLINE)

    def close(self):
        self.end(signal.SIGTERM)
        self.log.close()
        shutil.rmtree(self.scratch, ignore_errors=True)


def longest_pauses(attempts):
    """Seconds that a page lets pass before so many attempts to come back (web/src/lib/line.svelte.ts), a fifth more by lot."""
    with open(os.path.join(ROOT, "web", "src", "lib", "line.svelte.ts"), encoding="utf-8") as text:
        source = text.read()
    pauses = [int(pause) for pause in re.search(r"const PAUSES = \[([\d, ]+)\]", source)[1].split(",")]
    assert "pause * (0.8 + 0.4 * Math.random())" in source, "the lot is another one"
    return 1.2 * sum(pauses[:attempts]) / 1000


def longest_connect(recipe):
    """Seconds that HAProxy takes at most to get from a server that is gone to the next: it is refused at once, `redispatch 1` asks another with
    every retry, and even where it came back to the same one it would rest for a second or `timeout connect`, whichever is less."""
    def number(pattern):
        return float(re.search(pattern, recipe)[1])
    assert "option redispatch 1\n" in recipe and "observe layer4 on-error mark-down error-limit 1" in recipe
    return number(r"\n    retries (\d+)") * min(1.0, number(r"timeout connect (\d+)s"))


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Runs(unittest.TestCase):
    def cluster(self, *words):
        cluster = Cluster(*words)
        self.addCleanup(cluster.close)
        return cluster

    def test_servers_die_and_the_table_lives(self):
        first = ports_in_a_row(4)
        cluster = self.cluster("--servers", "3", "--port", str(first))
        processes = cluster.wait_open()
        self.assertEqual(sorted(processes), ["database", "server a", "server b", "server c"])
        front = Server(start=False)
        self.addCleanup(front.close)
        front.port = first
        table = NewTable(front.post("/api/tables", {"game": "dice", "seats": SEATS}).json)
        self.play(front, table)
        for name in ("server a", "server c"):
            os.kill(processes[name], signal.SIGKILL)
            wait_for("somebody to be told", lambda name=name: f"{name} has ended (killed by signal 9)" in cluster.said())
            self.play(front, table)
        self.assertEqual(cluster.end(), 0, cluster.said())
        for name, pid in processes.items():
            self.assertFalse(lives(pid), name)
        self.assertEqual(os.listdir(cluster.scratch), ["said"], "nothing is left behind")

    def test_a_page_finds_another_server_by_itself(self):
        """Somebody plays in a browser; the server that the page is at is killed, twice. Nobody touches anything, and the next move is made, also
        one that is made while there is no line. What the two were told to wait for, in all, is below five seconds; what it took on this
        machine is only printed."""
        first = ports_in_a_row(4)
        cluster = self.cluster("--servers", "3", "--port", str(first))
        processes = cluster.wait_open()
        front = Server(start=False)
        self.addCleanup(front.close)
        front.port = first
        if "<script" not in front.get("/").text:
            self.skipTest("this program was built without the page")
        places = [f"{name[-1]}:{first + 1 + 'abc'.index(name[-1])}:{pid}" for name, pid in processes.items() if name != "database"]
        run = subprocess.run([os.path.join(ROOT, "scripts", "with-node"), "node", os.path.join(ROOT, "tests", "host", "back.mjs"),
                              f"http://127.0.0.1:{first}/", *places], capture_output=True, text=True, timeout=600)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        deaths = [line.split() for line in run.stdout.splitlines()]
        self.assertEqual([how for how, _, _ in deaths], ["waited", "moved"])
        for how, attempts, took in deaths:
            print(f"{how}: {attempts} attempts, {took} ms ...", end=" ", file=sys.stderr, flush=True)
            self.assertLess(longest_pauses(int(attempts)) + longest_connect(cluster.proxy_recipe()), 5.0, deaths)

    def play(self, front, table):
        """One move more, through the proxy, at whichever server."""
        def move():
            peer = Peer(front)
            try:
                step = peer.sit(table.id, table.key("p1"))
                step = step if step.get("ask") else peer.wait_asked(table.id)
                peer.move(table.id, step["moves"][0]["m"])
                return peer.wait_step(table.id, lambda later: later["step"] > step["step"], "the step after the move")
            finally:
                peer.cut()
        self.assertTrue(move())

    def test_tables_are_kept_in_a_folder(self):
        first, kept = ports_in_a_row(2), tempfile.mkdtemp(prefix="ochre-kept-")
        self.addCleanup(shutil.rmtree, kept, ignore_errors=True)
        tables = []
        for _ in range(2):
            cluster = self.cluster("--servers", "1", "--port", str(first), "--data", kept)
            cluster.wait_open()
            front = Server(start=False)
            self.addCleanup(front.close)
            front.port = first
            for table in tables:
                self.assertEqual(front.get(f"/api/tables/{table}").json["status"], "running")
            tables.append(front.post("/api/tables", {"game": "dice", "seats": SEATS}).json["table"])
            self.assertEqual(cluster.end(signal.SIGTERM), 0, cluster.said())


class Refuses(unittest.TestCase):
    def refused(self, *words):
        cluster = Cluster(*words)
        self.addCleanup(cluster.close)
        code = cluster.process.wait(DEADLINE)
        self.assertEqual(os.listdir(cluster.scratch), ["said"])
        return code, cluster.said()

    def test_a_port_that_is_taken(self):
        first = ports_in_a_row(4)
        for taken in (first, first + 2):
            with socket.socket() as other:
                other.bind(("127.0.0.1", taken))
                other.listen()
                self.assertEqual(self.refused("--port", str(first)), (1, f"cluster: port {taken} is taken by another program; PORT=9000 takes others\n"))

    def test_numbers_that_are_none(self):
        for words in (("--servers", "0"), ("--servers", "many"), ("--port", "70000")):
            code, said = self.refused(*words)
            self.assertEqual(code, 2)
            self.assertIn(f"'{words[1]}' is no number from 1 to", said)


if __name__ == "__main__":
    main(sys.modules[__name__])
