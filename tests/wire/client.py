"""client.py: a scripted client of docs/wire.md, and a server to try it on.

Written from the document; every message and every answer is held to docs/wire.json, in both directions. `Server` starts `ochre serve` with a
folder of its own and takes everything down again; `Peer` is one WebSocket connection that remembers all it heard; `frame` makes
frames byte by byte for tests that send what no client should. Nothing here waits for a fixed time: what is awaited has a generous
deadline.

    with Server() as server:
        table = server.new_table("dice", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
        me = Peer(server)
        step = me.sit(table.id, table.key("p1"))
        me.move(table.id, step["moves"][0]["m"])

OCHRE_TEST_PORTS=18600-18699 keeps the servers within these ports; OCHRE_BIN names the program when there is no argument.
"""
import base64
import hashlib
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from described import answer_trouble, body_trouble, trouble

DEADLINE = float(os.environ.get("OCHRE_TEST_DEADLINE", "120"))  # nothing takes that long; it only ends what hangs
SHORT = os.environ.get("OCHRE_SHORT") == "1"
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
KEY_ALPHABET = set("abcdefghijklmnopqrstuvwxyz234567")

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0


def binary():
    """The program under test: OCHRE_BIN, or the first argument that is a file (taken out of sys.argv)."""
    if "OCHRE_BIN" not in os.environ:
        for argument in sys.argv[1:]:
            if os.path.isfile(argument) and os.access(argument, os.X_OK):
                os.environ["OCHRE_BIN"] = os.path.abspath(argument)
                sys.argv.remove(argument)
                break
    try:
        return os.environ["OCHRE_BIN"]
    except KeyError:
        sys.exit(f"usage: {sys.argv[0]} OCHRE [TEST…]")


def bend():
    """The library that bends a server's world (bend.c), as it was built beside the program."""
    return os.environ.get("OCHRE_BEND") or os.path.join(os.path.dirname(binary()), "tests", "wire", "bend.so")


def free_port():
    """A port nobody listens on right now."""
    span = os.environ.get("OCHRE_TEST_PORTS")
    if span:
        low, high = (int(part) for part in span.split("-"))
        ports = list(range(low, high + 1))
        random.SystemRandom().shuffle(ports)
    else:
        ports = [0]
    for port in ports:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return probe.getsockname()[1]
    raise RuntimeError("no free port")


def wait_for(what, test, deadline=DEADLINE, pause=0.02):
    """Polls until test() is true and returns what it returned."""
    end = time.monotonic() + deadline
    while True:
        found = test()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"waited {deadline:.0f} s in vain for: {what}")
        time.sleep(pause)


# ---- HTTP ----

class Answer:
    """One HTTP answer."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self):
        return self.body.decode("utf-8")

    @property
    def code(self):
        """The code of an error."""
        return self.json["error"]["code"]

    def __repr__(self):
        return f"<{self.status} {self.body[:400]!r}>"


class NewTable:
    """What POST /api/tables gave."""

    def __init__(self, answer):
        self.id = answer["table"]
        self.answer = answer
        self.keys = {seat["seat"]: seat["key"] for seat in answer.get("seats", [])}

    def key(self, seat="p1"):
        return self.keys[seat]


# ---- the server ----

class Server:
    """A real server with a temporary data folder. Limits that would hinder tests are wide unless named, and it is talkative."""

    WIDE = {"--tables-per-hour": "1000000", "--peers-per-address": "100000", "--messages-per-second": "1000000",
            "--requests-per-second": "1000000", "--log-level": "debug"}

    def __init__(self, *options, data=None, environment=None, program=None, limits=None, start=True, preexec=None):
        self.program = program or binary()
        self.own_folder = data is None
        self.data = data or tempfile.mkdtemp(prefix="ochre-wire-")
        wide = {**self.WIDE, **(limits or {})}
        self.options = [word for name, value in wide.items() if value is not None for word in (name, value)] + list(options)
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", **(environment or {})}
        self.preexec = preexec
        self.process = None
        self.port = None
        self.keys = set()
        self.log = open(os.path.join(tempfile.gettempdir(), f"ochre-wire-{os.getpid()}-{id(self):x}.log"), "w+b")
        if start:
            try:
                self.start()
            except BaseException:
                self.close()
                raise

    def command(self):
        return [self.program, "serve", "--listen", "127.0.0.1", "--port", str(self.port), "--data", self.data] + self.options

    def start(self, ready=True):
        """Starts it; another port is tried when somebody was faster."""
        for _ in range(5):
            self.port = self.port or free_port()
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                            env=self.environment, preexec_fn=self.preexec)
            if not ready or self.is_ready():
                return self
            said = self.said()
            if "taken" not in said and "in use" not in said:
                raise AssertionError(f"the server did not start: {said}")
            self.port = None
        raise AssertionError("the server found no port")

    def is_ready(self):
        """Waits until it answers (or is gone)."""
        def answers():
            if self.process.poll() is not None:
                return "gone"
            try:
                return "ready" if self.get("/health").status in (200, 503) else None
            except OSError:
                return None
        return wait_for("the server to be ready", answers) == "ready"

    def said(self):
        """All it wrote to standard output and error."""
        self.log.flush()
        with open(self.log.name, "rb") as text:
            return text.read().decode("utf-8", "replace")

    def stop(self):
        """SIGTERM; returns the exit code."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(DEADLINE) if self.process else None

    def kill(self):
        """As if the machine had been switched off."""
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait(DEADLINE)

    def close(self):
        try:
            if self.process and self.process.poll() is None:
                self.process.terminate()
                try:
                    self.process.wait(20)
                except subprocess.TimeoutExpired:
                    self.kill()
        finally:
            said = self.said()
            secrets = self.secrets()
            self.log.close()
            if os.path.exists(self.log.name):
                os.remove(self.log.name)
            if self.own_folder:
                shutil.rmtree(self.data, ignore_errors=True)
        if "Sanitizer" in said or "runtime error:" in said:
            raise AssertionError(f"a sanitizer spoke up: {said[-6000:]}")
        for secret in secrets:
            if secret in said:
                raise AssertionError(f"the secret {secret} stands in what the server wrote: {said[-6000:]}")

    def secrets(self):
        """Every key that was handed out, every seed and share in the store: none of them may be in a line for the host."""
        found = set(self.keys)
        try:
            database = sqlite3.connect(f"file:{os.path.join(self.data, 'ochre.db')}?mode=ro", uri=True)
            for column in ("SELECT seed FROM tables", "SELECT share FROM seats", "SELECT key FROM seats"):
                for (blob,) in database.execute(column):
                    if blob and len(blob) >= 16:
                        found |= {blob.hex(), blob.hex().upper(), base64.b64encode(blob).decode()}
            database.close()
        except (sqlite3.Error, TypeError):
            pass  # a test of a broken one
        return found

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def memory(self):
        """Bytes it holds in memory."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        raise AssertionError("no VmRSS")

    def handles(self):
        """How many files and sockets it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    # HTTP, one connection a request

    def http(self, method, path, body=None, key=None, headers=None, timeout=DEADLINE):
        """The answer, as docs/wire.json describes it; what was not refused was as described, too."""
        answer = self.http_as_it_is(method, path, body, key, headers, timeout)
        wrong = method != "HEAD" and answer_trouble(method, path, answer.status, answer.body)
        if not wrong and answer.status < 300 and isinstance(body, (dict, list)):
            wrong = body_trouble(method, path, body)
        if wrong:
            raise AssertionError(wrong)
        return answer

    def http_as_it_is(self, method, path, body=None, key=None, headers=None, timeout=DEADLINE):
        given = dict(headers or {})
        if key is not None:
            given.setdefault("Authorization", f"Bearer {key}")
        if isinstance(body, (dict, list)):
            body = json.dumps(body, ensure_ascii=False).encode("utf-8")
            given.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, given)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
            self.keys.update(re.findall(r'"(?:key|opener)":"([a-z2-7]{26})"', answer.body.decode("utf-8", "replace")))
            return answer
        except http.client.HTTPException as broken:
            raise ConnectionError(f"{method} {path}: {broken!r}") from broken
        finally:
            connection.close()

    def get(self, path, key=None, **more):
        return self.http("GET", path, key=key, **more)

    def post(self, path, body=None, key=None, **more):
        return self.http("POST", path, body if body is not None else {}, key=key, **more)

    def raw(self, request, size=1 << 20, timeout=DEADLINE):
        """Bytes as they are; what comes back until the server closes, or the first `size` bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as plain:
            plain.sendall(request)
            got = b""
            try:
                while len(got) < size:
                    piece = plain.recv(65536)
                    if not piece:
                        break
                    got += piece
            except (ConnectionError, socket.timeout):
                pass
            return got

    # tables

    def new_table(self, game, seats, **more):
        answer = self.post("/api/tables", {"game": game, "seats": seats, **more})
        if answer.status != 201:
            raise AssertionError(f"no table: {answer}")
        return NewTable(answer.json)

    def look(self, table):
        answer = self.get(f"/api/tables/{table}")
        if answer.status != 200:
            raise AssertionError(f"no look at {table}: {answer}")
        return answer.json

    def join(self, table, **more):
        answer = self.post(f"/api/tables/{table}/join", more)
        if answer.status != 200:
            raise AssertionError(f"no seat: {answer}")
        return answer.json


def people(count):
    """The caller in the first seat, reserved seats for others: a table whose keys are all in the answer."""
    return [{"kind": "me"}] + [{"kind": "reserved"}] * (count - 1)


# ---- WebSocket ----

def frame(opcode, payload=b"", final=True, masked=True, reserved=0, length=None):
    """One frame of RFC 6455, section 5.2. `length`: a length that is not true."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + mask_bytes(payload, mask)


def mask_bytes(payload, mask):
    if not payload:
        return b""
    repeated = (mask * (len(payload) // 4 + 1))[:len(payload)]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(payload), "big")


class Closed(Exception):
    """The server ended the connection; `code` is the one of its close frame (None without one)."""

    def __init__(self, code, why=""):
        super().__init__(f"closed {code} {why}")
        self.code, self.why = code, why


class Refused(Exception):
    """No upgrade."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body[:200]!r}")
        self.status, self.body = status, body


class Socket:
    """One WebSocket: messages as bytes."""

    def __init__(self, port, path="/ws", protocol="ochre.1", headers=None, timeout=DEADLINE):
        self.plain = self.connect(port, timeout)
        self.buffer = b""
        self.pieces = []
        self.closed = None
        self.pings = []
        self.pongs = []
        try:
            self.upgrade(port, path, protocol, headers or {})
        except BaseException:
            self.plain.close()
            raise

    def connect(self, port, timeout):
        plain = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return plain

    def upgrade(self, port, path, protocol, headers):
        nonce = base64.b64encode(os.urandom(16))
        lines = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                 "Sec-WebSocket-Key": nonce.decode(), "Sec-WebSocket-Version": "13"}
        if protocol:
            lines["Sec-WebSocket-Protocol"] = protocol
        lines.update(headers)
        request = f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()
                                                       if value is not None) + "\r\n"
        self.plain.sendall(request.encode("latin-1"))
        while b"\r\n\r\n" not in self.buffer:
            piece = self.plain.recv(65536)
            if not piece:
                raise Refused(0, self.buffer)
            self.buffer += piece
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        first, *rest = head.decode("latin-1").split("\r\n")
        status = int(first.split()[1])
        if status != 101:
            raise Refused(status, self.buffer)
        self.headers = {name.strip().lower(): value.strip() for name, value in (line.split(":", 1) for line in rest)}
        wanted = base64.b64encode(hashlib.sha1(nonce + GUID).digest()).decode()
        assert self.headers["sec-websocket-accept"] == wanted, "a wrong Sec-WebSocket-Accept"

    def send_bytes(self, raw):
        self.plain.sendall(raw)

    def send(self, text, pieces=1):
        """One text message, in so many fragments."""
        payload = text if isinstance(text, bytes) else text.encode("utf-8")
        if pieces == 1:
            self.plain.sendall(frame(TEXT, payload))
            return
        size = max(1, len(payload) // pieces)
        parts = [payload[at:at + size] for at in range(0, len(payload), size)]
        for number, part in enumerate(parts):
            self.plain.sendall(frame(TEXT if number == 0 else CONTINUATION, part, final=number == len(parts) - 1))

    def fill(self, size):
        while len(self.buffer) < size:
            try:
                piece = self.plain.recv(262144)
            except ConnectionError:
                piece = b""
            if not piece:
                self.closed = self.closed or Closed(None)
                raise self.closed
            self.buffer += piece

    def take(self, size):
        self.fill(size)
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def next_frame(self):
        # The head is looked at before anything is taken, so that a timeout in the middle loses nothing.
        self.fill(2)
        size, at = self.buffer[1] & 0x7F, 2
        assert not self.buffer[1] & 0x80, "the server must not mask"
        if size == 126:
            self.fill(4)
            size, at = struct.unpack(">H", self.buffer[2:4])[0], 4
        elif size == 127:
            self.fill(10)
            size, at = struct.unpack(">Q", self.buffer[2:10])[0], 10
        self.fill(at + size)
        first = self.take(at)[0]
        assert not first & 0x70, "reserved bits without an extension"
        return first & 0x0F, bool(first & 0x80), self.take(size)

    def receive(self, timeout=DEADLINE):
        """The next message; raises Closed at the end and socket.timeout when nothing comes."""
        if self.closed:
            raise self.closed
        self.plain.settimeout(timeout)
        while True:
            opcode, final, payload = self.next_frame()
            if opcode == PING:
                self.pings.append(payload)
                self.plain.sendall(frame(PONG, payload))
            elif opcode == PONG:
                self.pongs.append(payload)
            elif opcode == CLOSE:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                self.closed = Closed(code, payload[2:].decode("utf-8", "replace"))
                try:
                    self.plain.sendall(frame(CLOSE, payload[:2]))
                except OSError:
                    pass
                raise self.closed
            else:
                assert opcode in (TEXT, CONTINUATION), f"opcode {opcode} from the server"
                assert (opcode == CONTINUATION) == bool(self.pieces), "fragments out of order"
                self.pieces.append(payload)
                if final:
                    whole, self.pieces = b"".join(self.pieces), []
                    return whole

    def close(self, code=1000):
        if self.closed is None:
            try:
                self.plain.sendall(frame(CLOSE, struct.pack(">H", code)))
            except OSError:
                pass
        self.plain.close()

    def cut(self):
        """Gone without a word (and with a reset)."""
        self.plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.plain.close()


class Peer(Socket):
    """A connection that speaks the wire. `heard` has every message, in order; `steps` and `tables` the newest of each."""

    def __init__(self, server, lang="en", words=False, hello=True, **more):
        super().__init__(server.port, **more)
        self.server = server
        self.heard = []
        self.raw_heard = []
        self.steps = {}
        self.tables = {}
        self.count = 0
        if hello:
            self.greeting = self.ask(t="hello", lang=lang, words=words)

    # talking

    def say(self, **message):
        """A message as docs/wire.json describes it."""
        wrong = trouble("toServer", message)
        assert not wrong, f"{wrong} (what is wrong on purpose is blurted out)"
        self.blurt(**message)

    def blurt(self, **message):
        """Any message, right or wrong."""
        self.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def ask(self, is_wrong=False, **message):
        """Says it with an id and returns the answer that carries it. `is_wrong`: it is not as described, on purpose."""
        self.count += 1
        message.setdefault("id", self.count)
        (self.blurt if is_wrong else self.say)(**message)
        return self.until(lambda heard: heard.get("id") == message["id"], f"an answer to {message}")

    # listening

    def hear(self, timeout=DEADLINE):
        """The next message."""
        raw = self.receive(timeout)
        message = json.loads(raw.decode("utf-8"))
        wrong = trouble("fromServer", message)
        assert not wrong, f"{wrong}: {raw[:2000]!r}"
        self.raw_heard.append(raw)
        self.heard.append(message)
        if message["t"] == "step":
            self.steps[message["table"]] = message
        elif message["t"] == "table":
            self.tables[message["table"]] = message
        return message

    def until(self, test, what="a message", deadline=DEADLINE):
        """Listens until a message passes the test, and returns it."""
        end = time.monotonic() + deadline
        before = len(self.heard)
        while True:
            left = end - time.monotonic()
            try:
                if left <= 0:
                    raise socket.timeout
                message = self.hear(left)
            except socket.timeout:
                raise AssertionError(f"waited in vain for {what}; heard {self.heard[before:][-5:]}") from None
            except Closed as closed:
                raise AssertionError(f"{closed} while waiting for {what}; heard {self.heard[before:][-5:]}") from None
            if test(message):
                return message

    def expect(self, t, table=None, **members):
        """The next message of this kind (and table, and members)."""
        return self.until(lambda m: m["t"] == t and (table is None or m.get("table") == table) and
                          all(m.get(name) == value for name, value in members.items()), f"{t} {members}")

    def fence(self):
        """One round trip. Small messages overtake tables, steps and chat that are still waiting to be written."""
        self.ask(t="ping")

    def closes(self, deadline=DEADLINE):
        """Listens until the server closes; returns the code."""
        end = time.monotonic() + deadline
        try:
            while True:
                self.hear(max(0.001, end - time.monotonic()))
        except Closed as closed:
            return closed.code

    # playing

    def sit(self, table, key=None, is_wrong=False, **more):
        """Begins to hear a table: its newest step when it plays, else what `table` says (or the refusal)."""
        message = {"t": "sit", "table": table, **more}
        if key is not None:
            message["key"] = key
        self.count += 1
        message["id"] = number = self.count
        self.tables.pop(table, None)
        self.steps.pop(table, None)
        (self.blurt if is_wrong else self.say)(**message)
        refused = []

        def settled(heard):
            if heard["t"] == "no" and heard.get("id") == number:
                refused.append(heard)
                return True
            return heard.get("table") == table and heard["t"] in ("table", "step") and self.is_settled(table)
        self.until(settled, f"a seat at {table}")
        if refused:
            return refused[0]
        return self.steps.get(table) or self.tables[table]

    def is_settled(self, table):
        """Has everything that answers `sit` come?"""
        about = self.tables.get(table)
        if about is None:
            return False
        if about["status"] in ("waiting", "aside") or (about["me"] is None and about["watch"] == "none"
                                                       and about["status"] != "over"):
            return True
        return table in self.steps

    def wait_step(self, table, test, what="a step", deadline=DEADLINE):
        """The newest step, once it passes the test."""
        if table in self.steps and test(self.steps[table]):
            return self.steps[table]
        return self.until(lambda m: m["t"] == "step" and m["table"] == table and test(m), what, deadline)

    def wait_asked(self, table):
        """The newest step, once this seat is asked or play is over."""
        return self.wait_step(table, lambda step: step["ask"] or step["over"], "a question")

    def move(self, table, move, ask=None):
        """Makes a move; returns the step that has it, or the refusal."""
        step = self.steps[table]
        self.count += 1
        number = self.count
        question = step["ask"] if ask is None else ask
        self.say(t="move", table=table, ask=question, move=move, id=number)
        return self.until(lambda m: (m["t"] == "no" and m.get("id") == number) or
                          (m["t"] == "step" and m["table"] == table and (m["step"] > step["step"] or m["ask"] != question)),
                          f"an answer to {move}")


def seat_people(server, game, count, lang="en", words=False, **more):
    """A table of people, all seated and hearing: (table, {seat: Peer})."""
    table = server.new_table(game, people(count), **more)
    peers = {}
    for seat, key in table.keys.items():
        peers[seat] = Peer(server, lang=lang, words=words)
        peers[seat].sit(table.id, key)
    for peer in peers.values():
        peer.wait_step(table.id, lambda step: True, "the first step")
    return table, peers


def asked_peer(peers, table):
    """The seat that is asked now, and its peer (all of them have heard the newest step)."""
    newest = max(peer.steps[table]["step"] for peer in peers.values())
    for seat, peer in peers.items():
        step = peer.wait_step(table, lambda heard: heard["step"] >= newest)
        if step["ask"]:
            return seat, peer
    raise AssertionError("nobody is asked")


def main(module):
    """Runs the tests of a file: program first, then as unittest wants it."""
    import unittest  # only the files that are tests need it
    binary()
    unittest.main(module=module, verbosity=2, warnings="ignore")
