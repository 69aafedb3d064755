"""servers.py: several servers around one PostgreSQL of their own, and a cable between each of them and the database that can be cut.

    with Cluster(2) as cluster:
        a, b = cluster.servers
        cluster.cables[0].cut()          nothing gets through, and whoever is connected is sent away
        cluster.cables[0].stall()        nothing gets through, and nobody notices
        cluster.cables[0].mend()
        cluster.crash_database(); cluster.database.start()

A Lane is a real network in the place of such a cable: the database's end of it lies in a network namespace of its own.
"""
import ctypes
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))

from client import DEADLINE, Peer, Server, binary, people, wait_for
from postgres import Postgres  # scripts/postgres.py

# What a test does not need: the disk's own time. What is committed outlives every process all the same.
QUICK = {"fsync": "off", "shared_buffers": "16MB", "max_connections": "40", "autovacuum": "off"}


class Cable(threading.Thread):
    """TCP on this side, the database's socket on the other; bytes go through for as long as nobody cuts it."""

    def __init__(self, path, listener=None):
        super().__init__(daemon=True)
        self.path = path
        self.listener = listener or socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.mode = "open"
        self.pairs = {}
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.ear, self.mouth = socket.socketpair()
        self.selector.register(self.ear, selectors.EVENT_READ)
        self.done = False
        self.start()

    def set(self, mode):
        self.mode = mode
        self.mouth.send(b"!")

    def cut(self):
        self.set("cut")

    def stall(self):
        self.set("stalled")

    def mend(self):
        self.set("open")

    def close(self):
        self.done = True
        self.mouth.send(b"!")
        self.join(5)

    def accept(self):
        try:
            here, _ = self.listener.accept()
        except OSError:
            return  # gone before it was let in
        there = socket.socket(socket.AF_UNIX)
        try:
            if self.mode == "cut":
                raise ConnectionError
            here.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            there.connect(self.path)
        except OSError:
            here.close()
            there.close()
            return
        self.pairs[here], self.pairs[there] = there, here
        if self.mode == "open":
            self.watch(here), self.watch(there)

    def watch(self, end):
        try:
            self.selector.register(end, selectors.EVENT_READ)
        except (KeyError, ValueError):
            pass  # watched already, or closed

    def unwatch(self, end):
        try:
            self.selector.unregister(end)
        except (KeyError, ValueError):
            pass

    def drop(self, end):
        other = self.pairs.pop(end, None)
        if other is None:
            return  # gone with its other end
        self.pairs.pop(other, None)
        for one in (end, other):
            self.unwatch(one)
            one.close()

    def change(self):
        self.ear.recv(64)
        for end in list(self.pairs):
            if self.mode == "cut":
                self.drop(end)
            elif self.mode == "stalled":
                self.unwatch(end)
            else:
                self.watch(end)

    def pump(self, end):
        try:
            piece = end.recv(65536)
            if not piece:
                raise ConnectionError
            self.pairs[end].sendall(piece)
        except (OSError, KeyError):
            self.drop(end)

    def run(self):
        while not self.done:
            for key, _ in self.selector.select():
                if key.fileobj is self.ear:
                    self.change()
                elif key.fileobj is self.listener:
                    self.accept()
                elif key.fileobj in self.pairs:
                    self.pump(key.fileobj)
        for end in list(self.pairs):
            self.drop(end)
        self.listener.close()


class Lane:
    """A network namespace with the database's address in it, and a pair of virtual interfaces that leads there. `cut` takes the
    interface down: packets are lost, nobody is told, and connections go on when it is up again, or are given up meanwhile."""

    HERE, THERE = "198.18.97.1", "198.18.97.2"  # of the range that is kept for tests (RFC 2544), and routed nowhere
    NETWORK = 0x40000000  # CLONE_NEWNET

    def __init__(self, path):
        self.name = f"ochre-{os.getpid()}"
        self.link, self.made, self.cable = f"och{os.getpid()}", False, None
        try:
            self.ip("netns", "add", self.name)
            self.made = True
            self.ip("link", "add", self.link, "type", "veth", "peer", "name", "och0", "netns", self.name)
            self.ip("address", "add", f"{self.HERE}/30", "dev", self.link)
            self.ip("link", "set", self.link, "up")
            self.ip("-n", self.name, "address", "add", f"{self.THERE}/30", "dev", "och0")
            self.ip("-n", self.name, "link", "set", "och0", "up")
            self.cable = Cable(path, self.listen())
        except BaseException:
            self.close()
            raise

    @staticmethod
    def ip(*words):
        done = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=DEADLINE)
        if done.returncode:
            raise PermissionError(f"ip {' '.join(words)}: {done.stderr.strip()}")

    def listen(self):
        """A socket that is made in the namespace stays there; only the thread that makes it goes there and comes back."""
        libc, made = ctypes.CDLL(None, use_errno=True), []

        def visit():
            with open(f"/run/netns/{self.name}", "rb") as place:
                if libc.setns(place.fileno(), self.NETWORK) == 0:
                    made.append(socket.create_server((self.THERE, 0), backlog=64))
        visitor = threading.Thread(target=visit)
        visitor.start()
        visitor.join()
        if not made:
            raise PermissionError("the namespace cannot be entered")
        return made[0]

    def cut(self):
        self.ip("link", "set", self.link, "down")

    def mend(self):
        self.ip("link", "set", self.link, "up")

    def close(self):
        if self.cable:
            self.cable.close()
        if self.made:
            self.ip("netns", "delete", self.name)  # and the pair with it


class Cluster:
    """`count` servers, each with a cable of its own to the same database. `database`: one that is there already, in which a new
    name is made for them."""

    made = 0

    def __init__(self, count=2, *options, limits=None, is_direct=False, database=None, place=None):
        self.folder = tempfile.mkdtemp(prefix="ochre-servers-")
        os.chmod(self.folder, 0o755)
        self.is_own = database is None
        self.database = database or Postgres(os.path.join(self.folder, "database"), settings=QUICK)
        self.name = self.database.name
        self.place = place
        self.servers, self.cables = [], []
        try:
            if self.is_own:
                self.database.start()
            elif not place:
                Cluster.made += 1
                self.name = f"ochre{Cluster.made}"
                self.database.ask(f"CREATE DATABASE {self.name}", "postgres")
            for number in range(count):
                self.add(number, options, limits, is_direct)
        except BaseException:
            self.close()
            raise

    def add(self, number, options=(), limits=None, is_direct=True, program=None):
        """One more server, perhaps of another version."""
        place = self.place or f"postgres://{self.database.name}@/{self.name}?host={self.database.socket}"
        if not is_direct and not self.place:
            cable = Cable(os.path.join(self.database.socket, ".s.PGSQL.5432"))
            self.cables.append(cable)
            place = f"postgres://{self.database.name}@127.0.0.1:{cable.port}/{self.name}?sslmode=disable&gssencmode=disable"
        server = Server("--store", place, "--name", f"server-{number}", *options, data=os.path.join(self.folder, f"data-{number}"),
                        limits=limits, program=program)
        self.servers.append(server)
        return server

    def crash_database(self):
        crash(self.database)

    def close(self):
        for server in self.servers:
            if server.process and server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
        for cable in self.cables:
            cable.mend()
        try:
            for server in self.servers:
                server.close()
        finally:
            for cable in self.cables:
                cable.close()
            if self.is_own:
                self.database.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def crash(database):
    """All of it at once, without a word."""
    for process in database.processes():
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    database.process.wait(DEADLINE)


def new_replica(database, folder):
    """A copy that follows; from now on nothing is committed before it is there too."""
    replica = Postgres(os.path.join(folder, "replica"), settings=QUICK)
    os.makedirs(replica.folder, exist_ok=True)
    replica.give(replica.folder)
    made = database.run(database.tool("pg_basebackup"), "-D", os.path.join(replica.folder, "data"), "-h", database.socket, "-U", database.name,
                        "-R", "-X", "stream", "-c", "fast")
    if made.returncode:
        raise AssertionError(made.stderr)
    replica.start()
    for order_ in ("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"):
        database.ask(order_, "postgres")
    wait_for("the replica to follow", lambda: "sync" in database.ask("SELECT sync_state FROM pg_stat_replication", "postgres"))
    return replica


def new_database(folder):
    """For several clusters, one after the other."""
    os.chmod(folder, 0o755)
    database = Postgres(os.path.join(folder, "database"), settings=QUICK)
    database.start()
    return database


def metric(server, name):
    """A number of /metrics."""
    for line in server.get("/metrics").text.splitlines():
        if line.startswith(name + " "):
            return float(line.split()[1])
    raise AssertionError(f"{name} is not measured")


def pause(server):
    """Stopped where it stands: it does not even know."""
    server.process.send_signal(signal.SIGSTOP)


def resume(server):
    server.process.send_signal(signal.SIGCONT)


def order(server, *words):
    """What the host says to this server."""
    run = subprocess.run([binary(), "admin", words[0], "--data", server.data, *words[1:]], capture_output=True, text=True, timeout=DEADLINE)
    if run.returncode:
        raise AssertionError(f"admin {words}: {run.stdout}{run.stderr}")
    return run.stdout


def seat_across(servers, game, count, **more):
    """A table of people who sit at servers in turns: (table, {seat: Peer})."""
    table = servers[0].new_table(game, people(count), **more)
    peers = {}
    for number, (seat, key) in enumerate(table.keys.items()):
        peers[seat] = Peer(servers[number % len(servers)])
        peers[seat].sit(table.id, key)
    for peer in peers.values():
        peer.wait_step(table.id, lambda step: True, "the first step")
    return table, peers


def same_log(servers, table):
    """The log as every server tells it: one and the same."""
    def logs():
        found = {server.get(f"/api/tables/{table.id}/log", key=table.key()).text for server in servers}
        return found.pop() if len(found) == 1 else None
    return wait_for("the same log everywhere", logs, deadline=20)


def verify(log):
    """What `ochre verify` says of it must be that all is well."""
    with tempfile.NamedTemporaryFile("w", suffix=".log") as out:
        out.write(log)
        out.flush()
        run = subprocess.run([binary(), "verify", out.name], capture_output=True, text=True, timeout=DEADLINE)
        if run.returncode:
            raise AssertionError(f"{run.stdout}{run.stderr}")
