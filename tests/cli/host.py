#!/usr/bin/env python3
"""What a host does: start, stop, check, back up, go back to a backup; and every bad start. host.py OCHRE"""
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

OCHRE = os.path.abspath(sys.argv[1])
ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "LANGUAGE": "en"}
DEADLINE = 60
passed = failed = 0


def expect(title, is_so, shown=""):
    global passed, failed
    passed, failed = passed + bool(is_so), failed + (not is_so)
    if not is_so:
        print(f"FAIL {title}\n{shown}")


def call(*args):
    return subprocess.run([OCHRE, *args], capture_output=True, text=True, timeout=DEADLINE, env=ENVIRONMENT)


def fine(*args, has=""):
    done = call(*args)
    expect("ochre " + " ".join(args), done.returncode == 0 and not done.stderr and has in done.stdout, done)
    return done.stdout


def refused(code, *args, has=""):
    """One clear line on standard error, nothing else."""
    done = call(*args)
    expect("ochre " + " ".join(args), done.returncode == code and done.stderr.count("\n") == 1 and has in done.stderr
           and not done.stdout, done)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, folder, *args):
        self.port = free_port()
        self.process = subprocess.Popen([OCHRE, "serve", "--port", str(self.port), "--data", folder, *args],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        line = self.process.stdout.readline()  # it says when it is ready
        expect("the server says where it is", str(self.port) in line, line)

    def ask(self, path, body=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}",
                                         data=json.dumps(body).encode() if body else None,
                                         headers={"Content-Type": "application/json"} if body else {})
        with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
            return json.loads(answer.read())

    def fetch(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=DEADLINE) as answer:
            return answer.read().decode()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.process.wait(DEADLINE)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def new_table(server, game="tribes"):
    seats = [{"kind": "me", "name": "Ama"}, {"kind": "bot", "bot": "random"}]
    return server.ask("/api/tables", {"game": game, "seats": seats})["table"]


def tables(server, ids):
    return [server.ask(f"/api/tables/{one}")["status"] for one in ids]


def count(data, what):
    database = sqlite3.connect(f"file:{os.path.join(data, 'ochre.db')}?mode=ro", uri=True)
    number = database.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
    database.close()
    return number


def test_day(below):
    data, copy = os.path.join(below, "data"), os.path.join(below, "copy.db")
    server = Server(data)
    ids = [new_table(server, game) for game in ("dice", "valley", "tribes")]
    expect("tables run", tables(server, ids) == ["running"] * 3)
    fine("serve", "--check", "--data", data, has="3 running")
    fine("backup", "--data", data, "--to", copy, has="checked")
    ids.append(new_table(server))
    refused(1, "serve", "--data", data, "--port", str(free_port()), has="another server is using this folder")
    other = os.path.join(below, "other")
    refused(1, "serve", "--data", other, "--port", str(server.port), has=str(server.port))
    expect("the server stops when it is told to", server.stop() == 0)
    server = Server(data)
    expect("tables are there after a restart", tables(server, ids) == ["running"] * 4)
    ids.append(new_table(server))
    expect("a killed server is killed", server.stop(signal.SIGKILL) == -signal.SIGKILL)
    fine("serve", "--check", "--data", data, has="5 running")
    expect("moves of a killed server wait", count(data, "fresh") > 0)
    server = Server(data)
    expect("tables are there after a kill", tables(server, ids) == ["running"] * 5)
    expect("and the server stops again", server.stop() == 0)
    expect("after a stop every move has its place", count(data, "fresh") == 0)
    fine("serve", "--check", "--data", data, has="5 running")
    return data, copy, ids


def test_going_back(below, copy, ids):
    data = os.path.join(below, "again")
    os.mkdir(data)
    os.rename(copy, os.path.join(data, "ochre.db"))
    server = Server(data)
    expect("a backup has what was there", tables(server, ids[:3]) == ["running"] * 3)
    expect("the server of the backup stops", server.stop() == 0)


def test_archive(data):
    """Whatever stands in the archive is still served under its table's name, and nothing else is."""
    database = sqlite3.connect(os.path.join(data, "ochre.db"))
    database.execute("INSERT INTO archive(id, path) VALUES('old', '2020-01/old.log'), ('lost', '2020-01/lost.log'), "
                     "('way', '../ochre.lock'), ('out', '2020-01/old.log')")
    database.commit()
    database.close()
    os.makedirs(os.path.join(data, "archive", "2020-01"))
    with open(os.path.join(data, "archive", "2020-01", "old.log"), "w", encoding="utf-8") as file:
        file.write("ochre 1\n")
    server = Server(data)
    expect("an archived log is served", server.fetch("/api/tables/old/log") == "ochre 1\n")
    for path in ("/api/tables/old", "/api/tables/lost/log", "/api/tables/way/log", "/api/tables/out/log", "/api/tables/none/log", "/api/tables/..%2Fold/log"):
        try:
            expect(f"{path} is not there", False, server.fetch(path))
        except urllib.error.HTTPError as error:
            expect(f"{path} is not there", error.code == 404, error.code)
    expect("the server with an archive stops", server.stop() == 0)


def test_trouble(data, ids):
    database = sqlite3.connect(os.path.join(data, "ochre.db"))
    database.execute("UPDATE moves SET text = 'nonsense' WHERE n = 1 AND number = 3")
    database.commit()
    done = call("serve", "--check", "--data", data)
    expect("a check names what is damaged", done.returncode == 1 and "move 1 is damaged" in done.stdout, done)
    server = Server(data)
    found = tables(server, ids)
    expect("one bad table does not block the others", found == ["running", "running", "aside", "running", "running"], found)
    expect("a server with a bad table stops", server.stop() == 0)
    database.execute("PRAGMA user_version = 99")
    database.commit()
    database.close()
    refused(1, "serve", "--data", data, "--port", str(free_port()), has="newer version of ochre")
    refused(1, "backup", "--data", data, "--to", os.path.join(data, "copy"), has="newer version of ochre")
    with open(os.path.join(data, "ochre.db"), "r+b") as file:
        file.write(b"no database at all")
    refused(1, "serve", "--data", data, "--port", str(free_port()), has="damaged")
    refused(1, "serve", "--check", "--data", data, has="damaged")
    with open(os.path.join(data, "ochre.db"), "rb") as file:
        expect("nothing is destroyed", file.read(18) == b"no database at all")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def contents(folder):
    return {name: read(os.path.join(folder, name)) for name in os.listdir(folder)
            if not name.endswith((".lock", "-shm")) and os.path.isfile(os.path.join(folder, name))}


def test_gone(below):
    """A database that has disappeared is missed: no server begins anew where one has been, and nothing is thrown away."""
    for end in (signal.SIGTERM, signal.SIGKILL):
        first = tempfile.mkdtemp(dir=below)
        server = Server(first)
        one = new_table(server)
        server.stop(end)
        for size in (0, 1, 99, None):
            data = os.path.join(below, f"gone-{end}-{size}")
            shutil.copytree(first, data, ignore=shutil.ignore_patterns("ochre.admin"))
            path = os.path.join(data, "ochre.db")
            if size is None:
                os.remove(path)
            else:
                os.truncate(path, size)
            spoilt = contents(data)
            refused(1, "serve", "--data", data, "--port", str(free_port()), has="the database is gone")
            refused(1, "serve", "--data", data, "--port", str(free_port()), has="the database is gone")
            expect("a gone database changes nothing", contents(data) == spoilt, spoilt.keys())
        shutil.copy(os.path.join(first, "ochre.db"), path)
        server = Server(data)
        expect("a database that comes back is used", tables(server, [one]) == ["running"])
        server.stop()
    begun = tempfile.mkdtemp(dir=below)  # a first server that died before it had a database
    for name in ("ochre.db", "ochre.lock"):
        with open(os.path.join(begun, name), "wb"):
            pass
    expect("an empty folder is begun", Server(begun).stop() == 0)


def test_foreign_parts(below):
    """Tables that are missing, and triggers that are not ours."""
    first = tempfile.mkdtemp(dir=below)
    Server(first).stop()
    for words, has in (("DROP TABLE moves", "no such table: moves"), ("ALTER TABLE seats DROP COLUMN bot", "bot"),
                       ("CREATE TRIGGER thief AFTER INSERT ON fresh BEGIN DELETE FROM fresh; END", "triggers"),
                       ("CREATE VIEW window AS SELECT seed FROM tables", "views")):
        data = os.path.join(below, has.split()[-1])
        shutil.copytree(first, data, ignore=shutil.ignore_patterns("ochre.admin"))
        database = sqlite3.connect(os.path.join(data, "ochre.db"))
        database.execute(words)
        database.commit()
        database.close()
        before = contents(data)
        refused(1, "serve", "--data", data, "--port", str(free_port()), has=has)
        refused(1, "serve", "--check", "--data", data, has=has)
        expect("a foreign part stays where it is", contents(data)["ochre.db"] == before["ochre.db"])


def test_backup_places(below):
    """A backup takes the place of nothing that a server works with."""
    data = os.path.join(below, "kept")
    server = Server(data)
    one = new_table(server)
    os.symlink(data, os.path.join(below, "other-name"))
    for place in ("kept/ochre.db", "kept/./ochre.db", "other-name/ochre.db", "kept/ochre.db-wal", "kept/ochre.lock"):
        refused(1, "backup", "--data", data, "--to", os.path.join(below, place), has="in the place of the database")
    refused(1, "backup", "--data", data, "--to", below, has="not a file")
    refused(1, "backup", "--data", data, "--to", "/dev/full", has="not a file")
    refused(1, "backup", "--data", data, "--to", "", has="no name")
    refused(1, "backup", "--data", data, "--to", os.path.join(below, "no", "where"), has="No such file")
    fine("backup", "--data", data, "--to", os.path.join(data, "copy.db"), has="checked")
    expect("no scratch is left", not [name for name in os.listdir(below) if "XX" in name or name.count(".") > 1])
    expect("the server does not notice backups", tables(server, [one]) == ["running"])
    server.stop(signal.SIGKILL)
    fine("serve", "--check", "--data", data, has="1 running")


def test_race(below):
    """Of servers that start in the same moment in a new folder one runs."""
    data = os.path.join(below, "race")
    racers = [subprocess.Popen([OCHRE, "serve", "--port", str(free_port()), "--data", data], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) for _ in range(5)]
    ready = [racer.stdout.readline() != "" for racer in racers]
    for racer in racers:
        racer.terminate()
    codes = sorted((racer.wait(DEADLINE), is_ready) for racer, is_ready in zip(racers, ready))
    expect("one of five runs", codes == [(0, True)] + [(1, False)] * 4, codes)
    for racer in racers:
        racer.stdout.close()
        racer.stderr.close()
    fine("serve", "--check", "--data", data, has="0 troubles")


def test_misuse(below):
    nowhere = os.path.join(below, "nowhere")
    refused(2, "backup", "--data", nowhere, has="--to")
    refused(1, "backup", "--data", nowhere, "--to", os.path.join(below, "x"), has=nowhere)
    refused(1, "serve", "--check", "--data", nowhere, has=nowhere)
    refused(1, "serve", "--data", os.path.join(nowhere, "below"), "--port", str(free_port()), has=nowhere)
    expect("nothing is made", not os.path.exists(nowhere))


with tempfile.TemporaryDirectory() as folder:
    test_misuse(folder)
    test_gone(folder)
    test_foreign_parts(folder)
    test_backup_places(folder)
    test_race(folder)
    kept, saved, made = test_day(folder)
    test_going_back(folder, saved, made)
    test_archive(kept)
    test_trouble(kept, made)
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
