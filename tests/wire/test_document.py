#!/usr/bin/python3
"""docs/wire.md to the letter: every curl command of it runs, its answers look like those shown, every message of its tables is
understood, and the messages it shows are those that are sent. It names every message and member of docs/wire.json."""
import json
import os
import re
import subprocess
import unittest

from client import Peer, Server, main, people
from described import answer_trouble, body_trouble, description, trouble

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLE = "k5wq3tgmd7ra"  # the table of the document
# Members whose values are words of the wire, so that an example has to have the right ones.
WORDS = {"t", "kind", "status", "game", "seat", "code", "of", "pack", "watch", "takeback", "bot", "name", "m", "touch", "move", "can",
         "choices", "default", "options", "asked", "events", "step", "since", "ask", "rules", "seats_usual", "min", "max"}


def document():
    with open(os.path.join(ROOT, "docs", "wire.md"), encoding="utf-8") as text:
        return text.read()


def blocks():
    """The indented blocks in order, each with the one that follows it without a word between them ("" when there is none)."""
    pairs = []
    for run in re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", document(), re.M):
        parts = [part.strip("\n") for part in re.split(r"\n\s*\n", run) if part.strip()]
        pairs += zip(parts, parts[1:] + [""])
    return pairs


def read_example(text):
    """JSON as the document writes it: `, …` at an end stands for more, "…" within a text for anything."""
    return json.loads(re.sub(r",\s*…(?=\s*[\]}])", ', "…"', re.sub(r'(\{[^{}]*),\s*…(?=\s*\})', r'\1, "…":0', text)))


def unlike(shown, real, path=""):
    """Why the example is not true; None when it is."""
    if isinstance(shown, str) and "…" in shown:
        return None if isinstance(real, str) else f"{path}: {real!r} is no text"
    if isinstance(shown, dict) and isinstance(real, dict):
        names = set(shown) - {"…"}
        if not names <= set(real) or ("…" not in shown and names != set(real)):
            return f"{path}: {sorted(names)} are shown, {sorted(real)} are sent"
        return next(filter(None, (unlike_member(name, shown[name], real[name], path) for name in sorted(names))), None)
    if isinstance(shown, list) and isinstance(real, list):
        items = [item for item in shown if item != "…"]
        if len(items) > len(real) or (len(items) == len(shown) and len(items) != len(real)):
            return f"{path}: {len(shown)} are shown, {len(real)} are sent"
        return next(filter(None, (closest(item, real, f"{path}[{number}]") for number, item in enumerate(items))), None)
    if isinstance(shown, (int, float)) and isinstance(real, (int, float)) and isinstance(shown, bool) == isinstance(real, bool):
        return None
    return None if type(shown) is type(real) else f"{path}: {shown!r} is shown, {real!r} is sent"


def closest(item, real, path):
    troubles = [unlike(item, other, path) for other in real]
    return None if None in troubles else troubles[0]


def unlike_member(name, shown, real, path):
    if name in WORDS and not isinstance(shown, (dict, list)) and "…" not in str(shown) and shown != real:
        return f"{path}.{name}: {shown!r} is shown, {real!r} is sent"
    return unlike(shown, real, f"{path}.{name}")


class Requests(unittest.TestCase):
    def test_every_curl_command_runs_and_answers_as_shown(self):
        found = [(block, shown) for block, shown in blocks() if block.lstrip().startswith("curl")]
        self.assertGreaterEqual(len(found), 5)
        self.assertGreaterEqual(len([shown for _, shown in found if shown]), 4)
        with Server() as server:
            table = key = None
            for block, shown in found:
                for command in re.findall(r"^ {4}curl.*(?:\n(?! {4}curl).*)*", block, re.M):
                    command = command.replace("localhost:8080", f"127.0.0.1:{server.port}")
                    command = command.replace(SAMPLE, table or SAMPLE).replace("KEY", key or "KEY")
                    run = subprocess.run(["sh", "-c", command.replace("curl", "curl -sS --fail-with-body", 1)], capture_output=True,
                                         text=True, timeout=60)
                    self.assertEqual(run.returncode, 0, f"{command}\n{run.stdout}{run.stderr}")
                    if not run.stdout.startswith("{"):
                        self.assertIn("/log", command)
                        continue
                    answer = json.loads(run.stdout)
                    table = answer.get("table", table)
                    key = answer.get("key", key)
                    if shown:
                        self.assertIsNone(unlike(read_example(shown), answer), command)


class Messages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def shown(self, kind):
        """The first example of a message from the server."""
        server = document().split("### Server to client")[1]
        return read_example(re.search(r"`(\{\"t\":\"" + kind + r"\".*?\})`", server)[1]
                            .replace("ID", '"…"').replace('"id":…', '"id":"…"').replace("{…}", '{"…":0}')
                            .replace("[…one entry…]", '["…"]').replace('"scores":…', '"scores":null'))

    def check(self, kind, real):
        """An id is there when the question had one."""
        self.assertEqual(set(self.shown(kind)) - {"id"}, set(real) - {"id"}, kind)

    def two(self):
        table = self.server.new_table("dice", people(2), hints="allow")
        peers = [Peer(self.server, words=True), Peer(self.server, words=True)]
        for seat, peer in zip(("p1", "p2"), peers):
            peer.say(t="sit", table=table.id, key=table.key(seat))
        for peer in peers:
            peer.wait_step(table.id, lambda step: step["step"] == 0)
        return table, peers

    def test_the_step_that_is_shown(self):
        table, (one, two) = self.two()
        self.assertEqual(one.move(table.id, "a2a3")["t"], "step")
        two.wait_step(table.id, lambda step: step["step"] == 1)
        self.assertEqual(two.move(table.id, "h7h6")["t"], "step")
        step = one.wait_step(table.id, lambda heard: heard["step"] == 2)
        [shown] = [block for block, _ in blocks() if block.lstrip().startswith('{"t":"step"')]
        real = {**step, "table": SAMPLE}
        self.assertIsNone(unlike({**read_example(shown), "scores": None}, {**real, "scores": None}))
        self.assertIsNotNone(real["scores"])
        self.assertIsNone(closest(read_example(shown)["scores"][0], real["scores"], "scores"))

    def test_messages_that_are_shown(self):
        table, (one, two) = self.two()
        self.check("hello", one.ask(t="hello", lang="en", words=True))
        self.check("why", one.ask(t="why", table=table.id, move="a2a5"))
        self.check("no", one.ask(t="move", table=table.id, ask=1, move="a2a5"))
        one.say(t="chat", table=table.id, text="grunt")
        self.check("chat", two.until(lambda m: m["t"] == "chat", "chat"))
        self.check("hint", one.ask(t="hint", table=table.id, ask=1))
        one.move(table.id, "a2a3")
        two.wait_step(table.id, lambda step: step["step"] == 1)
        self.check("past", one.ask(t="look", table=table.id, step=1))
        two.move(table.id, "h7h6")
        one.wait_step(table.id, lambda step: step["step"] == 2)
        one.say(t="undo", table=table.id)
        self.check("wish", two.until(lambda m: m["t"] == "wish", "a wish"))

    def test_every_message_to_the_server_is_understood(self):
        rows = re.findall(r"^\| `(\{\"t\".*?\})` \|", document().split("### Client to server")[1], re.M)
        self.assertGreaterEqual(len(rows), 15)
        table, (one, _) = self.two()
        for row in rows:
            text = row.replace("ID", json.dumps(table.id)).replace(":K,", f':"{table.key()}",').replace(":N}", ":0}")
            text = text.replace('"step":17', '"step":0')  # no step of this short play has such a number
            text = text.replace("2021…", "20" * 32)
            before = len(one.heard)
            one.say(**json.loads(text))
            one.ask(t="ping")
            refused = [heard for heard in one.heard[before:] if heard["t"] == "no" and heard["code"] in ("form", "table", "key")]
            self.assertEqual(refused, [], text)
            if '"rise"' in text:
                one.sit(table.id, table.key())

    def test_who_only_watches_is_refused_as_told(self):
        table, _ = self.two()
        watcher = Peer(self.server)
        watcher.sit(table.id)
        for message in ({"t": "move", "ask": 1, "move": "a2a3"}, {"t": "chat", "text": "psst"}, {"t": "undo"}, {"t": "resign"},
                        {"t": "hint", "ask": 1}, {"t": "look", "step": 0}, {"t": "standin", "bot": None}):
            answer = watcher.ask(table=table.id, **message)
            self.assertEqual((answer["t"], answer.get("code")), ("no", "seat"), message)


def members(schema):
    """Names of all members within a schema."""
    if isinstance(schema, list):
        return set().union(*map(members, schema))
    if not isinstance(schema, dict):
        return set()
    return set(schema.get("properties", ())).union(*map(members, schema.values()))


class Description(unittest.TestCase):
    """docs/wire.json, which the types of the page are made from and the client of these tests goes by."""

    def section(self, direction):
        title, end = {"toServer": ("### Client to server", "### Server to client"),
                      "fromServer": ("### Server to client", "### Coming back")}[direction]
        return document().split(title)[1].split(end)[0]

    def test_the_document_names_every_request(self):
        table = document().split("## 1. HTTP")[1].split("### Games")[0]
        self.assertEqual(re.findall(r"^\| `((?:GET|POST|DELETE) [^`]*)` \|", table, re.M), list(description()["requests"]))

    def test_the_document_names_every_message(self):
        shown = {"toServer": set(re.findall(r'^\| `\{"t":"(\w+)"', self.section("toServer"), re.M)),
                 "fromServer": set(re.findall(r"^`(\w+)`(?::| answers)", self.section("fromServer"), re.M))}
        for direction, names in shown.items():
            self.assertEqual(names, set(description()[direction]), direction)

    def test_the_document_names_every_member(self):
        known = members([description()[part] for part in ("$defs", "requests", "toServer", "fromServer")])
        named = set(re.findall(r'["`](\w+)["`]', document()))
        self.assertEqual(known - named, set())

    def test_the_document_names_every_code_of_a_refusal(self):
        told = document().split("`no`: ")[1].split("`why`: ")[0]
        for code in description()["$defs"]["NoCode"]["enum"]:
            self.assertIn(f"`{code}`", told)

    def test_answers_name_the_messages_that_there_are(self):
        self.assertEqual(set(description()["$defs"]["MessageName"]["enum"]), set(description()["toServer"]))

    def test_it_is_a_schema_in_which_everything_is_found(self):
        import jsonschema
        jsonschema.Draft202012Validator.check_schema(description())
        for reference in re.findall(r'"\$ref": "([^"]*)"', json.dumps(description())):
            self.assertIn(reference.replace("#/$defs/", ""), description()["$defs"])
        for direction in ("toServer", "fromServer"):
            for name, schema in description()[direction].items():
                self.assertEqual(schema["properties"]["t"], {"const": name})
                self.assertIn("t", schema["required"])
                self.assertIs(schema.get("additionalProperties", schema.get("unevaluatedProperties")), False, name)

    def test_it_notices_what_is_wrong(self):
        good = {"t": "look", "table": SAMPLE, "step": 3}
        self.assertIsNone(trouble("toServer", good))
        for bad in ({**good, "steps": 3}, {**good, "step": "3"}, {**good, "t": "looks"}, {"t": "look", "step": 3}, {}, []):
            self.assertIsNotNone(trouble("toServer", bad), bad)
        self.assertIsNotNone(trouble("fromServer", good))

    def test_it_notices_what_is_wrong_with_an_answer(self):
        error = b'{"error":{"code":"form","why":"no"}}'
        for method, path, status, body in (("GET", "/health", 200, b'{"ok":true,"version":"1","tables":0}'),
                                           ("GET", f"/api/tables/{SAMPLE}", 404, error), ("GET", "/api/no-such", 404, error),
                                           ("GET", "/api/tables?lang=en", 200, b'{"tables":[]}'), ("GET", "/", 200, b"<html>")):
            self.assertIsNone(answer_trouble(method, path, status, body), path)
        for method, path, status, body in (("GET", "/health", 200, b'{"ok":true,"version":"1"}'), ("GET", "/api/tables", 200, b"[]"),
                                           ("GET", "/api/tables", 200, b'{"tables":[{}]}'), ("GET", "/api/tables", 200, b""),
                                           ("GET", "/api/no-such", 200, b"{}"), ("GET", "/api/tables", 404, b'{"tables":[]}'),
                                           ("GET", f"/api/tables/{SAMPLE}/log", 200, b"ochre 2\n"), ("GET", "/api/no-such", 404, b"")):
            self.assertIsNotNone(answer_trouble(method, path, status, body), (path, body))
        self.assertIsNone(body_trouble("POST", f"/api/tables/{SAMPLE}/join", {"seat": "p2"}))
        self.assertIsNotNone(body_trouble("POST", f"/api/tables/{SAMPLE}/join", {"seat": 2}))


if __name__ == "__main__":
    main(__name__)
