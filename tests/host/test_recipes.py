#!/usr/bin/python3
"""docs/hosting.md, word for word: every command it shows is run here, in one story, below a folder of its own.

test_recipes.py OCHRE installs the program into that folder, where tests/host/systemctl lays things out as systemd does. What would change the
machine (apt-get, the proxies, git) only pretends; test_proxies.py tries the proxies for real. A block of commands that no chapter of the
story runs is a failure."""
import glob
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", "wire"), os.path.join(ROOT, "scripts")]
from postgres import Postgres  # noqa: E402
from client import Server, binary, free_port, main, wait_for  # noqa: E402

HERE = os.path.join(ROOT, "tests", "host")
DEADLINE = 120


def blocks():
    """Indented blocks of the document: {heading: [[line, …], …]}."""
    found, heading, lines = {}, "", []
    with open(os.path.join(ROOT, "docs", "hosting.md"), encoding="utf-8") as text:
        for line in text.read().split("\n") + ["end"]:
            if line.startswith("    "):
                lines.append(line[4:])
                continue
            if lines:
                found.setdefault(heading, []).append(lines)
                lines = []
            if line.startswith("#"):
                heading = line.lstrip("# ")
    return found


class Story(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.mkdtemp(prefix="ochre-host-")
        self.addCleanup(shutil.rmtree, self.scratch)
        os.chmod(self.scratch, 0o755)  # the service is another user
        for folder in ("bin", "run", "etc/cron.d", "etc/default", "etc/nginx/sites-available", "etc/nginx/sites-enabled", "etc/haproxy", "etc/caddy",
                       "etc/prometheus", "var/lib", "repository"):
            os.makedirs(self.below(folder))
        os.symlink(os.path.join(ROOT, "build"), self.below("repository/build"))
        os.symlink(os.path.join(ROOT, "packs"), self.below("repository/packs"))
        os.symlink(os.path.join(HERE, "systemctl"), self.below("bin/systemctl"))
        self.pretend("make", f'case "$1" in "") ;; install) exec {ROOT}/scripts/install ;; uninstall) exec {ROOT}/scripts/install --remove ;;'
                             ' deb|cluster) ;; *) exit 1 ;; esac')  # test_deb.py and test_cluster.py try these
        for name in ("git", "apt-get", "nginx", "haproxy", "caddy", "journalctl", "docker", "runuser", "sleep"):
            self.pretend(name, "true")
        self.port, self.name = free_port(), "localhost"
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "DESTDIR": self.scratch, "SCRATCH": self.scratch, "SERVICE_PORT": str(self.port),
                            "PATH": f"{self.below('bin')}:{self.below('usr/local/bin')}:{os.environ['PATH']}"}
        self.addCleanup(lambda: self.sh("systemctl stop ochre ochre@a ochre@b ochre@c"))
        self.blocks = blocks()

    def below(self, path):
        return os.path.join(self.scratch, path)

    def pretend(self, name, text):
        with open(self.below(f"bin/{name}"), "w", encoding="utf-8") as out:
            out.write(f"#!/bin/sh\n{text}\n")
        os.chmod(self.below(f"bin/{name}"), 0o755)

    def here(self, text):
        """The same below the folder of this test."""
        return re.sub(r"(?<![\w./])/(?=(?:var|etc|usr/local|backup)\b)", self.scratch + "/", text)

    def sh(self, *lines, environment=None):
        """As a host types it: one shell, which stops at nothing."""
        return subprocess.run(["sh", "-c", "\n".join(self.here(line) for line in lines)], cwd=self.below("repository"), timeout=DEADLINE,
                              env=environment or self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def fine(self, *lines):
        run = self.sh("set -e", *lines)
        self.assertEqual(run.returncode, 0, "\n".join(lines) + f"\n{run.stdout}{run.stderr}")
        return run.stdout

    def take(self, heading, index=0):
        """A block of the document, which is then accounted for."""
        lines = self.blocks[heading][index]
        self.assertIsNotNone(lines, f"{heading}: told twice")
        self.blocks[heading][index] = None
        return lines

    # what a host does meanwhile

    def ask(self, path, body=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=json.dumps(body).encode() if body else None,
                                         headers={"Host": self.name, **({"Content-Type": "application/json"} if body else {})})
        with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
            return json.loads(answer.read())

    def new_table(self):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        return self.ask("/api/tables", {"game": "tribes", "seats": seats})["table"]

    def is_there(self, table):
        try:
            return self.ask(f"/api/tables/{table}")["status"] == "running"
        except urllib.error.HTTPError as error:
            self.assertEqual(error.code, 404)
            return False

    def serves_in_the_foreground(self, line):
        """A line that starts a server and stays: until it is told to stop."""
        port = free_port()
        process = subprocess.Popen(["sh", "-c", "exec " + self.here(line.split("#")[0]).strip() + f" --port {port}"], cwd=self.below("repository"),
                                   env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            def answers():
                self.assertIsNone(process.poll(), process.stderr.read() if process.poll() is not None else "")
                try:
                    return urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).status == 200
                except OSError:
                    return False
            wait_for(line, answers)
        finally:
            process.terminate()
            process.communicate(timeout=DEADLINE)
        self.assertEqual(process.returncode, 0, line)

    def cron(self, path):
        """Runs a file of /etc/cron.d as cron does: its variables, then sh; `%` is a new line unless it is escaped."""
        environment, jobs = {"HOME": "/", "LOGNAME": "root", "SHELL": "/bin/sh", "PATH": "/usr/bin:/bin"}, []
        with open(path, encoding="utf-8") as text:
            self.assertTrue(text.read().endswith("\n"), "cron ignores a line without an end")
        self.assertNotIn(".", os.path.basename(path), "cron ignores files with a dot in their name")
        with open(path, encoding="utf-8") as lines:
            for line in map(str.strip, lines):
                if re.match(r"[A-Z]+=", line):
                    name, value = line.split("=", 1)
                    environment[name] = self.here(value).replace(":/usr/local", f":{self.scratch}/usr/local")
                elif line and not line.startswith("#"):
                    *when, user, job = line.split(maxsplit=6)
                    self.assertRegex(" ".join(when), r"^[\d*/,-]+( [\d*/,-]+){4}$")
                    self.assertEqual(user, "root")
                    jobs.append(re.sub(r"(?<!\\)%", "\n", job).replace("\\%", "%"))
        self.assertEqual(len(jobs), 1)
        run = self.sh(jobs[0], environment=environment)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""), f"{jobs[0]}: whatever it prints is a mail every night")

    def go_back(self, backup):
        lines = [line.replace("/backup/ochre-2026-11-16.db", backup) for line in self.going_back]
        self.assertNotEqual(lines, self.going_back if backup != "/backup/ochre-2026-11-16.db" else None)
        self.fine(*lines)

    # the story

    def test_a_hosts_year(self):
        first = self.take("Hosting")
        self.assertEqual(len(first), 4)
        self.fine(first[0])
        self.serves_in_the_foreground(first[1])
        self.assertTrue(os.path.exists(self.below("repository/ochre-data/ochre.db")))
        self.fine(first[2])
        self.begin_service()
        self.check_and_back_up()
        self.upgrade()
        self.refuse_a_newer_folder()
        self.put_a_proxy_in_front()
        self.package()
        self.several_servers()
        self.watch()
        self.serves_in_the_foreground(self.take("Component packs")[0])
        self.run_plain_commands()
        self.fine(*self.take("In a container"))  # `make stock` tries what the engine would do
        self.take("Logs")  # lines of a log, no commands
        self.fine("systemctl stop ochre", first[3])
        left = [path for path in glob.glob(self.below("usr/**"), recursive=True) if os.path.lexists(path)]
        self.assertEqual(left, [], "uninstalling leaves nothing")
        self.assertTrue(os.path.exists(self.below("var/lib/ochre/ochre.db")), "uninstalling leaves the tables alone")
        untold = {heading: rest for heading, found in self.blocks.items() if (rest := [block for block in found if block])}
        self.assertEqual(untold, {}, "commands that nobody has tried")

    def package(self):
        self.fine("systemctl stop ochre")
        self.fine(*self.take("Debian package"))
        self.assertTrue(self.is_there(self.first_table))

    def several_servers(self):
        """Around a database of their own; what one of them has made the others have too, before and after an upgrade."""
        heading, ports = "Setting them up", {number: free_port() for number in (8081, 8082, 8083)}
        self.take(heading)  # make cluster: test_cluster.py
        database = Postgres(self.below("database"), name="postgres")  # as Debian sets one up: nothing is in it, and postgres may do everything
        self.addCleanup(database.close)
        database.start()
        os.chmod(database.socket, 0o755)  # for the service's user, as Debian's folder for sockets is
        self.pretend("runuser", f'test "$1 $2 $3" = "-u postgres --" && shift 3 && PGUSER=postgres PATH="{database.tools}:$PATH" exec "$@"')
        self.environment |= {"PGHOST": database.socket, "PGUSER": "ochre", "SERVICE_PORTS": " ".join(f"{a}={b}" for a, b in ports.items())}
        self.fine(*self.take(heading, 1))
        self.assertEqual(database.ask("SELECT rolsuper OR rolcreatedb OR rolcreaterole FROM pg_roles WHERE rolname = 'ochre'"), "f")
        self.assertEqual(database.ask("SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'ochre'"),
                         "ochre|UTF8")
        one, self.port = self.port, ports[8081]
        table = self.new_table()
        for self.port in ports.values():
            wait_for("a table at every server", lambda: self.is_there(table))
        self.fine("ochre admin --data /var/lib/ochre-servers/a status")
        self.several_proxies(heading)
        self.fine(*self.take(heading, 4))
        for self.port in ports.values():
            wait_for("the table at every server", lambda: self.is_there(table))
        self.port = one
        self.fine("systemctl stop ochre@a ochre@b ochre@c")

    def several_proxies(self, heading):
        with open(self.below("etc/haproxy/haproxy.cfg"), "w", encoding="utf-8") as out:
            out.write("global\n")
        for index, path in ((2, "etc/haproxy/haproxy.cfg"), (3, "etc/nginx/sites-enabled/ochre")):
            self.fine(*self.take(heading, index))
            with open(self.below(path), encoding="utf-8") as text:
                recipe = text.read()
            for port in (8081, 8082, 8083):
                self.assertIn(f"127.0.0.1:{port}", recipe)
            self.assertIn("YOUR.NAME", recipe)
            self.assertNotIn("play.example.org", recipe)

    def watch(self):
        path = self.below("etc/prometheus/prometheus.yml")
        with open(path, "w", encoding="utf-8") as out:
            out.write("scrape_configs:\n  - job_name: node\n")
        self.fine(*self.take("Watching it"))
        with open(path, encoding="utf-8") as text:
            self.assertEqual(re.findall(r"^  - job_name: (\w+)$", text.read(), re.M), ["node", "ochre"])

    def run_plain_commands(self):
        """Blocks that no chapter needs, of commands that ask a running server something."""
        for heading, found in self.blocks.items():
            for index, block in enumerate(found):
                if block and all(re.match(r"ochre (?!serve --(?!check))", line) for line in block):
                    self.fine(*self.take(heading, index))

    def begin_service(self):
        self.fine(*self.take("systemd"))
        self.assertTrue(os.path.islink(self.below("var/lib/ochre")), "as DynamicUser has it")
        self.first_table = self.new_table()
        self.fine(*self.take("systemd", 1))
        self.name = "YOUR.NAME"
        self.assertTrue(self.is_there(self.first_table), "it answers to its name")
        self.name = "elsewhere.example"
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.ask("/api/games")
        self.assertEqual(refused.exception.code, 421)
        self.name = "YOUR.NAME"
        self.fine(*self.take("systemd", 2))
        self.assertEqual(stat.S_IMODE(os.stat(self.below("backup")).st_mode), 0o700)
        self.cron(self.below("etc/cron.d/ochre"))
        kept = glob.glob(self.below("backup/ochre-*.db"))
        self.assertEqual(len(kept), 1)
        self.assertRegex(os.path.basename(kept[0]), r"^ochre-(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.db$")
        self.assertEqual(stat.S_IMODE(os.stat(kept[0]).st_mode), 0o600, "a backup is as secret as the folder")
        self.fine("mkdir -p /var/lib/ochre/archive/2020-01", "echo 'ochre 1' >/var/lib/ochre/archive/2020-01/old.log")
        self.cron(self.below("etc/cron.d/ochre"))
        self.assertTrue(os.path.exists(self.below("backup/archive/2020-01/old.log")))

    def check_and_back_up(self):
        self.assertIn("1 running", self.fine(*self.take("Checking")))
        self.fine(*self.take("Backup, and going back"))
        today = glob.glob(self.below("backup/ochre-2*.db"))
        self.assertEqual(len(today), 1)
        os.rename(today[0], self.below("backup/ochre-2026-11-16.db"))
        younger = self.new_table()
        self.going_back = self.take("Backup, and going back", 1)
        self.go_back("/backup/ochre-2026-11-16.db")
        self.assertTrue(os.path.islink(self.below("var/lib/ochre")))
        self.assertTrue(self.is_there(self.first_table))
        self.assertFalse(self.is_there(younger), "it is younger than the backup")
        self.assertEqual(len(glob.glob(self.below("backup/before-*/ochre.db"))), 1, "what was there is kept")
        self.new_table()  # the service may write what root has brought
        shutil.rmtree(self.below("var/lib/ochre/archive"))
        self.fine(*self.take("Backup, and going back", 2))
        archived = os.stat(self.below("var/lib/ochre/archive/2020-01/old.log"))
        self.assertEqual(archived.st_uid, os.stat(self.below("var/lib/ochre/")).st_uid)

    def upgrade(self):
        self.fine(*self.take("Upgrading, and going back to an older version"))
        self.assertTrue(self.is_there(self.first_table))
        self.assertTrue(os.path.exists(self.below("backup/before-upgrade.db")))

    def refuse_a_newer_folder(self):
        """A newer version has been here: this one says so, changes nothing, and goes on from the backup of before."""
        self.fine("systemctl stop ochre")
        path = self.below("var/lib/ochre/ochre.db")
        database = sqlite3.connect(path)
        database.execute("PRAGMA user_version = 99")
        database.commit()
        database.close()
        with open(path, "rb") as file:
            before = file.read()
        run = self.sh("systemctl start ochre")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("the database was made by a newer version of ochre", run.stderr)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), before)
        self.go_back("/backup/before-upgrade.db")
        self.assertTrue(self.is_there(self.first_table))
        self.new_table()

    def put_a_proxy_in_front(self):
        heading = "TLS: behind a reverse proxy"
        with open(self.below("etc/haproxy/haproxy.cfg"), "w", encoding="utf-8") as out:
            out.write("global\n")  # Debian's own lines stay
        for index, path in enumerate(("etc/nginx/sites-enabled/ochre", "etc/haproxy/haproxy.cfg", "etc/caddy/Caddyfile")):
            self.fine(*self.take(heading, index))
            with open(self.below(path), encoding="utf-8") as text:
                recipe = text.read()
            self.assertIn("127.0.0.1:8080", recipe)
            self.assertIn("YOUR.NAME", recipe)
            self.assertNotIn("play.example.org", recipe)
        with open(self.below("etc/haproxy/haproxy.cfg"), encoding="utf-8") as text:
            self.assertTrue(text.read().startswith("global\n"))


class Install(unittest.TestCase):
    """What is put down is taken away, and nothing else."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ochre-install-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def install(self, *words, code=0):
        run = subprocess.run([os.path.join(ROOT, "scripts", "install"), *words], env={**os.environ, "DESTDIR": self.folder}, capture_output=True,
                             text=True, timeout=DEADLINE)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout + run.stderr

    def files(self):
        return sorted(os.path.relpath(os.path.join(top, name), self.folder) for top, _, names in os.walk(self.folder) for name in names)

    def foreign(self, path):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write("of somebody else\n")

    def test_nothing_is_left(self):
        self.install()
        self.assertIn("usr/local/bin/ochre", self.files())
        self.install()  # once more, as an upgrade does
        self.install("--remove")
        self.assertFalse(os.path.exists(self.folder), "folders included")

    def test_what_others_put_there_stays(self):
        before, after = "usr/local/bin/other", "usr/local/share/doc/ochre/notes"
        self.foreign(before)
        os.makedirs(os.path.join(self.folder, "usr/local/include"))
        self.install()
        self.foreign(after)
        self.install("--remove")
        self.assertEqual(self.files(), [before, after])
        self.assertTrue(os.path.isdir(os.path.join(self.folder, "usr/local/include")), "it was there before")
        self.assertFalse(os.path.isdir(os.path.join(self.folder, "usr/local/lib")), "it was not")

    def test_an_upgrade_removes_what_the_older_version_had(self):
        self.install()
        gone = "usr/local/share/man/man1/ochre-gone.1"
        self.foreign(gone)
        with open(os.path.join(self.folder, "usr/local/share/ochre/installed"), "a", encoding="utf-8") as out:
            out.write(f"/{gone}\n")
        self.install()
        self.assertNotIn(gone, self.files())

    def test_nothing_to_remove(self):
        self.assertIn("nothing was installed here", self.install("--remove", code=1))


class Upgrades(unittest.TestCase):
    def older_folder(self, *changes):
        """A folder as an older program left it."""
        folder = tempfile.mkdtemp(prefix="ochre-older-")
        self.addCleanup(shutil.rmtree, folder)
        database = sqlite3.connect(os.path.join(folder, "ochre.db"))
        with open(os.path.join(HERE, "folder-form-2.sql"), encoding="utf-8") as text:
            database.executescript(text.read())
        for change in changes:
            database.execute(change)
        ids = [row[0] for row in database.execute("SELECT id FROM tables ORDER BY number")]
        database.commit()
        database.close()
        return folder, ids

    def goes_on(self, folder, ids):
        self.assertEqual(len(ids), 3)
        with Server(data=folder) as server:
            for table in ids:
                self.assertEqual(server.look(table)["status"], "running")
            server.new_table("dice", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
            self.assertEqual(server.stop(), 0)
        run = subprocess.run([binary(), "serve", "--check", "--data", folder], capture_output=True, text=True, timeout=DEADLINE)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("4 running", run.stdout)

    def test_form_2(self):
        self.goes_on(*self.older_folder())

    def test_form_1(self):
        self.goes_on(*self.older_folder("DROP TABLE fresh", "PRAGMA user_version = 1"))


class Unit(unittest.TestCase):
    """Both units, as `make install` and as the Debian package has them."""

    UNITS = ("ochre.service", "ochre@.service", "debian-ochre.service", "debian-ochre@.service")

    def units(self):
        """Where each stands, with the program of this build in it and nothing else changed."""
        folder = tempfile.mkdtemp(prefix="ochre-unit-")
        self.addCleanup(shutil.rmtree, folder)
        for name in self.UNITS:
            with open(os.path.join(os.environ["MESON_BUILD_ROOT"], "packaging", name), encoding="utf-8") as text:
                unit = re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={binary()}", text.read())
            os.makedirs(os.path.join(folder, name))
            path = os.path.join(folder, name, name.removeprefix("debian-"))
            with open(path, "w", encoding="utf-8") as out:
                out.write(unit)
            yield name, path, unit

    def analyze(self, *words):
        return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, timeout=DEADLINE)

    def test_systemd_understands_them(self):
        for name, path, _ in self.units():
            run = self.analyze("verify", "--man=no", path)
            self.assertEqual((run.returncode, run.stderr), (0, ""), name)

    def test_they_are_locked_up(self):
        """At most 2.0 of 10 on systemd's scale of exposure."""
        for name, path, _ in self.units():
            run = self.analyze("security", "--offline=true", "--no-pager", "--threshold=20", path)
            self.assertEqual(run.returncode, 0, name + run.stdout[-400:] + run.stderr)

    def test_no_password_on_the_command_line(self):
        """What differs comes from a file of the host's; everything the template asks for stands in the example."""
        unit = next(text for name, _, text in self.units() if name == "ochre@.service")
        with open(os.path.join(ROOT, "packaging", "server.conf"), encoding="utf-8") as text:
            example = text.read()
        command = re.search(r"^ExecStart=.*$", unit, re.M).group()
        self.assertEqual(set(re.findall(r"\$\{?(\w+)", command)), set(re.findall(r"^(\w+)=", example, re.M)))
        self.assertNotIn("PASSWORD", command)


class Watching(unittest.TestCase):
    """packaging/grafana-dashboard.json asks for nothing that /metrics does not tell."""

    def test_dashboard(self):
        with open(os.path.join(ROOT, "packaging", "grafana-dashboard.json"), encoding="utf-8") as text:
            board = json.load(text)
        folder = tempfile.mkdtemp(prefix="ochre-watch-")
        self.addCleanup(shutil.rmtree, folder)
        os.chmod(folder, 0o755)
        with Postgres(os.path.join(folder, "database")) as database, Server("--store", database.place) as server:  # it tells of the others, too
            told = server.get("/metrics").text
        names, labels = set(re.findall(r"^(ochre_\w+)", told, re.M)), set(re.findall(r'(\w+)="', told)) | {"instance"}
        panels = board["panels"]
        self.assertEqual(len({panel["id"] for panel in panels}), len(panels))
        taken = set()
        for panel in panels:
            at = panel["gridPos"]
            fields = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
            self.assertFalse(fields & taken or at["x"] + at["w"] > 24, f"{panel['title']} lies on another panel")
            taken |= fields
            for target in panel["targets"]:
                question = target["expr"]
                asked = set(re.findall(r"\bochre_\w+", question))
                self.assertTrue(asked and asked <= names, f"{panel['title']}: {asked - names}")
                self.assertIn('instance=~"$server"', question, "every panel is of the servers that were chosen")
                self.assertTrue(set(re.findall(r'(\w+)=~?"', question)) | set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])) <= labels, question)
                self.assertEqual(question.count("("), question.count(")"), question)
        self.assertIn("ochre_connections", board["templating"]["list"][1]["query"])


if __name__ == "__main__":
    main(sys.modules[__name__])
