#!/usr/bin/python3
"""The WebSocket, docs/wire.md section 2: every message and every refusal code, from the first hello to the rematch."""
import json
import random
import unittest

from client import (CLOSE, PING, TEXT, Closed, Peer, Server, asked_peer, frame, main, people, seat_people, wait_for)

BOT = {"kind": "bot", "bot": "random"}
DICE = [{"kind": "me", "name": "Ama"}, BOT]
DANGER = "8/8/3B41W12/8/3W24/8/8/W17 w 2 - 0 1"
# White takes the last black unit in one move: a play that is over at once.
NEARLY_OVER = "8/8/8/8/8/8/B17/W17 w 2 - 0 30"


class Wire(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def alone(self, game="dice", seats=None, **more):
        """A table against a computer, and the step it begins with."""
        table = self.server.new_table(game, seats or DICE, **more)
        peer = Peer(self.server)
        step = peer.sit(table.id, table.key())
        self.assertEqual(step["t"], "step", step)
        if not step["ask"]:
            step = peer.wait_asked(table.id)
        return table, peer, step

    def check_no(self, answer, code, of=None, table=None):
        self.assertEqual(answer["t"], "no", answer)
        self.assertEqual(answer["code"], code, answer)
        self.assertTrue(answer["why"], answer)
        self.assertIsInstance(answer["why"], str)
        if of:
            self.assertEqual(answer["of"], of, answer)
        if table:
            self.assertEqual(answer["table"], table, answer)
        self.assertEqual("rule" in answer, code == "rule", answer)

    def finished(self, seats=None):
        """A play that is over, won by p1 in one move: (table, peer)."""
        table = self.server.new_table("dice", seats or [{"kind": "me"}, BOT], position=NEARLY_OVER)
        peer = Peer(self.server)
        step = peer.sit(table.id, table.key())
        last = peer.move(table.id, "a1a2") if "a1a2" in [move["m"] for move in step["moves"]] else step
        peer.wait_step(table.id, lambda heard: heard["over"], f"the end after {last}")
        return table, peer


class Hello(Wire):
    def test_exact_bytes(self):
        peer = Peer(self.server, hello=False)
        peer.send('{"t":"hello","lang":"en","id":7}')
        raw = peer.receive()
        message = json.loads(raw)
        self.assertEqual(set(message), {"t", "id", "server", "wire", "boot"})
        self.assertEqual((message["t"], message["id"], message["wire"]), ("hello", 7, 5))
        self.assertTrue(message["boot"])
        self.assertNotIn(b" ", raw)
        peer.send('{"t":"ping"}')
        self.assertEqual(peer.receive(), b'{"t":"pong"}')
        peer.send('{"t":"ping","id":"x"}')
        self.assertEqual(json.loads(peer.receive()), {"t": "pong", "id": "x"})

    def test_boot_is_the_same_until_a_restart(self):
        self.assertEqual(Peer(self.server).greeting["boot"], Peer(self.server).greeting["boot"])

    def test_without_a_hello_the_words_are_english(self):
        table = self.server.new_table("dice", DICE)
        peer = Peer(self.server, hello=False)
        peer.sit(table.id, table.key())
        self.check_no(peer.move(table.id, "a2a5"), "rule", "move")

    def test_the_subprotocol_is_ours(self):
        self.assertEqual(Peer(self.server).headers["sec-websocket-protocol"], "ochre.1")

    def test_an_unknown_language_is_english(self):
        table = self.server.new_table("dice", DICE)
        whys = []
        for lang in ("en", "xx"):
            peer = Peer(self.server, lang=lang)
            peer.sit(table.id, table.key())
            whys.append(peer.ask(t="why", table=table.id, move="a2a5")["why"])
        self.assertEqual(whys[0], whys[1])

    def test_control_frames(self):
        peer = Peer(self.server)
        peer.send_bytes(frame(PING, b"still there?"))
        wait_for("a pong", lambda: peer.fence() or peer.pongs)
        self.assertEqual(peer.pongs, [b"still there?"])
        peer.send_bytes(frame(CLOSE, b"\x03\xe8"))
        self.assertIn(peer.closes(), (1000, None))


class Form(Wire):
    def test_what_is_not_understood(self):
        peer = Peer(self.server)
        for text in ("{", "[]", "7", "null", "\"hello\"", "{}", "{\"t\":7}", "{\"t\":\"dance\"}", "{\"t\":\"\"}", "{\"t\":null}",
                     "{\"t\":\"ping\"}{\"t\":\"ping\"}", "{\"t\":\"ping\",\"t\":\"ping\"}", "[" * 1000, "nul", ""):
            peer.send(text)
            self.check_no(peer.hear(), "form")
        table = self.server.new_table("dice", DICE)
        peer.sit(table.id, table.key())
        for message in ({"t": "sit"}, {"t": "sit", "table": 7}, {"t": "move", "table": table.id},
                        {"t": "move", "table": table.id, "ask": "one", "move": "a2a3"},
                        {"t": "move", "table": table.id, "ask": 1, "move": 7},
                        {"t": "chat", "table": table.id}, {"t": "chat", "table": table.id, "text": 7},
                        {"t": "standin", "table": table.id, "bot": 7}, {"t": "standin", "table": table.id, "bot": "genius"},
                        {"t": "look", "table": table.id}, {"t": "look", "table": table.id, "step": "x"},
                        {"t": "consent", "table": table.id}, {"t": "why", "table": table.id}):
            self.check_no(peer.ask(is_wrong=True, **message), "form", message["t"])
        self.assertEqual(peer.steps[table.id]["step"], 0)

    def test_ids_come_back_as_they_were(self):
        peer = Peer(self.server)
        for given in (1, 0, -5, 123456789, "a", "a longer one", "é\"\\"):
            self.assertEqual(peer.ask(t="ping", id=given), {"t": "pong", "id": given})
        self.check_no(peer.ask(is_wrong=True, t="dance", id="x"), "form")

    def test_a_message_that_is_too_large(self):
        peer = Peer(self.server)
        peer.blurt(t="ping", pad="x" * 5000)
        try:
            self.check_no(peer.hear(), "size")
            peer.fence()
        except Closed as closed:
            self.assertEqual(closed.code, 1009)

    def test_just_below_four_kilobytes_in_fragments(self):
        peer = Peer(self.server)
        text = json.dumps({"t": "ping", "id": "f", "pad": "é" * 1900}, ensure_ascii=False)
        self.assertLess(len(text.encode()), 4096)
        peer.send(text, pieces=50)
        self.assertEqual(peer.hear(), {"t": "pong", "id": "f"})


class Rates(unittest.TestCase):
    """With the limits that people meet."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(limits={"--messages-per-second": None})
        cls.addClassCleanup(cls.server.close)

    def test_too_many_messages(self):
        peer = Peer(self.server)
        peer.send_bytes(b"".join(frame(TEXT, b'{"t":"ping","id":%d}' % number) for number in range(64)))
        answers = [peer.hear() for _ in range(64)]
        codes = [answer.get("code") for answer in answers]
        self.assertGreaterEqual(codes.count(None), 59)  # hello was the first of the sixty
        self.assertEqual(set(codes), {None, "rate"})
        self.assertEqual(codes[:59], [None] * 59)

    def test_who_goes_on_is_closed(self):
        peer = Peer(self.server)
        try:
            for _ in range(20000):
                peer.say(t="ping")
        except ConnectionError:
            pass
        self.assertIn(peer.closes(), (1008, None))
        Peer(self.server).fence()


class Sitting(Wire):
    def test_the_table_and_the_first_step(self):
        table, peer, step = self.alone()
        about = peer.tables[table.id]
        self.assertEqual(about["me"], "p1")
        self.assertIs(about["opener"], True)
        self.assertRegex(about["fair"]["commitment"], r"^[0-9a-f]{64}$")
        self.assertEqual({**about["fair"], "commitment": "", "seal": ""},
                         {"version": 2, "commitment": "", "seal": "", "pledges": {}, "shares": {}, "withheld": []})
        self.assertNotIn("seed", about["fair"])
        self.assertEqual(about["watchers"], 0)
        self.assertEqual((about["game"], about["status"]), ("dice", "running"))
        plain = self.server.look(table.id)
        for name, value in plain.items():
            self.assertEqual(about[name], value, name)
        self.assertEqual((step["step"], step["since"], step["asked"], step["hush"], step["over"]), (0, 0, ["p1"], False, None))
        self.assertGreater(step["ask"], 0)
        self.assertEqual(step["story"], [])
        self.assertEqual(step["undoable"], 0)
        self.assertEqual(step["view"]["phase"], "PLAY")
        moves = {move["m"]: move for move in step["moves"]}
        self.assertEqual(moves["a2a3"]["touch"], ["a2", "a3"])
        self.assertNotIn("words", moves["a2a3"])
        self.assertEqual([score["seat"] for score in step["scores"]], ["p1", "p2"])

    def test_words_when_asked_for(self):
        table = self.server.new_table("dice", DICE)
        peer = Peer(self.server, words=True)
        step = peer.sit(table.id, table.key())
        self.assertTrue(all(move["words"] for move in step["moves"]))

    def test_the_question_and_its_headings(self):
        """The question is in the listener's language, and every move stands under a heading."""
        for lang, question, first in (("en", "Your turn. Choose a stone.", "Take"),
                                      ("fr", "À vous. Choisissez une pierre.", "Prises")):
            table = self.server.new_table("dice", DICE)
            peer = Peer(self.server, lang=lang, words=True)
            step = peer.sit(table.id, table.key())
            self.assertEqual((step["question"], step["groups"][0]), (question, first))
            for move in step["moves"]:
                self.assertLess(move["group"], len(step["groups"]))
            watcher = Peer(self.server, words=True)
            seen = watcher.sit(table.id)
            self.assertEqual((seen["question"], seen["moves"], "groups" in seen), (None, [], False))

    def test_what_is_in_danger(self):
        """What others could take next, piece by piece, with words; for whoever chooses, and nobody else."""
        for lang, words in (("en", "f6 and d4, from the 4 on d6"), ("fr", "f6 et d4, par le 4 en d6")):
            table = self.server.new_table("dice", DICE, position=DANGER)
            step = Peer(self.server, lang=lang, words=True).sit(table.id, table.key())
            self.assertEqual(step["dangers"], [{"by": "d6", "at": ["f6", "d4"], "words": words}])
            self.assertNotIn("dangers", Peer(self.server).sit(table.id, table.key()))
            self.assertNotIn("dangers", Peer(self.server, words=True).sit(table.id))

    def test_wrong_tables_and_keys(self):
        table = self.server.new_table("dice", DICE)
        peer = Peer(self.server)
        self.check_no(peer.ask(t="sit", table="aaaaaaaaaaaa", key="a" * 26), "table", "sit")
        self.check_no(peer.ask(is_wrong=True, t="sit", table="../etc", key="a" * 26), "table", "sit")
        for key in ("a" * 26, 7, "x", table.key()[:-1], table.key() + "a", table.key().upper(), "a" * 2000):
            self.check_no(peer.ask(is_wrong=True, t="sit", table=table.id, key=key), "key", "sit", table.id)
        for message in ({"t": "move", "ask": 1, "move": "a2a3"}, {"t": "undo"}, {"t": "chat", "text": "x"}, {"t": "resign"},
                        {"t": "hint", "ask": 1}, {"t": "standin", "bot": "random"}, {"t": "begin"}, {"t": "rematch"}, {"t": "computer", "seat": "p2"},
                        {"t": "look", "step": 0}, {"t": "why", "move": "a2a3"}, {"t": "consent", "wish": 1, "yes": True}):
            answer = peer.ask(table=table.id, **message)
            self.assertEqual(answer["t"], "no", message)
            self.assertIn(answer["code"], ("seat", "table", "off"), answer)

    def test_rise_and_hear_no_more(self):
        table, peers = seat_people(self.server, "dice", 2)
        one, other = peers["p1"], peers["p2"]
        other.say(t="rise", table=table.id)
        wait_for("p2 to be away", lambda: not self.server.look(table.id)["seats"][1]["here"])
        heard = len(other.heard)
        one.move(table.id, "a2a3")
        other.fence()
        other.fence()
        self.assertEqual([m for m in other.heard[heard:] if m["t"] == "step"], [])
        step = other.sit(table.id, table.key("p2"))
        self.assertEqual((step["step"], step["asked"]), (1, ["p2"]))

    def test_presence(self):
        table, peers = seat_people(self.server, "dice", 2)
        peers["p1"].until(lambda m: m["t"] == "table" and m["seats"][1].get("here"), "p2 to be there") \
            if not peers["p1"].tables[table.id]["seats"][1].get("here") else None
        peers["p2"].cut()
        peers["p1"].until(lambda m: m["t"] == "table" and not m["seats"][1]["here"], "p2 to be gone")
        watcher = Peer(self.server)
        watcher.sit(table.id)
        peers["p1"].until(lambda m: m["t"] == "table" and m["watchers"] == 1, "a watcher")
        watcher.close()
        peers["p1"].until(lambda m: m["t"] == "table" and m["watchers"] == 0, "the watcher to be gone")

    def test_one_connection_at_many_tables(self):
        peer = Peer(self.server)
        tables = [self.server.new_table("dice", people(2)) for _ in range(33)]
        for table in tables[:32]:
            self.assertEqual(peer.sit(table.id, table.key())["me"], "p1")
        answer = peer.sit(tables[32].id, tables[32].key())
        self.assertEqual(answer["t"], "no", answer)
        peer.say(t="rise", table=tables[0].id)
        self.assertEqual(peer.sit(tables[32].id, tables[32].key())["me"], "p1")

    def test_two_pages_in_one_seat(self):
        table, peers = seat_people(self.server, "dice", 2)
        second = Peer(self.server)
        second.sit(table.id, table.key("p1"))
        second.move(table.id, "a2a3")
        self.assertEqual(peers["p1"].wait_step(table.id, lambda heard: heard["step"] == 1)["asked"], ["p2"])
        answer = peers["p1"].ask(t="move", table=table.id, ask=peers["p2"].steps[table.id]["ask"], move="b2b3")
        self.assertEqual(answer["t"], "no")

    def test_coming_back_with_since(self):
        table, peers = seat_people(self.server, "dice", 2)
        for move in ("a2a3", "h7h6", "b2b3", "g7g6"):
            seat, peer = asked_peer(peers, table.id)
            self.assertEqual(peer.move(table.id, move)["t"], "step", f"{seat} {move}")
        peers["p1"].cut()
        for since, told in ((0, [1, 2, 3, 4]), (None, [1, 2, 3, 4]), (2, [3, 4]), (4, []), (3, [4])):
            again = Peer(self.server)
            step = again.sit(table.id, table.key("p1"), **({} if since is None else {"since": since}))
            self.assertEqual([entry["step"] for entry in step["story"]], told, since)
            self.assertEqual((step["step"], step["since"]), (4, since or 0))
            self.assertEqual(step["ask"], peers["p1"].steps[table.id]["ask"] or step["ask"])
            again.close()
        for since in (99, -1):
            step = Peer(self.server).sit(table.id, table.key("p1"), is_wrong=since < 0, since=since)
            if step["t"] == "step":
                self.assertEqual(step["step"], 4)
            else:
                self.check_no(step, "form")

    def test_the_story_has_moves_sentences_and_events(self):
        table, peers = seat_people(self.server, "dice", 2)
        peers["p1"].move(table.id, "a2a3")
        [entry] = peers["p2"].wait_step(table.id, lambda heard: heard["step"] == 1)["story"]
        self.assertEqual((entry["step"], entry["seat"], entry["move"]), (1, "p1", "a2a3"))
        self.assertTrue(entry["sentences"] and all(entry["sentences"]))
        self.assertEqual(entry["events"], [{"kind": "slid", "colour": 0, "from": 8, "to": 16, "unit": 1}])

    def test_what_is_printed_is_told_once(self):
        table, peers = seat_people(self.server, "tribes", 2)
        watcher = Peer(self.server)
        first = watcher.sit(table.id)
        self.assertEqual(len(first["printed"]["boards"]), 15)
        self.assertFalse(set(first["printed"]) & set(first["view"]))
        _, asked = asked_peer(peers, table.id)
        asked.move(table.id, asked.wait_asked(table.id)["moves"][0]["m"])
        later = watcher.wait_step(table.id, lambda heard: heard["step"] > first["step"])
        self.assertNotIn("printed", later)
        self.assertNotIn("boards", later["view"])
        watcher.say(t="look", table=table.id, step=first["step"])
        watcher.say(t="hello", lang="fr")
        french = watcher.until(lambda m: m["t"] == "step" and m["table"] == table.id, "the step in French")["printed"]
        self.assertNotEqual(french["kinds"], first["printed"]["kinds"])
        self.assertEqual(french["tracks"], first["printed"]["tracks"])
        watcher.say(t="rise", table=table.id)
        self.assertEqual(watcher.sit(table.id)["printed"], french)

    def test_another_language_tells_the_tables_again(self):
        table, peer, step = self.alone()
        english = peer.ask(t="why", table=table.id, move="a2a5")
        peer.say(t="hello", lang="fr", words=True)
        again = peer.until(lambda m: m["t"] == "step" and m["table"] == table.id, "the step in French")
        self.assertTrue(all(move["words"] for move in again["moves"]))
        self.assertEqual([move["m"] for move in again["moves"]], [move["m"] for move in step["moves"]])
        self.assertEqual((again["step"], again["ask"]), (step["step"], step["ask"]))
        french = peer.ask(t="why", table=table.id, move="a2a5")
        self.assertNotEqual(english["why"], french["why"])
        self.assertEqual(english["rule"], french["rule"])


class Moving(Wire):
    def test_a_move_and_its_refusals(self):
        table, peers = seat_people(self.server, "dice", 2)
        white, black = peers["p1"], peers["p2"]
        ask = white.steps[table.id]["ask"]
        answer = white.ask(t="move", table=table.id, ask=ask, move="a2a5", id="m1")
        self.check_no(answer, "rule", "move", table.id)
        self.assertEqual((answer["id"], answer["ask"]), ("m1", ask))
        self.assertRegex(answer["rule"], r"^[A-Z]?\d+(\.\d+)*[a-z]?$")
        self.check_no(white.ask(t="move", table=table.id, ask=ask, move="zebra"), "rule", "move", table.id)
        self.check_no(white.ask(t="move", table=table.id, ask=ask, move=""), "rule", "move", table.id)
        self.check_no(white.ask(t="move", table=table.id, ask=ask + 7, move="a2a3"), "ask", "move", table.id)
        self.check_no(black.ask(t="move", table=table.id, ask=0, move="a7a6"), "turn", "move", table.id)
        answer = black.ask(t="move", table=table.id, ask=ask, move="a7a6")
        self.assertIn(answer["code"], ("ask", "turn"))
        self.assertEqual(white.steps[table.id]["step"], 0)
        step = white.move(table.id, "a2a3")
        self.assertEqual((step["t"], step["step"], step["ask"], step["asked"]), ("step", 1, 0, ["p2"]))
        # The same answer once more, as after a lost connection: harmless.
        self.check_no(white.ask(t="move", table=table.id, ask=ask, move="a2a3"), "ask", "move", table.id)
        self.check_no(white.ask(t="move", table=table.id, ask=ask, move="b2b3"), "ask", "move", table.id)
        self.assertEqual(black.wait_step(table.id, lambda heard: heard["step"] == 1)["asked"], ["p2"])

    def test_why(self):
        table, peer, _ = self.alone()
        can = peer.ask(t="why", table=table.id, move="a2a3")
        self.assertEqual((can["t"], can["table"], can["move"], can["can"]), ("why", table.id, "a2a3", True))
        cannot = peer.ask(t="why", table=table.id, move="a2a5")
        self.assertEqual((cannot["t"], cannot["can"]), ("why", False))
        self.assertTrue(cannot["rule"] and cannot["why"])
        self.assertEqual(cannot["rule"], peer.ask(t="move", table=table.id, ask=peer.steps[table.id]["ask"], move="a2a5")["rule"])
        self.assertEqual(peer.steps[table.id]["step"], 0)

    def test_waiting_tables_take_no_moves(self):
        table = self.server.new_table("dice", people(2))
        peer = Peer(self.server)
        about = peer.sit(table.id, table.key())
        self.assertEqual((about["t"], about["status"]), ("table", "waiting"))
        for message in ({"t": "move", "ask": 1, "move": "a2a3"}, {"t": "undo"}, {"t": "hint", "ask": 1}, {"t": "resign"},
                        {"t": "why", "move": "a2a3"}):
            self.check_no(peer.ask(table=table.id, **message), "waiting", message["t"], table.id)
        other = Peer(self.server)
        other.sit(table.id, table.key("p2"))
        self.assertEqual(peer.wait_asked(table.id)["step"], 0)

    def test_whole_plays_of_every_game(self):
        for game, seats in (("dice", 2), ("valley", 2), ("tribes", 2), ("spears", 3)):
            with self.subTest(game=game):
                table = self.server.new_table(game, [{"kind": "me"}] + [BOT] * (seats - 1),
                                              **({"position": NEARLY_OVER} if game == "dice" else {}))
                peer = Peer(self.server)
                peer.sit(table.id, table.key())
                last = 0
                while not peer.steps[table.id]["over"]:
                    step = peer.wait_asked(table.id)
                    self.assertGreaterEqual(step["step"], last)
                    last = step["step"]
                    if step["over"]:
                        break
                    answer = peer.move(table.id, step["moves"][len(step["moves"]) // 2]["m"])
                    while answer["t"] == "no" and answer["code"] == "rate":
                        wait_for("the rate to allow more", lambda: peer.ask(t="ping")["t"] == "pong", pause=0.3)
                        answer = peer.move(table.id, step["moves"][len(step["moves"]) // 2]["m"])
                    self.assertEqual(answer["t"], "step", answer)
                over = peer.steps[table.id]["over"]
                self.assertEqual(len(over["ranks"]), seats)
                self.assertEqual(len(over["payoffs"]), seats)
                self.assertTrue(over["reason"])
                self.assertEqual(self.server.look(table.id)["status"], "over")


class Ending(Wire):
    def test_after_the_end(self):
        table, peer = self.finished()
        step = peer.steps[table.id]
        self.assertEqual(step["over"]["winners"], ["p1"])
        self.assertEqual(step["over"]["ranks"], [1, 2])
        self.assertEqual(step["over"]["payoffs"], [1, 0])
        self.assertEqual((step["ask"], step["asked"], step["moves"], step["undoable"]), (0, [], [], 0))
        about = peer.until(lambda m: m["t"] == "table" and m["status"] == "over", "the table to be over") \
            if peer.tables[table.id]["status"] != "over" else peer.tables[table.id]
        self.assertRegex(about["fair"]["seed"], r"^[0-9a-f]{64}$")
        for message in ({"t": "move", "ask": 1, "move": "a2a3"}, {"t": "resign"}, {"t": "undo"}, {"t": "hint", "ask": 1}):
            self.check_no(peer.ask(table=table.id, **message), "over", message["t"], table.id)

    def test_resign(self):
        table, peers = seat_people(self.server, "dice", 2)
        peers["p1"].say(t="resign", table=table.id)
        for peer in peers.values():
            step = peer.wait_step(table.id, lambda heard: heard["over"])
            self.assertEqual(step["over"]["winners"], ["p2"])
            self.assertEqual(step["story"][-1]["move"], "resign")

    def test_who_has_resigned_where_others_go_on(self):
        table, peers = seat_people(self.server, "dice", 4, options={"mode": "4i"})
        peers["p1"].say(t="resign", table=table.id)
        step = peers["p1"].wait_step(table.id, lambda heard: heard["step"] >= 1)
        self.assertIsNone(step["over"])
        self.assertEqual((step["ask"], step["moves"]), (0, []))
        answer = peers["p1"].ask(t="move", table=table.id, ask=1, move="a2a3")
        self.assertIn(answer["code"], ("seat", "ask"))
        self.check_no(peers["p1"].ask(t="resign", table=table.id), "seat", "resign")
        _, peer = asked_peer(peers, table.id)
        self.assertEqual(peer.move(table.id, peer.steps[table.id]["moves"][0]["m"])["t"], "step")

    def test_rematch(self):
        table, peers = seat_people(self.server, "dice", 2, options={"size": "6"})
        self.check_no(peers["p1"].ask(t="rematch", table=table.id), "off", "rematch", table.id)
        peers["p1"].say(t="resign", table=table.id)
        for peer in peers.values():
            peer.wait_step(table.id, lambda heard: heard["over"])
        peers["p2"].say(t="rematch", table=table.id)
        keys = {}
        for seat, peer in peers.items():
            about = peer.tables[table.id]
            if not about.get("key"):
                about = peer.until(lambda m: m["t"] == "table" and m["table"] == table.id and m.get("key"), "a key for the rematch")
            keys[seat] = about["key"]
            new = about["rematch"]
        self.assertNotEqual(keys["p1"], keys["p2"])
        watcher = Peer(self.server)
        watcher.sit(table.id)
        self.assertEqual(watcher.tables[table.id]["rematch"], new)
        self.assertNotIn("key", watcher.tables[table.id])
        about = self.server.look(new)
        self.assertEqual((about["game"], about["options"]["size"]), ("dice", "6"))
        for seat, moved in (("p1", "p2"), ("p2", "p1")):
            peers[seat].sit(new, keys[seat])
            self.assertEqual(peers[seat].tables[new]["me"], moved)
        self.assertEqual(peers["p2"].wait_asked(new)["step"], 0)
        # Whoever asks again is shown the same table.
        peers["p1"].say(t="rematch", table=table.id)
        peers["p1"].fence()
        self.assertEqual(peers["p1"].tables[table.id]["rematch"], new)

    def test_look_back(self):
        table, peer = self.finished()
        of = peer.steps[table.id]["step"]
        for step in range(of + 1):
            past = peer.ask(t="look", table=table.id, step=step)
            self.assertEqual((past["t"], past["table"], past["step"], past["steps"]), ("past", table.id, step, of))
            self.assertEqual([entry["step"] for entry in past["story"]], [step] if step else [])
            self.assertEqual(past["view"]["phase"], "PLAY" if step < of else past["view"]["phase"])
        for step in (-1, of + 1, 10**9):
            answer = peer.ask(is_wrong=step < 0, t="look", table=table.id, step=step)
            self.assertEqual(answer["t"], "no", answer)
        watcher = Peer(self.server)
        watcher.sit(table.id)
        self.assertEqual(watcher.ask(t="look", table=table.id, step=0)["t"], "past")

    def test_every_step_of_every_game_can_be_looked_at_after_the_end(self):
        """Before anything is dealt nobody has a point and nobody has won: the question must not be put."""
        for game, seats in (("spears", 4), ("spears", 3), ("tribes", 2), ("valley", 2), ("dice", 2)):
            with self.subTest(game=game, seats=seats):
                table, peers = seat_people(self.server, game, seats, standins="allow")
                for peer in peers.values():
                    peer.say(t="standin", table=table.id, bot="random")
                for peer in peers.values():
                    peer.wait_step(table.id, lambda step: step["over"], "the end")
                viewers = list(peers.values()) + [Peer(self.server, lang="fr")]
                viewers[-1].sit(table.id)
                for peer in viewers:
                    self.look_at_everything(peer, table.id, seats)

    def look_at_everything(self, peer, table, seats):
        of = peer.steps[table]["step"]
        for step in range(of + 1):
            past = peer.ask(t="look", table=table, step=step)
            self.assertEqual((past["t"], past["step"], past["steps"]), ("past", step, of), past)
            self.assertNotIn("over", past)
            self.assertEqual([score["seat"] for score in past["scores"]], [f"p{i + 1}" for i in range(seats)])
            for score in past["scores"]:
                points = sum(part["points"] for part in score["parts"])
                self.assertIn(score["score"], (None, points))
        self.assertEqual(past["scores"], peer.steps[table]["over"]["scores"])

    def test_a_seat_looks_back_at_its_own_view_while_it_runs(self):
        table, peers = seat_people(self.server, "spears", 3)
        _, peer = asked_peer(peers, table.id)
        before = {seat: json.dumps(one.steps[table.id]["view"], sort_keys=True) for seat, one in peers.items()}
        n = peer.steps[table.id]["step"]
        peer.move(table.id, peer.steps[table.id]["moves"][0]["m"])
        for seat, one in peers.items():
            past = one.ask(t="look", table=table.id, step=n)
            self.assertEqual(past["t"], "past", past)
            self.assertEqual(json.dumps(past["view"], sort_keys=True), before[seat], seat)
        watcher = Peer(self.server)
        watcher.sit(table.id)
        answer = watcher.ask(t="look", table=table.id, step=n)
        self.check_no(answer, "seat", "look")
        self.check_no(watcher.ask(t="look", table=table.id, step=n, public=True), "seat", "look")

    def test_a_seat_looks_at_what_everybody_may_see(self):
        table, peers = seat_people(self.server, "spears", 3)
        watcher = Peer(self.server)
        seen = watcher.sit(table.id)
        for seat, one in peers.items():
            past = one.ask(t="look", table=table.id, step=seen["step"], public=True)
            self.assertEqual(past["view"], seen["view"], seat)
            self.assertNotEqual(one.ask(t="look", table=table.id, step=seen["step"])["view"], seen["view"], seat)


class Watching(Wire):
    def test_a_watcher_sees_the_public_view(self):
        table, peers = seat_people(self.server, "spears", 3)
        watcher = Peer(self.server)
        step = watcher.sit(table.id)
        about = watcher.tables[table.id]
        self.assertIsNone(about["me"])
        self.assertFalse(about.get("opener"))
        self.assertEqual((step["ask"], step["moves"], step["undoable"]), (0, [], 0))
        for message in ({"t": "move", "ask": 1, "move": "a2a3"}, {"t": "undo"}, {"t": "resign"}, {"t": "hint", "ask": 1},
                        {"t": "standin", "bot": "random"}, {"t": "consent", "wish": 1, "yes": True},
                        {"t": "why", "move": "a2a3"}):
            self.check_no(watcher.ask(table=table.id, **message), "seat", message["t"], table.id)
        answer = watcher.ask(t="begin", table=table.id)
        self.assertIn(answer["code"], ("off", "seat"))

    def test_a_table_that_shows_nothing(self):
        table, peers = seat_people(self.server, "dice", 2, watch="none", position=NEARLY_OVER)
        watcher = Peer(self.server)
        about = watcher.sit(table.id)
        self.assertEqual((about["t"], about["watch"]), ("table", "none"))
        self.check_no(watcher.ask(t="chat", table=table.id, text="psst"), "seat", "chat")
        answer = self.server.get(f"/api/tables/{table.id}/log")
        self.assertIn(answer.status, (401, 403))
        peers["p1"].move(table.id, "a1a2")
        step = watcher.until(lambda m: m["t"] == "step", "everything after the end")
        self.assertTrue(step["over"])
        self.assertEqual([m for m in watcher.heard if m["t"] == "step" and not m["over"]], [])

    def test_everything_after_the_end(self):
        table, peers = seat_people(self.server, "spears", 3)
        watcher = Peer(self.server)
        before = json.dumps(watcher.sit(table.id)["view"])
        self.assertIn("?", before + json.dumps(watcher.steps[table.id]["story"]))
        peers["p1"].say(t="resign", table=table.id)
        views = set()
        for peer in (watcher, *peers.values()):
            views.add(json.dumps(peer.wait_step(table.id, lambda heard: heard["over"])["view"]))
        self.assertEqual(len(views), 1)


class Chat(Wire):
    def test_everybody_hears_it(self):
        table, peers = seat_people(self.server, "dice", 2)
        peers["p1"].say(t="chat", table=table.id, text="Hé, \"you\" <b>there</b>")
        for peer in peers.values():
            said = peer.expect("chat", table.id)
            self.assertEqual((said["seat"], said["text"]), ("p1", "Hé, \"you\" <b>there</b>"))
            self.assertGreater(said["at"], 1_600_000_000)
            self.assertIn("name", said)

    def test_the_last_fifty_are_told_after_sit(self):
        table, peers = seat_people(self.server, "dice", 2)
        for number in range(4):
            peers["p1"].say(t="chat", table=table.id, text=f"line {number}")
            peers["p1"].expect("chat", table.id)
        late = Peer(self.server)
        late.sit(table.id, table.key("p2"))
        late.expect("chat", table.id, text="line 3")
        self.assertEqual([m["text"] for m in late.heard if m["t"] == "chat"], [f"line {number}" for number in range(4)])

    def test_limits(self):
        table, peers = seat_people(self.server, "dice", 2)
        peer = peers["p1"]
        self.check_no(peer.ask(t="chat", table=table.id, text=""), "form", "chat")
        answer = peer.ask(t="chat", table=table.id, text="x" * 501)
        self.assertIn(answer["code"], ("size", "form"))
        peer.say(t="chat", table=table.id, text="é" * 500)
        self.assertEqual(len(peer.expect("chat", table.id)["text"]), 500)
        for number in range(12):
            peer.say(t="chat", table=table.id, text=f"{number}", id=f"c{number}")
        refused = peer.until(lambda m: m["t"] == "no" and m["of"] == "chat", "too many lines")
        self.check_no(refused, "rate", "chat", table.id)

    def hushed(self):
        """A table of spears that asks for silence: cards are being placed."""
        rng = random.Random(7)
        for _ in range(30):
            table, peers = seat_people(self.server, "spears", 3)
            while not peers["p1"].steps[table.id]["over"]:
                if peers["p1"].steps[table.id]["hush"]:
                    return table, peers
                _, peer = asked_peer(peers, table.id)
                newest = peer.move(table.id, rng.choice(peer.steps[table.id]["moves"])["m"])["step"]
                for one in peers.values():
                    one.wait_step(table.id, lambda heard: heard["step"] >= newest)
        raise AssertionError("spears never asked for silence")

    def test_silence_when_the_game_asks_for_it(self):
        table, peers = self.hushed()
        for peer in peers.values():
            self.check_no(peer.ask(t="chat", table=table.id, text="psst"), "hush", "chat", table.id)
        watcher = Peer(self.server)
        watcher.sit(table.id)
        answer = watcher.ask(t="chat", table=table.id, text="psst")
        self.assertIn(answer["code"], ("hush", "off", "seat"))


class Undo(Wire):
    def test_alone_by_the_computed_rule(self):
        table, peer, step = self.alone()
        self.check_no(peer.ask(t="undo", table=table.id), "undo", "undo", table.id)
        peer.move(table.id, "a2a3")
        after = peer.wait_asked(table.id)
        self.assertEqual((after["step"], after["undoable"]), (2, 2))
        peer.say(t="undo", table=table.id)
        back = peer.until(lambda m: m["t"] == "step" and m.get("undone"), "the moves taken back")
        self.assertEqual((back["step"], back["since"], back["story"]), (0, 0, []))
        self.assertEqual(json.dumps(back["view"]), json.dumps(step["view"]))
        self.assertNotEqual(back["ask"], step["ask"])
        self.check_no(peer.ask(t="move", table=table.id, ask=step["ask"], move="a2a3"), "ask", "move")
        self.assertEqual(peer.move(table.id, "b2b3")["t"], "step")

    def test_coming_back_after_it(self):
        """Moves were taken back and others made while somebody had no line: what they know has numbers that are there, and is not the play."""
        table, peer, _ = self.alone()
        watcher = Peer(self.server)
        watcher.sit(table.id)
        peer.move(table.id, "a2a3")
        known = watcher.wait_step(table.id, lambda step: step["step"] == 2)
        self.assertNotIn("edition", known)
        watcher.cut()
        peer.wait_asked(table.id)
        peer.say(t="undo", table=table.id)
        peer.until(lambda m: m["t"] == "step" and m.get("undone"), "the moves taken back")
        peer.move(table.id, "b2b3")
        newest = peer.wait_asked(table.id)
        self.assertEqual(newest["step"], 2)
        self.assertGreater(newest["edition"], 0)
        for said in ({}, {"edition": 0}, {"edition": newest["edition"] + 1}, {"edition": 1}):
            again = Peer(self.server).sit(table.id, since=2, **said)
            self.assertEqual((again["since"], again.get("undone"), again["edition"]), (0, True, newest["edition"]), said)
            self.assertEqual([entry["move"] for entry in again["story"]][0], "b2b3")
        again = Peer(self.server).sit(table.id, since=1, edition=newest["edition"])
        self.assertEqual((again["since"], "undone" in again, len(again["story"])), (1, False, 1))
        self.check_no(Peer(self.server).sit(table.id, is_wrong=True, since=1, edition="x"), "form", "sit", table.id)

    def test_never(self):
        table, peer, _ = self.alone(takeback="never")
        peer.move(table.id, "a2a3")
        self.assertEqual(peer.wait_asked(table.id)["undoable"], 0)
        self.check_no(peer.ask(t="undo", table=table.id), "off", "undo", table.id)

    def wish(self):
        table, peers = seat_people(self.server, "dice", 2)
        peers["p1"].move(table.id, "a2a3")
        peers["p2"].wait_asked(table.id)
        peers["p1"].say(t="undo", table=table.id)
        wish = peers["p2"].expect("wish", table.id)
        self.assertEqual((wish["seat"], wish["moves"]), ("p1", 1))
        return table, peers, wish

    def test_asked_for_again(self):
        table, peers, _ = self.wish()
        self.check_no(peers["p1"].ask(t="undo", table=table.id), "busy", "undo", table.id)
        peers["p2"].say(t="ping")
        peers["p2"].expect("pong")
        self.assertEqual(len([m for m in peers["p2"].heard if m["t"] == "wish"]), 1)

    def test_told_to_who_comes_later(self):
        table, peers = seat_people(self.server, "dice", 4, options={"mode": "4i"})
        seat, peer = asked_peer(peers, table.id)
        peer.move(table.id, peer.steps[table.id]["moves"][0]["m"])
        one, *more = [other for other in peers if other != seat]
        # The others have gone, and hear of it one after the other.
        for other in (one, *more):
            peers[other].ask(t="rise", table=table.id)
        peer.say(t="undo", table=table.id)
        wish = peer.expect("wish", table.id)
        for other in (one, *more):
            late = Peer(self.server)
            late.sit(table.id, table.key(other))
            heard = late.expect("wish", table.id)
            self.assertEqual((heard["wish"], heard["seat"], heard["moves"]), (wish["wish"], seat, wish["moves"]))
            self.assertEqual(late.ask(t="consent", table=table.id, wish=wish["wish"], yes=True)["t"], "ok")
            if other == one:
                # Who has answered is not asked again; a watcher never is.
                for key in (table.key(other), None):
                    again = Peer(self.server)
                    again.sit(table.id, key)
                    again.say(t="ping")
                    again.expect("pong")
                    self.assertEqual([m for m in again.heard if m["t"] == "wish"], [])
        peer.expect("wish", table.id, ended="granted")

    def test_what_nothing_else_answers_is_answered_with_ok(self):
        table, peers, wish = self.wish()
        for message in ({"t": "chat", "text": "please"}, {"t": "consent", "wish": wish["wish"], "yes": False},
                        {"t": "standin", "bot": None}, {"t": "rise"}, {"t": "rise"}):
            answer = peers["p2"].ask(table=table.id, **message)
            self.assertEqual((answer["t"], answer["table"], answer["of"]), ("ok", table.id, message["t"]))

    def test_granted(self):
        table, peers, wish = self.wish()
        peers["p2"].say(t="consent", table=table.id, wish=wish["wish"], yes=True)
        for peer in peers.values():
            self.assertEqual(peer.until(lambda m: m["t"] == "step" and m.get("undone"), "undone")["step"], 0)
        self.assertTrue([m for m in peers["p1"].heard if m["t"] == "wish" and m.get("ended") == "granted"] or
                        peers["p1"].expect("wish", table.id, ended="granted"))

    def test_refused(self):
        table, peers, wish = self.wish()
        peers["p2"].say(t="consent", table=table.id, wish=wish["wish"], yes=False)
        for peer in peers.values():
            ended = peer.expect("wish", table.id, ended="refused")
            self.assertEqual(ended["wish"], wish["wish"])
        self.assertEqual(peers["p1"].steps[table.id]["step"], 1)
        answer = peers["p2"].ask(t="consent", table=table.id, wish=wish["wish"], yes=True)
        self.check_no(answer, "undo", "consent", table.id)

    def test_the_next_move_ends_it(self):
        table, peers, wish = self.wish()
        peers["p2"].move(table.id, "h7h6")
        for peer in peers.values():
            if not [m for m in peer.heard if m["t"] == "wish" and m.get("ended") == "moved"]:
                peer.expect("wish", table.id, ended="moved")
        self.assertEqual(peers["p1"].wait_step(table.id, lambda heard: heard["step"] == 2)["asked"], ["p1"])

    def test_nobody_consents_to_the_own_wish(self):
        table, peers, wish = self.wish()
        self.check_no(peers["p1"].ask(t="consent", table=table.id, wish=wish["wish"], yes=True), "undo", "consent")
        self.check_no(peers["p2"].ask(t="consent", table=table.id, wish=wish["wish"] + 5, yes=True), "undo", "consent")
        self.assertEqual(peers["p2"].steps[table.id]["step"], 1)


class Helping(Wire):
    def test_hint(self):
        table, peer, step = self.alone()
        hint = peer.ask(t="hint", table=table.id, ask=step["ask"])
        self.assertEqual((hint["t"], hint["table"], hint["ask"]), ("hint", table.id, step["ask"]))
        moves = [move["m"] for move in step["moves"]]
        self.assertIn(hint["move"], moves)
        self.assertTrue(hint["words"])
        self.assertTrue(0 <= hint["worth"] <= 1)
        self.assertTrue(all(idea["m"] in moves for idea in hint["ideas"]))
        self.assertEqual(hint["course"][:1], [hint["move"]])
        self.check_no(peer.ask(t="hint", table=table.id, ask=step["ask"] + 3), "ask", "hint", table.id)

    def test_help_is_a_term_of_the_table(self):
        table, peers = seat_people(self.server, "dice", 2, clock={"kind": "game", "seconds": 600})
        about = peers["p1"].tables[table.id]
        self.assertEqual((about["hints"], about["standins"], about["takeback"]), ("never",) * 3)
        for message in ({"t": "hint", "ask": 1}, {"t": "standin", "bot": "random"}, {"t": "undo"}):
            self.check_no(peers["p1"].ask(table=table.id, **message), "off", message["t"], table.id)

    def test_hint_is_for_who_is_asked(self):
        table, peers = seat_people(self.server, "dice", 2, hints="allow")
        answer = peers["p2"].ask(t="hint", table=table.id, ask=0)
        self.assertIn(answer["code"], ("turn", "ask"))

    def test_stand_in_and_coming_back(self):
        table, peers = seat_people(self.server, "dice", 2, standins="allow")
        peer = peers["p1"]
        peer.say(t="standin", table=table.id, bot="random")
        peers["p2"].until(lambda m: m["t"] == "table" and m["seats"][0].get("standin") == "random", "a stand-in")
        self.assertEqual(self.server.look(table.id)["seats"][0]["kind"], "person")
        step = peers["p2"].wait_asked(table.id)
        self.assertEqual(step["step"], 1)
        peers["p2"].move(table.id, step["moves"][0]["m"])
        step = peers["p2"].wait_step(table.id, lambda heard: heard["step"] >= 3)
        peer.say(t="standin", table=table.id, bot=None)
        peers["p2"].until(lambda m: m["t"] == "table" and not m["seats"][0].get("standin"), "the person to be back")
        step = peers["p2"].wait_asked(table.id)
        peers["p2"].move(table.id, step["moves"][0]["m"])
        step = peer.wait_step(table.id, lambda heard: heard["step"] >= step["step"] + 1 and heard["ask"])
        self.assertEqual(peer.move(table.id, step["moves"][0]["m"])["t"], "step")

    def test_begin_fills_the_seats_with_computers(self):
        table = self.server.new_table("spears", [{"kind": "me"}, {"kind": "open"}, {"kind": "reserved"}])
        guest = Peer(self.server)
        guest.sit(table.id)
        answer = guest.ask(t="begin", table=table.id, bot="random")
        self.assertIn(answer["code"], ("off", "seat", "key"))
        peer = Peer(self.server)
        peer.sit(table.id, table.key())
        peer.say(t="begin", table=table.id, bot="random")
        peer.wait_asked(table.id)
        about = self.server.look(table.id)
        self.assertEqual(about["status"], "running")
        self.assertEqual([(seat["kind"], seat.get("bot")) for seat in about["seats"][1:]], [("bot", "random")] * 2)
        self.assertIn(peer.ask(t="begin", table=table.id)["code"], ("off", "over", "waiting"))
        self.assertEqual(Peer(self.server).sit(table.id, table.key("p3"))["code"], "key")

    def test_a_computer_takes_one_seat(self):
        table = self.server.new_table("spears", [{"kind": "me"}, {"kind": "open"}, {"kind": "reserved"}], ready=False)
        guest, peer = Peer(self.server), Peer(self.server)
        guest.sit(table.id)
        self.check_no(guest.ask(t="computer", table=table.id, seat="p2"), "off", "computer", table.id)
        peer.sit(table.id, table.key(), ready=False)
        for seat, code in (("p1", "off"), ("p4", "form"), ("*", "form"), (7, "form"), (None, "form")):
            self.check_no(peer.ask(is_wrong=True, t="computer", table=table.id, seat=seat), code, "computer", table.id)
        self.check_no(peer.ask(t="computer", table=table.id, seat="p3", bot="genius"), "form", "computer", table.id)
        self.assertEqual(peer.ask(t="computer", table=table.id, seat="p3", bot="random")["t"], "ok")
        guest.until(lambda m: m["t"] == "table" and m["seats"][2]["kind"] == "bot", "the computer to sit down")
        about = self.server.look(table.id)
        self.assertEqual((about["status"], [seat["kind"] for seat in about["seats"]]), ("waiting", ["person", "open", "bot"]))
        self.check_no(peer.ask(t="computer", table=table.id, seat="p3"), "off", "computer", table.id)
        self.assertEqual(Peer(self.server).sit(table.id, table.key("p3"))["code"], "key")
        self.assertEqual(peer.ask(t="computer", table=table.id, seat="p2")["t"], "ok")
        self.assertEqual(self.server.look(table.id)["seats"][1]["bot"], "level:3")
        peer.say(t="ready", table=table.id)
        peer.wait_asked(table.id)
        self.check_no(peer.ask(t="computer", table=table.id, seat="p2"), "off", "computer", table.id)

    def test_play_begins_when_everybody_is_ready(self):
        table = self.server.new_table("dice", people(2), ready=False)
        peers = {seat: Peer(self.server) for seat in ("p1", "p2")}
        for seat, peer in peers.items():
            peer.sit(table.id, table.key(seat), ready=False)
        self.assertEqual(peers["p2"].ask(t="name", table=table.id, name="Bo")["t"], "ok")
        self.assertEqual(peers["p1"].ask(t="ready", table=table.id)["t"], "ok")
        about = self.server.look(table.id)
        self.assertEqual((about["status"], [seat["ready"] for seat in about["seats"]], about["seats"][1]["name"]),
                         ("waiting", [True, False], "Bo"))
        self.assertEqual(peers["p2"].ask(t="ready", table=table.id)["t"], "ok")
        peers["p1"].wait_asked(table.id)
        self.assertEqual(self.server.look(table.id)["status"], "running")

    def test_an_opener_without_a_seat_may_begin(self):
        answer = self.server.post("/api/tables", {"game": "dice", "seats": [{"kind": "open"}, BOT]}).json
        opener = Peer(self.server)
        opener.sit(answer["table"], answer["opener"])
        self.assertIs(opener.tables[answer["table"]]["opener"], True)
        self.assertIsNone(opener.tables[answer["table"]]["me"])
        opener.say(t="begin", table=answer["table"], bot="random")
        opener.wait_step(answer["table"], lambda step: step["over"] or step["step"] > 2, "computers at play")


class Clocks(Wire):
    def test_a_clock_that_runs_out_costs_one_move(self):
        for clock in ({"kind": "move", "seconds": 1}, {"kind": "game", "seconds": 1, "increment": 0}):
            with self.subTest(clock=clock):
                table, peers = seat_people(self.server, "dice", 2, clock=clock)
                about = peers["p1"].tables[table.id]
                self.assertEqual(about["clock"], clock)
                # p1 does nothing: the computer makes this move, and the seat stays p1's.
                step = peers["p2"].wait_step(table.id, lambda heard: heard["step"] >= 1)
                self.assertEqual(step["story"][0]["seat"], "p1")
                about = peers["p2"].until(lambda m: m["t"] == "table" and m["seats"][0].get("missed"), "a missed move")
                self.assertEqual(about["seats"][0]["missed"], 1)
                self.assertNotIn("standin", about["seats"][0])

    def test_the_clock_is_shown(self):
        table, peers = seat_people(self.server, "dice", 2, clock={"kind": "game", "seconds": 600, "increment": 5})
        about = peers["p1"].tables[table.id]
        if not about.get("clocks"):
            about = peers["p1"].until(lambda m: m["t"] == "table" and m.get("clocks"), "clocks")
        about = about if about["clocks"]["p1"]["running"] else \
            peers["p1"].until(lambda m: m["t"] == "table" and m["clocks"]["p1"]["running"], "a running clock")
        self.assertEqual(about["clocks"]["p2"], {"left": 600, "running": False})
        self.assertTrue(0 < about["clocks"]["p1"]["left"] <= 600)
        peers["p1"].move(table.id, "a2a3")
        about = peers["p2"].until(lambda m: m["t"] == "table" and m["clocks"]["p2"]["running"], "the other clock")
        self.assertFalse(about["clocks"]["p1"]["running"])

    def test_days_and_none(self):
        table, peers = seat_people(self.server, "dice", 2, clock={"kind": "days", "days": 3})
        about = self.server.look(table.id)
        self.assertEqual(about["clock"], {"kind": "days", "days": 3})
        self.assertTrue(peers)
        table, peer, _ = self.alone()
        self.assertFalse(peer.tables[table.id].get("clocks"))


class Stopping(unittest.TestCase):
    def test_sigterm_says_bye_and_nothing_is_lost(self):
        with Server() as server:
            table, peers = seat_people(server, "dice", 2)
            peers["p1"].move(table.id, "a2a3")
            boot = peers["p1"].greeting["boot"]
            self.assertEqual(server.stop(), 0)
            bye = peers["p1"].until(lambda m: m["t"] == "bye", "bye")
            self.assertTrue(bye["why"])
            self.assertGreater(bye["again"], 0)
            self.assertIn(peers["p1"].closes(), (1001, 1012, None))
            server.start()
            again = Peer(server)
            self.assertNotEqual(again.greeting["boot"], boot)
            step = again.sit(table.id, table.key("p2"), since=0)
            self.assertEqual((step["step"], step["asked"]), (1, ["p2"]))
            self.assertEqual(again.move(table.id, "h7h6")["step"], 2)

    def test_everything_about_a_table_survives(self):
        with Server() as server:
            table, peers = seat_people(server, "dice", 2, options={"size": "6"}, clock={"kind": "game", "seconds": 900, "increment": 1},
                                       public=True, watch="none", takeback="never")
            peers["p1"].say(t="chat", table=table.id, text="remember this")
            peers["p1"].expect("chat", table.id)
            waiting = server.new_table("valley", [{"kind": "me", "name": "Ama"}, {"kind": "open"}])
            before = [server.look(one.id) for one in (table, waiting)]
            server.stop()
            server.start()
            for one in before:
                for seat in one["seats"]:
                    seat.pop("here", None)
            after = [server.look(one.id) for one in (table, waiting)]
            self.assertIs(after[0].pop("paused"), True)  # nobody has come back yet
            for one in after:
                for seat in one["seats"]:
                    seat.pop("here", None)
            self.assertEqual(after, before)
            peer = Peer(server)
            peer.sit(table.id, table.key("p1"))
            self.assertEqual(peer.expect("chat", table.id)["text"], "remember this")
            self.assertEqual(server.join(waiting.id)["seat"], "p2")


if __name__ == "__main__":
    main(__name__)
