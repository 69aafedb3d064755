"""postgres.py: a PostgreSQL of one's own in a folder, on a socket and at no port, for scripts that need one. Nothing outside is touched.

    with Postgres(folder) as database:
        database.ask("SELECT 1")
        subprocess.run(["ochre", "serve", "--store", database.place])

It ends with whoever started it, however that happens. PostgreSQL refuses to run as root: then it runs as Debian's user for it, or as nobody."""
import ctypes
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

DEADLINE = 60  # seconds until what does not come up, or does not end, is given up
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


class Trouble(Exception):
    pass


def find_tools():
    """The folder of the newest PostgreSQL here: postgres, initdb and psql."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))
    found = [folder for folder in folders if os.path.exists(os.path.join(folder, "initdb"))]
    if found:
        return found[-1]
    if shutil.which("postgres") and shutil.which("initdb"):
        return os.path.dirname(os.path.realpath(shutil.which("postgres")))
    raise Trouble("there is no PostgreSQL here (on Debian the package postgresql has it)")


def user_for_it():
    """None: ourselves."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def dies_with_us(user=None):
    """What a child does first: becomes the user, and asks to be ended when we end."""
    parent = os.getpid()

    def begin():
        if user:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)
    return begin


class Postgres:
    """`settings` are those of postgresql.conf; `name` is of the database and of its owner."""

    def __init__(self, folder, settings=None, name="ochre"):
        self.folder, self.name, self.settings = os.path.abspath(folder), name, settings or {}
        self.tools, self.user, self.process = find_tools(), user_for_it(), None
        self.log = os.path.join(self.folder, "log")
        # A socket needs a short path, whatever the folder is called.
        self.socket = tempfile.mkdtemp(prefix="ochre-")
        self.give(self.socket)
        self.place = f"postgres://{name}@/{name}?host={self.socket}"

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def tool(self, name):
        return os.path.join(self.tools, name)

    def give(self, path):
        if self.user:
            os.chown(path, self.user.pw_uid, self.user.pw_gid)

    def run(self, *command):
        """One of its tools, to the end, as its user."""
        return subprocess.run(command, cwd="/", preexec_fn=dies_with_us(self.user), stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def try_to_ask(self, text, database=None):
        return self.run(self.tool("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.socket, "-U", self.name, "-d",
                        database or self.name, "-c", text)

    def ask(self, text, database=None):
        """What psql prints, without a heading."""
        run = self.try_to_ask(text, database)
        if run.returncode != 0:
            raise Trouble(f"{text}: {run.stderr.strip()}")
        return run.stdout.strip()

    def make(self):
        """A new database, owned by `name`; anybody who reaches the socket may enter."""
        data = os.path.join(self.folder, "data")
        os.makedirs(data, mode=0o700, exist_ok=True)
        self.give(data)
        made = self.run(self.tool("initdb"), "--pgdata", data, "--username", self.name, "--auth", "trust", "--encoding", "UTF8", "--locale",
                        "C", "--no-instructions")
        if made.returncode != 0:
            raise Trouble(f"initdb failed: {(made.stderr or made.stdout).strip()}")

    def start(self):
        os.makedirs(self.folder, exist_ok=True)
        if not os.path.exists(os.path.join(self.folder, "data", "PG_VERSION")):
            self.make()
        until = time.monotonic() + DEADLINE
        self.launch()
        while self.try_to_ask("SELECT 1", "postgres").returncode != 0:
            is_over = self.process.poll() is not None
            if time.monotonic() > until or (is_over and "still in use" not in self.last_lines(2)):
                raise Trouble(f"PostgreSQL did not start:\n{self.last_lines()}")
            if is_over:  # the processes of the one that was killed had not ended yet
                self.launch()
            time.sleep(0.05)
        if not self.ask(f"SELECT 1 FROM pg_database WHERE datname = '{self.name}'", "postgres"):
            self.ask(f'CREATE DATABASE "{self.name}"', "postgres")

    def launch(self):
        command = [self.tool("postgres"), "-D", os.path.join(self.folder, "data"), "-k", self.socket, "-c", "listen_addresses="]
        for name, value in self.settings.items():
            command += ["-c", f"{name}={value}"]
        with open(self.log, "a", encoding="utf-8") as out:
            self.process = subprocess.Popen(command, cwd="/", stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                                            preexec_fn=dies_with_us(self.user))

    def last_lines(self, count=5):
        with open(self.log, encoding="utf-8", errors="replace") as text:
            return "\n".join(text.read().strip().split("\n")[-count:])

    def stop(self):
        """At once, and properly: whoever is connected is sent away."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(DEADLINE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def close(self):
        self.stop()
        shutil.rmtree(self.socket, ignore_errors=True)

    def processes(self):
        """Its process and those that it has started."""
        found = [self.process.pid]
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/children"):
            with open(path, encoding="ascii") as children:
                found += map(int, children.read().split())
        return found
