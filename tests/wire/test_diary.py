#!/usr/bin/python3
"""What a server tells its host (docs/hosting.md, Logs): one line per thing that happened, nothing that somebody else wrote in it, and
a flood does not fill a disk. Secrets are looked for after every test (client.py)."""
import os
import re
import signal
import subprocess
import tempfile
import unittest

from client import Peer, Refused, Server, binary, free_port, main, people, wait_for

LINE = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (error|warning|info|debug) [a-z-]+( [a-z]+=(\"([^\"\\]|\\.)*\"|[!-~]+))*$")


class Diary(unittest.TestCase):
    def lines(self, server, event):
        found = [line for line in server.said().splitlines() if not line.startswith("Ochre is at")]
        for line in found:
            self.assertRegex(line, LINE)
        return [line for line in found if re.match(r"\S+ [a-z]+ " + event + r"\b", line)]

    def test_start_and_stop(self):
        for how, word in ((signal.SIGTERM, "SIGTERM"), (signal.SIGINT, "SIGINT")):
            with Server() as server:
                start, = self.lines(server, "start")
                self.assertIn(f" info start version=", start)
                self.assertIn(f"port={server.port}", start)
                server.process.send_signal(how)
                self.assertEqual(server.process.wait(60), 0)
                self.assertIn(f" info stopping why={word}", self.lines(server, "stopping")[0])
                self.assertRegex(self.lines(server, "stop")[-1], r" info stop seconds=\d+$")

    def test_a_level_is_kept(self):
        with Server(limits={"--log-level": "warning"}) as server:
            server.post("/api/tables", {"game": "dice", "seats": people(2)}, headers={"Origin": "http://evil.example"})
            self.assertEqual(server.stop(), 0)
            self.assertEqual(len(self.lines(server, "")), 1, server.said())

    def test_a_foreign_page_is_one_line_whatever_it_is_called(self):
        names = ["http://evil.example", "http://evil.example error start-refused why=gone", "http://\"quoted\"\\x",
                 "http://\x1b[2J\x07", "x" * 3000, "null"]
        with Server() as server:
            count = 0
            for name in names[:5]:
                answer = server.post("/api/tables", {"game": "dice", "seats": people(2)}, headers={"Origin": name})
                count += answer.status == 403  # else it was refused before it was a request
                self.assertEqual(len(self.lines(server, "foreign-origin")), count, server.said())
            self.assertRegex(self.lines(server, "foreign-origin")[0], r" from=(::ffff:)?127\.0\.0\.1 origin=http://evil\.example$")
            self.assertNotIn("\x1b", server.said())
        with Server() as server:
            with self.assertRaises((Refused, ConnectionError)):
                Peer(server, headers={"Origin": "http://evil.example"})
            wait_for("the line", lambda: self.lines(server, "foreign-origin"))
            self.assertEqual(len(self.lines(server, "foreign-origin")), 1)

    def test_a_flood_is_counted(self):
        limits = {"--requests-per-second": "1", "--tables-per-hour": "1"}
        with Server(limits=limits) as server:
            refused = sum(server.get("/api/games").status == 429 for _ in range(400))
            self.assertGreater(refused, 300)
            self.assertEqual(len(self.lines(server, "limit")), 5, server.said())
            self.assertLess(len(server.said()), 4000)
            self.assertEqual(server.stop(), 0)
            more = re.search(r" warning limit from=\S+ more=(\d+)", server.said())
            self.assertEqual(int(more.group(1)) + 5, refused)

    def test_connections_and_messages(self):
        with Server(limits={"--peers-per-address": "1", "--messages-per-second": "1"}) as server:
            first = Peer(server)
            second = Peer(server, hello=False)
            for _ in range(10):
                first.say(t="ping")
            wait_for("both lines", lambda: len({line.split("why=")[1] for line in self.lines(server, "limit")}) == 2)
            del second

    def test_a_refused_start(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "no\nfolder\x1b", "below")
            run = subprocess.run([binary(), "serve", "--port", str(free_port()), "--data", path], capture_output=True, text=True,
                                 timeout=60)
            self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run)
            self.assertIn(" error start-refused why=", run.stderr)
            self.assertNotIn("\x1b", run.stderr)

    def test_the_journal_gets_priorities(self):
        with tempfile.TemporaryDirectory() as folder:
            read, write = os.pipe()
            about = os.fstat(write)
            run = subprocess.run([binary(), "serve", "--port", str(free_port()), "--data", os.path.join(folder, "a", "b")],
                                 stdout=subprocess.DEVNULL, stderr=write, timeout=60,
                                 env={**os.environ, "JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}"})
            os.close(write)
            said = os.read(read, 4096).decode()
            os.close(read)
            self.assertEqual(run.returncode, 1)
            self.assertRegex(said, r"\A<3>error start-refused why=.*\n\Z")

    def test_nobody_waits_for_a_reader_that_does_not_read(self):
        with tempfile.TemporaryDirectory() as folder:
            port = free_port()
            process = subprocess.Popen([binary(), "serve", "--port", str(port), "--data", os.path.join(folder, "d")],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            try:
                os.set_blocking(process.stderr.fileno(), False)
                with Server(start=False) as server:  # only to ask with
                    server.port, server.process = port, process
                    self.assertTrue(server.is_ready())
                    full = os.open(f"/proc/{process.pid}/fd/2", os.O_WRONLY | os.O_NONBLOCK)
                    try:
                        while os.write(full, b"x" * 4096):
                            pass
                    except BlockingIOError:
                        pass
                    os.close(full)
                    for _ in range(20):
                        answer = server.post("/api/tables", {"game": "dice", "seats": people(2)}, headers={"Origin": "http://a.example"})
                        self.assertEqual(answer.status, 403)
                    process.terminate()
                    self.assertEqual(process.wait(60), 0)
            finally:
                process.kill()
                process.wait(60)
                process.stderr.close()


class Document(unittest.TestCase):
    def test_every_event_is_explained(self):
        """Whatever the program may write stands in the table of docs/hosting.md, and nothing else does."""
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        written = set()
        for folder, _, names in os.walk(os.path.join(root, "src")):
            for name in names:
                if name.endswith(".c"):
                    with open(os.path.join(folder, name), encoding="utf-8") as text:
                        source = text.read()
                    written |= set(re.findall(r'DIARY_(?:ERROR|WARNING|INFO|DEBUG),\s*"([a-z-]+)"', source))
                    written |= set(re.findall(r'"(foreign-[a-z]+)"', source))
        with open(os.path.join(root, "docs", "hosting.md"), encoding="utf-8") as text:
            logs = re.search(r"\n## Logs\n(.*?)\n## ", text.read(), re.S).group(1)
        told = {event for row in re.findall(r"^\| (`[^|]*`) \| (?:error|warning|info|debug) \|", logs, re.M) for event in re.findall(r"`([a-z-]+)`", row)}
        self.assertEqual(told, written)


if __name__ == "__main__":
    main(__name__)
