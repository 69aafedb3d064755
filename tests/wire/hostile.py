#!/usr/bin/python3
"""Hostile clients: whatever they send, the server stays up, its memory stays bounded, and everybody else is served."""
import json
import os
import random
import resource
import socket
import struct
import threading
import unittest

from client import (BINARY, CLOSE, CONTINUATION, PING, SHORT, TEXT, Closed, Peer, Refused, Server, Socket, frame, main,
                    mask_bytes, people, seat_people, wait_for)

MEGABYTE = 1 << 20
GROWTH_MAX = (256 if SHORT else 64) * MEGABYTE  # the address sanitizer keeps what was freed for a while
UPGRADE = ("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ochre.1\r\n")


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        cls.addClassCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def setUp(self):
        """Two honest players, who must be served whatever happens beside them."""
        self.table, self.peers = seat_people(self.server, "dice", 2)
        self.pid = self.server.process.pid
        self.memory = self.server.memory()

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), f"the server is gone: {self.server.said()}")
        self.assert_others_are_served()
        for peer in self.peers.values():
            peer.close()
        grown = self.server.memory() - self.memory
        self.assertLess(grown, GROWTH_MAX, f"grew by {grown // MEGABYTE} MB")

    def assert_others_are_served(self):
        for _ in range(2):
            for peer in self.peers.values():
                step = peer.wait_asked(self.table.id) if peer.steps[self.table.id]["ask"] else peer.steps[self.table.id]
                if step["ask"]:
                    answer = peer.move(self.table.id, step["moves"][0]["m"])
                    self.assertEqual(answer["t"], "step", answer)
                    for other in self.peers.values():
                        other.wait_step(self.table.id, lambda heard: heard["step"] >= answer["step"])
        self.assertEqual(self.server.get("/health").status, 200)

    def attack(self, *pieces, hello=True):
        """Sends bytes on a fresh WebSocket; the code the server closes with, "open" when it does not mind."""
        try:
            bad = Peer(self.server, hello=hello)
            for piece in pieces:
                bad.send_bytes(piece)
            bad.send_bytes(frame(TEXT, b'{"t":"ping","id":"after"}'))
            while True:
                if bad.hear().get("id") == "after":
                    bad.close()
                    return "open"
        except Closed as closed:
            return closed.code
        except (ConnectionError, BrokenPipeError):
            return None


class Frames(Hostile):
    def test_broken_utf8(self):
        for text in (b'{"t":"\xff"}', b'{"t":"\xc0\xaf"}', b'{"t":"\xed\xa0\x80"}', b"\x80", b'{"t":"ping","x":"\xf8\x88"}'):
            self.assertIn(self.attack(frame(TEXT, text)), (1007, None), text)

    def test_unmasked(self):
        self.assertIn(self.attack(frame(TEXT, b'{"t":"ping"}', masked=False)), (1002, None))

    def test_reserved_bits_and_opcodes(self):
        self.assertIn(self.attack(frame(TEXT, b"{}", reserved=7)), (1002, None))
        for opcode in (3, 7, 11, 15):
            self.assertIn(self.attack(frame(opcode, b"{}")), (1002, None), opcode)

    def test_binary(self):
        self.assertIn(self.attack(frame(BINARY, b"\x00" * 100)), (1003, 1002, None, "open"))

    def test_continuation_out_of_order(self):
        self.assertIn(self.attack(frame(CONTINUATION, b"{}")), (1002, None))
        self.assertIn(self.attack(frame(TEXT, b"{", final=False), frame(TEXT, b"}")), (1002, None))

    def test_control_frames_that_are_none(self):
        self.assertIn(self.attack(frame(PING, b"x" * 126)), (1002, None))
        self.assertIn(self.attack(frame(PING, b"x", final=False)), (1002, None))
        self.attack(frame(CLOSE, b"\x03"))
        self.attack(frame(CLOSE, struct.pack(">H", 5)))
        self.attack(frame(CLOSE, struct.pack(">H", 1000) + b"\xff\xfe"))
        self.attack(frame(CLOSE, b"x" * 125), frame(TEXT, b"after the end"))

    def test_lengths_that_are_not_true(self):
        for length in (4097, 65536, 1 << 31, 1 << 62, (1 << 64) - 1):
            self.assertIn(self.attack_length(length), (1009, 1002, None), length)

    def attack_length(self, length):
        bad = Peer(self.server)
        bad.send_bytes(frame(TEXT, b'{"t":"ping"}', length=length))
        try:
            for _ in range(64):
                bad.send_bytes(b" " * 4096)
            return bad.closes(20)
        except (ConnectionError, socket.timeout):
            return None

    def test_one_message_in_a_hundred_thousand_fragments(self):
        bad = Peer(self.server)
        try:
            bad.send_bytes(frame(TEXT, b"{", final=False))
            empty = frame(CONTINUATION, b"", final=False) * 1000
            for _ in range(20 if SHORT else 100):
                bad.send_bytes(empty)
            for _ in range(100):
                bad.send_bytes(frame(CONTINUATION, b" " * 1000, final=False))
            self.assertIn(bad.closes(), (1009, 1008, 1002, None))
        except (ConnectionError, BrokenPipeError):
            pass

    def test_a_message_without_an_end(self):
        peers = [Peer(self.server) for _ in range(20)]
        for peer in peers:
            peer.send_bytes(frame(TEXT, b'{"t":"chat","text":"', final=False))
        self.assert_others_are_served()
        for peer in peers:
            peer.cut()

    def test_random_bytes(self):
        rng = random.Random(7)
        for _ in range(30 if SHORT else 150):
            try:
                bad = Peer(self.server)
                bad.send_bytes(rng.randbytes(rng.randrange(1, 3000)))
                bad.cut()
            except (ConnectionError, BrokenPipeError):
                pass

    def test_valid_messages_with_broken_pieces(self):
        """Every honest message with one byte changed, cut, or doubled: an answer or a farewell, nothing else."""
        rng = random.Random(11)
        key = self.table.key("p1")
        honest = [{"t": "hello", "lang": "fr", "words": True}, {"t": "sit", "table": self.table.id, "key": key, "since": 0},
                  {"t": "move", "table": self.table.id, "ask": 1, "move": "a2a9"}, {"t": "why", "table": self.table.id, "move": "a2"},
                  {"t": "look", "table": self.table.id, "step": 0}, {"t": "consent", "table": self.table.id, "wish": 1, "yes": True},
                  {"t": "standin", "table": self.table.id, "bot": "xandom"}, {"t": "hint", "table": self.table.id, "ask": 9}]
        for _ in range(100 if SHORT else 600):
            text = bytearray(json.dumps(rng.choice(honest)).encode())
            for _ in range(rng.randrange(1, 4)):
                at = rng.randrange(len(text))
                lot = rng.randrange(4)
                if lot == 0:
                    text[at] = rng.randrange(256)
                elif lot == 1:
                    del text[at:at + rng.randrange(1, 8)]
                elif lot == 2:
                    text[at:at] = text[at:at + rng.randrange(1, 40)]
                else:
                    text[at:at] = rng.choice([b"\\u0000", b"1e999", b"-1", b"99999999999999999999", b"null", b"{}", b"[[[["])
                if not text:
                    break
            self.attack(frame(TEXT, bytes(text[:4000])))


class Words(Hostile):
    def test_depth_and_numbers(self):
        table = self.table.id
        for text in ('{"t":' + "[" * 2000 + "]" * 2000 + "}", '{"t":"move","table":"' + table + '","ask":1e400,"move":"a"}',
                     '{"t":"move","table":"' + table + '","ask":-1,"move":"a"}',
                     '{"t":"move","table":"' + table + '","ask":18446744073709551617,"move":"a"}',
                     '{"t":"look","table":"' + table + '","step":2147483648}',
                     '{"t":"look","table":"' + table + '","step":-2147483649}',
                     '{"t":"sit","table":"' + table + '","since":4294967296}',
                     '{"t":"sit","table":"' + table + '","since":-9}', '{"t":"ping","id":' + "9" * 300 + "}",
                     '{"t":"ping","id":"' + "x" * 3000 + '"}', '{"t":"ping","id":{"a":[1,2]}}', '{"t":"\\ud800"}',
                     '{"t":"ping","\\u0000":1}', '{"t":"chat","table":"' + table + '","text":"\\u0000"}'):
            self.assertIn(self.attack(frame(TEXT, text.encode())), ("open", 1007, 1008), text[:80])

    def test_moves_that_are_none(self):
        peer = self.peers["p1"]
        bad = Peer(self.server)
        bad.sit(self.table.id, self.table.key("p1"))
        ask = bad.steps[self.table.id]["ask"]
        for move in ("", " ", "%s%n%x", "a2a3 ", "../../x", "x" * 3000, "a2a3\n", "\u202e", "'; DROP TABLE moves; --", "undo",
                     "resign", "*>draw", "?"):
            answer = bad.ask(t="move", table=self.table.id, ask=ask, move=move)
            self.assertEqual(answer["t"], "no", move)
        self.assertEqual(peer.steps[self.table.id]["step"], 0)

    def test_guessing_keys(self):
        rng = random.Random(3)
        tried = 0
        for _ in range(5):
            bad = Peer(self.server)
            try:
                for _ in range(50):
                    key = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(26))
                    answer = bad.ask(t="sit", table=self.table.id, key=key)
                    self.assertEqual(answer["t"], "no", "a guess opened a seat")
                    self.assertIn(answer["code"], ("key", "rate"))
                    tried += 1
            except AssertionError as wrong:
                self.assertIn("closed", str(wrong))
        self.assertGreater(tried, 50)

    def test_replayed_and_stale_answers(self):
        peer = self.peers["p1"]
        ask = peer.steps[self.table.id]["ask"]
        first = peer.move(self.table.id, "a2a3")
        self.assertEqual(first["step"], 1)
        for _ in range(20):
            self.assertEqual(peer.ask(t="move", table=self.table.id, ask=ask, move="a2a3")["code"], "ask")
        twin = Peer(self.server)
        twin.sit(self.table.id, self.table.key("p1"))
        self.assertEqual(twin.ask(t="move", table=self.table.id, ask=ask, move="b2b3")["code"], "ask")
        self.assertEqual(self.peers["p2"].wait_asked(self.table.id)["step"], 1)


class Crowds(Hostile):
    def test_a_flood_of_messages(self):
        bad = [Peer(self.server) for _ in range(20)]
        burst = b"".join(frame(TEXT, b'{"t":"ping"}') for _ in range(2000))
        for peer in bad:
            try:
                peer.plain.settimeout(20)
                peer.send_bytes(burst)
            except (ConnectionError, socket.timeout):
                pass
        self.assert_others_are_served()
        for peer in bad:
            peer.cut()

    def test_somebody_who_never_reads(self):
        """Asks for big answers and reads none: it is closed, or holds a bounded queue; never unbounded memory."""
        deaf = []
        for _ in range(10):
            peer = Peer(self.server)
            peer.plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            peer.sit(self.table.id, self.table.key("p1"))
            deaf.append(peer)
        before = self.server.memory()
        for _ in range(40):
            for peer in deaf:
                try:
                    peer.plain.settimeout(5)
                    peer.say(t="look", table=self.table.id, step=0)
                except (ConnectionError, socket.timeout):
                    pass
        self.assert_others_are_served()
        self.assertLess(self.server.memory() - before, 32 * MEGABYTE)
        for peer in deaf:
            peer.cut()

    def test_slow_loris(self):
        slow = []
        for _ in range(100 if SHORT else 400):
            plain = socket.create_connection(("127.0.0.1", self.server.port), timeout=20)
            plain.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            slow.append(plain)
        for round_number in range(3):
            for plain in slow:
                try:
                    plain.sendall(b"a")
                except OSError:
                    pass
            self.assert_others_are_served()
        posts = []
        for _ in range(50):
            plain = socket.create_connection(("127.0.0.1", self.server.port), timeout=20)
            plain.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{")
            posts.append(plain)
        self.assert_others_are_served()
        for plain in slow + posts:
            plain.close()

    def test_thousands_of_half_open_connections(self):
        count = 500 if SHORT else 3000
        half = []
        for number in range(count):
            plain = socket.create_connection(("127.0.0.1", self.server.port), timeout=20)
            if number % 3 == 1:
                plain.sendall(b"GET /ws HT")
            elif number % 3 == 2:
                plain.sendall(UPGRADE.encode() + b"\r\n")  # upgraded, and silent for ever
            half.append(plain)
        self.assert_others_are_served()
        self.assertLess(self.server.memory() - self.memory, GROWTH_MAX)
        for plain in half:
            plain.close()
        wait_for("the sockets to be given back", lambda: self.server.handles() < 200)

    def test_heads_that_are_too_long(self):
        for request in (b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 100000 + b"\r\n\r\n", b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n",
                        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000 + b"\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
                        b"\r\n" * 5000, b"GET", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n{}",
                        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
                        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n{}",
                        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n{}", os.urandom(5000)):
            self.server.raw(request, timeout=2)
            self.assertEqual(self.server.get("/health").status, 200, request[:60])

    def test_a_body_without_an_end(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as plain:
            plain.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n")
            try:
                for _ in range(400):
                    plain.sendall(b" " * 65536)
            except OSError:
                pass

    def test_upgrades_that_are_none(self):
        for head in (UPGRADE.replace("Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\n", ""),
                     UPGRADE.replace("/ws", "/elsewhere"), UPGRADE.replace("Upgrade: websocket\r\n", "Upgrade: h2c\r\n"),
                     UPGRADE.replace("GET", "POST")):
            answer = self.server.raw(head.encode() + b"\r\n", size=2000, timeout=2)
            self.assertNotIn(b" 101 ", answer[:20], head[:80])

    def test_connecting_and_leaving_in_a_hurry(self):
        def hurry():
            for _ in range(50 if SHORT else 200):
                try:
                    peer = Socket(self.server.port)
                    peer.send(json.dumps({"t": "sit", "table": self.table.id}))
                    peer.cut()
                except (OSError, Refused, Closed, AssertionError):
                    pass
        threads = [threading.Thread(target=hurry) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        wait_for("no ghosts among the watchers", lambda: self.watchers() == 0)
        self.assertTrue(mask_bytes(b"x", b"abcd"))

    def watchers(self):
        peer = Peer(self.server)
        peer.sit(self.table.id, self.table.key("p1"))
        peer.fence()
        peer.close()
        return peer.tables[self.table.id]["watchers"]

    def test_many_tables_at_once(self):
        for _ in range(100 if SHORT else 500):
            self.server.new_table("dice", people(2))


if __name__ == "__main__":
    main(__name__)
