#!/usr/bin/env python3
"""bot.py SEAT-LINK [--name NAME] [--seed N]: a player for `ochre serve`, with Python's standard library alone.

    python3 docs/examples/bot.py http://localhost:8080/t/k5wq3tgmd7ra#KEY

It sits down with the key of the link, adds a share of its own to chance, answers every question it is asked, and goes
when play is over. It knows no game: every step brings its possible moves along. A better player only needs a better
`choose`. The wire is docs/wire.md.
"""
import argparse
import base64
import hashlib
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import urllib.parse


# ---- what a better bot would change ----

def choose(step):
    """One of the moves of a step. `step["view"]` is all that this seat may know."""
    return random.choice(step["moves"])["m"]


# ---- a WebSocket, as far as a client needs it (RFC 6455) ----

class WebSocket:
    def __init__(self, url):
        secure = url.scheme == "https"
        port = url.port or (443 if secure else 80)
        self.plain = socket.create_connection((url.hostname, port))
        self.plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if secure:
            self.plain = ssl.create_default_context().wrap_socket(self.plain, server_hostname=url.hostname)
        self.stream = self.plain.makefile("rb")
        self.plain.sendall((f"GET /ws HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
                            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ochre.1\r\n\r\n").encode())
        status = self.stream.readline().decode()
        if " 101 " not in status:
            raise ConnectionError(f"no WebSocket here: {status.strip()}")
        while self.stream.readline().strip():
            pass  # the other lines of the answer

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def send_frame(self, opcode, payload):
        mask = os.urandom(4)  # clients mask what they send
        if len(payload) < 126:
            size = bytes([0x80 | len(payload)])
        else:
            size = bytes([0x80 | 126]) + struct.pack(">H", len(payload))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
        self.plain.sendall(bytes([0x80 | opcode]) + size + mask + masked)

    def receive(self):
        """The next message, put together from its fragments; None when the server has closed."""
        message = b""
        while True:
            head = self.stream.read(2)
            if len(head) < 2:
                return None
            size = head[1] & 0x7F
            if size >= 126:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            payload = self.stream.read(size)
            opcode = head[0] & 0x0F
            if opcode == 8:  # close
                return None
            if opcode == 9:  # ping
                self.send_frame(10, payload)
            elif opcode < 8:
                message += payload
                if head[0] & 0x80:
                    return json.loads(message)


# ---- the player ----

def answer(ws, table, step):
    """Answers the open question. True when play is over."""
    if step["over"]:
        print(f"over after {step['step']} moves: {', '.join(step['over']['winners']) or 'nobody'} won")
        return True
    if step["ask"]:  # 0: somebody else is asked
        ws.send({"t": "move", "table": table, "ask": step["ask"], "move": choose(step)})
    return False


def pledge_of(share):
    """What stands for a share of chance until it is opened (docs/fair.md)."""
    return hashlib.blake2b(b"ochre-pledge-2" + share, digest_size=32).hexdigest()


def open_share(ws, message, share):
    """Opens the share if the table asks for it now, and has the pledge that fits. True when it was sent."""
    fair, me = message.get("fair", {}), message["me"]
    if me not in fair.get("unopened", []) or fair["pledges"][me] != pledge_of(share):
        return False
    print(f"seal {fair['seal']}")  # to be found again in the log (ochre verify)
    ws.send({"t": "open", "table": message["table"], "share": share.hex()})
    return True


def play(ws, table, key, name, share):
    """Plays until the end. False when the connection was lost before."""
    ws.send({"t": "hello", "lang": "en", "words": False})
    ws.send({"t": "sit", "table": table, "key": key, "name": name, "pledge": pledge_of(share)})
    step = None
    is_open = False
    while (message := ws.receive()) is not None:
        if message["t"] == "step":
            step = message
            if answer(ws, table, step):
                return True
        elif message["t"] == "table":
            is_open = is_open or open_share(ws, message, share)
        elif message["t"] == "no" and message["code"] in ("ask", "over"):
            pass  # answered already, while others chose too; the newer step is on its way
        elif message["t"] == "no" and message["code"] in ("rate", "keep", "busy") and step:
            time.sleep(1)  # not now: ask again a little later
            answer(ws, table, step)
        elif message["t"] in ("no", "gone"):
            sys.exit(f"bot: {message.get('code', 'gone')}: {message['why']}")
    return False


def main():
    parser = argparse.ArgumentParser(description="Plays one seat of a table of ochre serve.")
    parser.add_argument("link", help="the seat link, http://HOST/t/TABLE#KEY")
    parser.add_argument("--name", default="bot.py")
    parser.add_argument("--seed", type=int, help="the same choices every time")
    call = parser.parse_args()
    random.seed(call.seed)
    url = urllib.parse.urlsplit(call.link)
    table = url.path.rpartition("/")[2]
    if not table or not url.fragment:
        sys.exit("bot: a seat link looks like http://HOST/t/TABLE#KEY")
    share = os.urandom(32)  # never used twice: whoever knows it beforehand could choose what comes
    while True:  # coming back is connecting again: the first step has everything
        try:
            if play(WebSocket(url), table, url.fragment, call.name, share):
                return
        except ConnectionRefusedError as refused:
            print(f"bot: {refused}; once more in 2 seconds", file=sys.stderr)
        time.sleep(2)


if __name__ == "__main__":
    main()
