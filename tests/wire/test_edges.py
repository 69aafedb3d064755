#!/usr/bin/python3
"""The edges of the server: addresses it listens at, names it answers to, HTTP that means two things, upgrades that are none,
frames that may not be, and what happens when files or patience run out. By raw sockets: every byte is ours."""
import os
import random
import re
import resource
import socket
import struct
import subprocess
import tempfile
import time
import unittest

from client import (CLOSE, CONTINUATION, DEADLINE, PING, PONG, SHORT, TEXT, Closed, Peer, Refused, Server, Socket, binary, frame,
                    free_port, main, wait_for)

UPGRADE = ("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ochre.1\r\n\r\n")
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def statuses(answer):
    """The status of every answer in some bytes."""
    return [int(found) for found in re.findall(rb"HTTP/1\.1 (\d{3})", answer)]


class At(Server):
    """A server at another address than 127.0.0.1; everything it asks itself goes there too."""

    def __init__(self, address, *options, **more):
        self.address = address
        super().__init__(*options, start=False, **more)
        self.port = free_port()

    def command(self):
        words = super().command()
        words[words.index("--listen") + 1] = self.address
        return words


class Addresses(unittest.TestCase):
    """--listen opens exactly the address given."""

    @staticmethod
    def listeners(server):
        """The addresses at which anybody listens at this port, as the system writes them."""
        found = []
        for table in ("/proc/net/tcp", "/proc/net/tcp6"):
            if not os.path.exists(table):
                continue
            with open(table, encoding="ascii") as lines:
                for line in list(lines)[1:]:
                    local, state = line.split()[1], line.split()[3]
                    address, port = local.split(":")
                    if state == "0A" and int(port, 16) == server.port:
                        found.append(address)
        return sorted(found)

    def listen(self, address):
        server = At(address)
        self.addCleanup(server.close)
        server.start(ready=False)
        wait_for("the server to listen", lambda: "Ochre is at" in server.said() or server.process.poll() is not None)
        self.assertIsNone(server.process.poll(), server.said())
        return server

    def reaches(self, address, port):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as plain:
            plain.settimeout(DEADLINE)
            try:
                plain.connect((address, port))
                plain.sendall(b"GET /health HTTP/1.0\r\n\r\n")
                return b" 200 " in plain.recv(4096)
            except OSError:
                return False

    def test_one_address_and_no_other(self):
        server = self.listen("127.0.0.1")
        self.assertEqual(self.listeners(server), ["0100007F"])
        self.assertTrue(self.reaches("127.0.0.1", server.port))
        for other in ("127.0.0.2", "::1"):
            self.assertFalse(self.reaches(other, server.port), other)

    def test_another_loopback(self):
        server = self.listen("127.0.0.2")
        self.assertEqual(self.listeners(server), ["0200007F"])
        self.assertFalse(self.reaches("127.0.0.1", server.port))

    def test_localhost(self):
        self.assertEqual(self.listeners(self.listen("localhost")), ["0100007F"])

    def test_everywhere(self):
        server = self.listen("0.0.0.0")
        self.assertEqual(self.listeners(server), ["00000000"])
        self.assertTrue(self.reaches("127.0.0.1", server.port))
        self.assertTrue(self.reaches("127.0.0.7", server.port))

    def test_six(self):
        try:
            with socket.socket(socket.AF_INET6) as probe:
                probe.bind(("::1", 0))
        except OSError:
            self.skipTest("this machine has no IPv6")
        server = self.listen("::1")
        self.assertEqual(self.listeners(server), ["00000000000000000000000001000000"])
        self.assertTrue(self.reaches("::1", server.port))
        self.assertFalse(self.reaches("127.0.0.1", server.port))

    def test_what_is_no_address(self):
        with tempfile.TemporaryDirectory() as folder:
            for address in ("nowhere", "1.2.3", "127.0.0.1:80", "tables.example.org", "[::1]", "198.51.100.7"):
                run = subprocess.run([binary(), "serve", "--listen", address, "--port", str(free_port()), "--data", folder],
                                     capture_output=True, text=True, timeout=DEADLINE)
                self.assertEqual((run.returncode, run.stdout), (1, ""), run)
                self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
                self.assertIn(address, run.stderr)


class Names(unittest.TestCase):
    """Foreign Host headers are refused: a page whose name points at us must not be taken for ours."""

    def ask(self, server, host, path="/api/games", head="GET"):
        answer = server.raw(f"{head} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode())
        return statuses(answer)

    def test_loopback_is_always_ours(self):
        with Server() as server:
            for host in ("localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "[::1]", "localhost.", f"localhost:{server.port}",
                         f"[::1]:{server.port}", "127.0.0.1:1"):
                self.assertEqual(self.ask(server, host), [200], host)

    def test_others_are_not(self):
        with Server() as server:
            for host in ("evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1",
                         "[2001:db8::1]", "localhost:80:80", "localhost:evil", "[::1", "::1", "@localhost", "localhost@evil.example",
                         "evil.example@localhost", ":80", "a" * 5000):
                for path in ("/api/games", "/", "/metrics", "/health"):
                    self.assertEqual(self.ask(server, host, path), [421], host)
                self.assertEqual(self.ask(server, host, "/api/tables", "POST"), [421], host)
            answer = server.raw(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            self.assertIn(b'"code":"host"', answer)
            self.assertIn(b"--host-name", answer)
            with self.assertRaises(Refused) as caught:
                Socket(server.port, headers={"Host": "evil.example"})
            self.assertEqual(caught.exception.status, 421)
            with self.assertRaises(Refused):
                Socket(server.port, headers={"Host": "evil.example", "Origin": "http://evil.example"})
            self.assertEqual(statuses(server.raw(b"GET / HTTP/1.1\r\n\r\n")), [400])
            self.assertEqual(statuses(server.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n")), [400])
            self.assertEqual(statuses(server.raw(b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n")), [400])

    def test_names_that_were_given(self):
        with Server("--host-name", "tables.example.org", "--host-name", "Ochre.Example") as server:
            for host in ("tables.example.org", "TABLES.example.org:443", "ochre.example", "localhost"):
                self.assertEqual(self.ask(server, host), [200], host)
            for host in ("example.org", "evil.tables.example.org", "tables.example.org.evil.example"):
                self.assertEqual(self.ask(server, host), [421], host)
            Peer(server, headers={"Host": "tables.example.org", "Origin": "https://tables.example.org"}).close()

    def test_behind_a_proxy_the_proxy_decides_until_a_name_is_given(self):
        with Server("--trust-proxy") as server:
            self.assertEqual(self.ask(server, "tables.example.org"), [200])
        with Server("--trust-proxy", "--host-name", "tables.example.org") as server:
            self.assertEqual(self.ask(server, "tables.example.org"), [200])
            self.assertEqual(self.ask(server, "evil.example"), [421])

    def test_who_listens_for_others_is_reached_by_number_or_by_its_own_name(self):
        server = At("0.0.0.0")
        self.addCleanup(server.close)
        server.start()
        name = socket.gethostname()
        own = [name] + ([name + ".local"] if "." not in name else [])
        for host in ["192.0.2.1", "192.0.2.1:8080", "[2001:db8::1]:8080", "localhost"] + own:
            self.assertEqual(self.ask(server, host), [200], host)
        for host in ("evil.example", "192.0.2.1.evil.example", name + ".evil.example"):
            self.assertEqual(self.ask(server, host), [421], host)


class Edges(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), f"the server is gone: {self.server.said()}")
        self.assertEqual(self.server.get("/health").status, 200)

    def raw(self, request, **more):
        return self.server.raw(request if isinstance(request, bytes) else request.encode("latin-1"), **more)


class Requests(Edges):
    HOST = "Host: localhost\r\n"

    def test_two_in_one_segment(self):
        """A request, and behind it another with a body."""
        both = f"GET / HTTP/1.1\r\n{self.HOST}\r\nPOST /x HTTP/1.1\r\n{self.HOST}Content-Length: 5\r\nConnection: close\r\n\r\nhello"
        self.assertEqual(len(statuses(self.raw(both))), 2)
        with Server() as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE) as plain:
                plain.sendall(both.encode().replace(b"Connection: close\r\n", b""))
                wait_for("two answers", lambda got=[b""]: got.append(got.pop() + plain.recv(65536)) or len(statuses(got[0])) == 2)
                self.assertEqual(server.get("/health").status, 200)
                self.assertEqual(server.stop(), 0)

    def test_cut_anywhere_the_answers_are_the_same(self):
        body = b'{"game":"chess"}'
        stream = (f"GET /health HTTP/1.1\r\n{self.HOST}\r\n".encode() +
                  f"POST /api/tables HTTP/1.1\r\n{self.HOST}Content-Length: {len(body)}\r\n\r\n".encode() + body +
                  f"HEAD /api/games HTTP/1.1\r\n{self.HOST}\r\n".encode() +
                  f"DELETE /no-such HTTP/1.1\r\n{self.HOST}Connection: close\r\n\r\n".encode())
        for cut in range(1, len(stream), 7 if SHORT else 1):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as plain:
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                plain.sendall(stream[:cut])
                plain.sendall(stream[cut:])
                got = b""
                while True:
                    piece = plain.recv(65536)
                    if not piece:
                        break
                    got += piece
            self.assertEqual(statuses(got), [200, 400, 200, 405], f"cut at {cut}")

    def test_a_thousand_in_a_row(self):
        one = f"GET /health HTTP/1.1\r\n{self.HOST}\r\n"
        answer = self.raw(one * 999 + one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), size=1 << 24)
        self.assertEqual(statuses(answer), [200] * 1000)

    def test_what_means_two_things(self):
        post = f"GET /health HTTP/1.1\r\n{self.HOST}"
        self.assertEqual(statuses(self.raw(post + "Connection: close\r\nContent-Length: 2\r\n\r\n{}")), [200])
        for head in ("Content-Length: 2\r\nContent-Length: 2\r\n", "Content-Length: 2\r\nContent-Length: 3\r\n",
                     "Content-Length: 2, 2\r\n", "Content-Length: +2\r\n", "Content-Length: 0x2\r\n", "Content-Length: -2\r\n",
                     "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
                     "Content-Length : 2\r\n", "Content-Length: 99999999999999999999999\r\n", "X: a\r\n b\r\nContent-Length: 2\r\n",
                     " X: a\r\nContent-Length: 2\r\n", "X\r\nContent-Length: 2\r\n", "X:\r\n b\r\n", "X: a\x00b\r\n", "X: a\rb\r\n", "\tX: a\r\n",
                     "Origin: http://a\r\nOrigin: http://b\r\n", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n"):
            self.assertEqual(statuses(self.raw(post + head + "\r\n{}")), [400], head)
        self.assertEqual(statuses(self.raw(post.replace("GET /health", "POST /api/tables") + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")), [413])
        for line in ("GET / HTTP/2.0", "GET / HTTP/0.9", "GET / HTTP/1.2", "GET /", "GET / http/1.1", "get / HTTP/1.1",
                     "OPTIONS * HTTP/1.1", "CONNECT localhost:80 HTTP/1.1", "GET /%zz HTTP/1.1", "GET /%00 HTTP/1.1",
                     "GET /%0d%0aX:1 HTTP/1.1", "GET /\x01 HTTP/1.1"):
            self.assertEqual(statuses(self.raw(f"{line}\r\n{self.HOST}\r\n")), [400], line)

    def test_heads_that_are_too_long(self):
        self.assertEqual(statuses(self.raw(f"GET / HTTP/1.1\r\n{self.HOST}X: {'a' * 9000}\r\n\r\n")), [431])
        self.assertEqual(statuses(self.raw(f"GET / HTTP/1.1\r\n{self.HOST}" + "A: b\r\n" * 5000)), [431])
        self.assertEqual(statuses(self.raw(f"GET /{'a' * 5000} HTTP/1.1\r\n{self.HOST}\r\n")), [414])
        self.assertEqual(statuses(self.raw(f"GET /{'a' * 3000} HTTP/1.1\r\n{self.HOST}X: {'a' * 3000}\r\nConnection: close\r\n\r\n")), [200])

    def test_a_body_that_is_announced_first(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as plain:
            plain.sendall(f"POST /api/tables HTTP/1.1\r\n{self.HOST}Content-Length: 2\r\nExpect: 100-continue\r\n"
                          "Connection: close\r\n\r\n".encode())
            self.assertIn(b"100 Continue", plain.recv(4096))
            plain.sendall(b"{}")
            self.assertEqual(statuses(plain.recv(65536)), [400])

    def test_old_clients(self):
        self.assertEqual(statuses(self.raw("GET /health HTTP/1.0\r\n\r\n")), [200])
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as plain:
            for _ in range(3):
                plain.sendall(b"GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                self.assertEqual(statuses(plain.recv(65536)), [200])

    def test_somebody_who_sends_no_more_but_listens(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as plain:
            plain.sendall(f"GET /api/games HTTP/1.1\r\n{self.HOST}\r\n".encode())
            plain.shutdown(socket.SHUT_WR)
            got = b""
            while True:
                piece = plain.recv(65536)
                if not piece:
                    break
                got += piece
            self.assertEqual(statuses(got), [200])
            self.assertIn(b'"spears"', got)

    def test_a_head_that_never_ends_is_told_so(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as silent, \
                socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nX: ")
            self.assertEqual(statuses(slow.recv(65536)), [408])
            self.assertEqual(silent.recv(1), b"")


class Upgrades(Edges):
    def test_nothing_but_a_websocket(self):
        for wish in ("h2c", "h2c, websocket;", "HTTP/2.0", "TLS/1.0", "websockets", "foo"):
            for more in ("HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n", ""):
                request = f"GET /metrics HTTP/1.1\r\nHost: localhost\r\nUpgrade: {wish}\r\nConnection: Upgrade, HTTP2-Settings\r\n{more}\r\n"
                answer = self.raw(request.encode() + PREFACE + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00" * 50)
                self.assertNotIn(101, statuses(answer), wish)
                self.assertEqual(statuses(answer), [200, 400], wish)  # the request itself, then what is no HTTP/1
                request = request.replace("/metrics", "/ws")
                self.assertEqual(statuses(self.raw(request.encode() + PREFACE)), [200, 400], wish)
        self.assertEqual(statuses(self.raw(PREFACE)), [400])

    def test_streams_of_another_protocol(self):
        rng = random.Random(13)
        start = b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
        for _ in range(30 if SHORT else 200):
            frames = b"".join(struct.pack(">I", rng.randrange(1 << 14))[1:] + bytes([rng.randrange(10), rng.randrange(256)]) +
                              struct.pack(">I", rng.randrange(8)) + rng.randbytes(rng.randrange(200)) for _ in range(20))
            answer = self.raw(rng.choice((start + PREFACE, start, PREFACE)) + frames)
            self.assertNotIn(101, statuses(answer))

    def test_handshakes(self):
        key = "Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\n"
        self.assertEqual(statuses(self.raw(UPGRADE, size=30)), [101])
        for broken, status in ((UPGRADE.replace("13", "12"), 426), (UPGRADE.replace("13", "8"), 426),
                               (UPGRADE.replace("ochre.1", "chat.7"), 400), (UPGRADE.replace(key, ""), 400),
                               (UPGRADE.replace(key, key + key), 400), (UPGRADE.replace("b2No", "b2N"), 400),
                               (UPGRADE.replace("b2No", "b2N*"), 400), (UPGRADE.replace("GET /ws", "POST /elsewhere"), 405),
                               (UPGRADE.replace("\r\n\r\n", "\r\nContent-Length: 2\r\n\r\n{}"), 400),
                               (UPGRADE.replace("\r\n\r\n", "\r\nOrigin: http://evil.example\r\n\r\n"), 403),
                               (UPGRADE.replace("Connection: Upgrade\r\n", ""), 200), (UPGRADE.replace("HTTP/1.1", "HTTP/1.0"), 200)):
            self.assertEqual(statuses(self.raw(broken, size=30)), [status], broken)
        for fine in (UPGRADE.replace("ochre.1", "chat.7, ochre.1"), UPGRADE.replace("Upgrade: websocket", "Upgrade: WebSocket"),
                     UPGRADE.replace("Connection: Upgrade", "Connection: keep-alive, upgrade"),
                     UPGRADE.replace("Sec-WebSocket-Protocol: ochre.1\r\n", ""), UPGRADE.replace("Host", "hOST")):
            self.assertEqual(statuses(self.raw(fine, size=30)), [101], fine)

    def test_frames_in_the_segment_of_the_handshake(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=DEADLINE) as plain:
            plain.sendall(UPGRADE.encode() + frame(TEXT, b'{"t":"ping","id":1}') * 3)
            wait_for("three answers", lambda got=[b""]: got.append(got.pop() + plain.recv(65536)) or got[0].count(b'"pong"') == 3)


class Frames(Edges):
    def code_after(self, *frames):
        peer = Peer(self.server)
        peer.send_bytes(b"".join(frames))
        code = peer.closes(DEADLINE)
        peer.cut()
        return code

    def test_every_rule_has_its_code(self):
        for frames, code in (((frame(TEXT, b"{}", masked=False),), 1002), ((frame(PING, b"", masked=False),), 1002),
                             ((frame(TEXT, b"{}", reserved=4),), 1002), ((frame(TEXT, b"{}", reserved=1),), 1002),
                             ((frame(3, b"{}"),), 1002), ((frame(11, b""),), 1002), ((frame(CONTINUATION, b"{}"),), 1002),
                             ((frame(TEXT, b"{", final=False), frame(TEXT, b"}")), 1002), ((frame(PING, b"x", final=False),), 1002),
                             ((frame(PING, b"x" * 126),), 1002), ((frame(CLOSE, b"\x03"),), 1002),
                             ((frame(CLOSE, struct.pack(">H", 5)),), 1002), ((frame(CLOSE, struct.pack(">H", 1005)),), 1002),
                             ((frame(CLOSE, struct.pack(">H", 1000) + b"\xff"),), 1007), ((frame(TEXT, b'{"t":"\xff"}'),), 1007),
                             ((frame(TEXT, b"\xc3", final=False), frame(CONTINUATION, b"(")), 1007),
                             ((frame(TEXT, b"\xed\xa0\x80"),), 1007), ((frame(TEXT, b"x", length=1 << 40),), 1009),
                             ((frame(TEXT, b"x" * 65000, final=False), frame(CONTINUATION, b"x" * 65000)), 1009),
                             ((frame(TEXT, b"", final=False),) + (frame(CONTINUATION, b"", final=False),) * 20000, 1008),
                             ((b"\x81\xfe\x00\x05aaaa12345",), 1002),  # five bytes, said in the long way
                             ((frame(CLOSE, struct.pack(">H", 3000) + b"bye"),), 3000), ((frame(CLOSE, b""),), 1000)):
            self.assertEqual(self.code_after(*frames), code, [piece[:20] for piece in frames[:3]])

    def test_what_comes_behind_the_end_is_not_heard(self):
        table = self.server.post("/api/tables", {"game": "dice", "seats": [{"kind": "me"}, {"kind": "open"}]}).json
        peer = Peer(self.server)
        peer.send_bytes(frame(TEXT, b"\xff") + frame(TEXT, ('{"t":"sit","table":"%s"}' % table["table"]).encode()) * 3)
        self.assertEqual(peer.closes(), 1007)

    def test_pieces_however_cut(self):
        """A character cut in two, a ping between pieces, every byte alone: still one message."""
        text = '{"t":"ping","id":"é名"}'.encode()
        for cut in range(1, len(text)):
            peer = Peer(self.server)
            raw = (frame(TEXT, text[:cut], final=False) + frame(PING, b"between") + frame(CONTINUATION, b"", final=False) +
                   frame(CONTINUATION, text[cut:]))
            for byte in range(len(raw)) if cut == 15 else ():
                peer.send_bytes(raw[byte:byte + 1])
            if cut != 15:
                peer.send_bytes(raw)
            self.assertEqual(peer.until(lambda m: m["t"] == "pong", "an answer")["id"], "é名")
            self.assertEqual(peer.pongs, [b"between"])
            peer.cut()

    def test_many_in_the_middle_of_a_frame(self):
        """Each has half a frame, in turn: nobody gets the bytes of another."""
        peers = [Peer(self.server) for _ in range(20)]
        frames = [frame(TEXT, ('{"t":"ping","id":"%d"}' % (number * 1111)).encode()) for number in range(20)]
        for at in range(0, max(len(one) for one in frames), 3):
            for peer, one in zip(peers, frames):
                peer.send_bytes(one[at:at + 3])
        for number, peer in enumerate(peers):
            self.assertEqual(peer.until(lambda m: m["t"] == "pong", "an answer")["id"], str(number * 1111))
            peer.cut()

    def test_pings_of_somebody_who_does_not_read(self):
        peer = Peer(self.server)
        before = self.server.memory()
        peer.plain.settimeout(DEADLINE)
        for _ in range(200):
            peer.send_bytes(frame(PING, b"x" * 125) * 100)
        self.assertLess(self.server.memory() - before, 32 << 20)
        peer.cut()


class Plenty(unittest.TestCase):
    """Too few files, and too many who want in."""

    @staticmethod
    def allow(count):
        return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))

    @classmethod
    def setUpClass(cls):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        cls.addClassCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))

    def test_too_few_files_to_begin_with(self):
        with tempfile.TemporaryDirectory() as folder:
            for files in (12, 16, 24, 40, 63):
                run = subprocess.run([binary(), "serve", "--port", str(free_port()), "--data", folder], capture_output=True, text=True,
                                     timeout=DEADLINE, preexec_fn=self.allow(files))
                self.assertEqual((run.returncode, run.stdout), (1, ""), run)
                self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
                self.assertIn(f"only {files} files", run.stderr)

    def connect(self, server, source="127.0.0.1"):
        return socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE, source_address=(source, 0))

    def test_files_run_out(self):
        with Server(preexec=self.allow(70)) as server:
            held = []
            for _ in range(150):
                plain = self.connect(server)
                try:
                    plain.sendall(UPGRADE.encode())  # WebSockets stay: nobody can be sent away for newcomers
                    plain.recv(4096)
                except OSError:
                    pass
                held.append(plain)
            said = wait_for("a word about it", lambda: "ulimit -n" in server.said() and server.said())
            self.assertLess(len(said), 2000, said[:2000])
            self.assertIsNone(server.process.poll())
            before = self.ticks(server)
            time.sleep(1)
            self.assertLess(self.ticks(server) - before, 0.5, "it spins")
            for plain in held:
                plain.close()
            wait_for("room for others", lambda: self.is_served(server))
            self.assertEqual(server.stop(), 0)

    @staticmethod
    def ticks(server):
        """Seconds of processor time it has used."""
        with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as line:
            fields = line.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_served(self, server, source="127.0.0.1"):
        try:
            with self.connect(server, source) as plain:
                plain.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return statuses(plain.recv(65536)) == [200]
        except OSError:
            return False

    def test_half_open_ones_shut_nobody_out(self):
        """As a host has it: usual limits, usual number of files."""
        limits = dict.fromkeys(Server.WIDE)
        for files in (1024, 100):
            with Server(limits=limits, preexec=self.allow(files)) as server:
                friend = Peer(server)
                half = []
                for number in range(1200):
                    plain = self.connect(server, f"127.0.0.{number % 3 + 2}")
                    try:
                        plain.sendall((b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")[number % 3])
                    except OSError:
                        pass
                    half.append(plain)
                for source in ("127.0.0.1", "127.0.0.2", "127.0.0.9"):
                    for _ in range(10):
                        self.assertTrue(self.is_served(server, source), f"{source}, {files} files: {server.said()}")
                Peer(server).fence()
                friend.fence()
                self.assertLess(len(server.said()), 2000)
                for plain in half:
                    plain.close()

    def test_one_address_has_its_share(self):
        with Server(limits={"--peers-per-address": "20"}) as server:
            other = self.connect(server, "127.0.0.3")
            half = [self.connect(server, "127.0.0.2") for _ in range(100)]
            wait_for("the oldest to go", lambda: server.handles() < 70)
            other.sendall(b"GET /health HTTP/1.0\r\n\r\n")  # older than all of them, but alone at its address
            self.assertEqual(statuses(other.recv(65536)), [200])
            half[-1].sendall(b"GET /health HTTP/1.0\r\n\r\n")
            self.assertEqual(statuses(half[-1].recv(65536)), [200])
            self.assertEqual(half[0].recv(1), b"")

    def test_limits_count_networks_not_addresses(self):
        """Whoever has one address of a network of 64 bits has them all."""
        with Server("--trust-proxy", limits={"--requests-per-second": "1"}) as server:
            def ask(address):
                return server.get("/api/games", headers={"X-Forwarded-For": address}).status
            seen = [ask(f"2001:db8:0:1::{number:x}") for number in range(12)]
            self.assertIn(429, seen)
            self.assertEqual(ask("2001:db8:0:2::1"), 200)
            self.assertEqual(ask("2001:DB8:0:2:ffff::1"), 200)
            seen = [ask("192.0.2.1" if number % 2 else "::ffff:192.0.2.1") for number in range(12)]
            self.assertIn(429, seen)
            self.assertEqual(ask("192.0.2.2"), 200)


if __name__ == "__main__":
    main(__name__)
