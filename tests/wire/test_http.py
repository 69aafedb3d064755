#!/usr/bin/python3
"""HTTP, docs/wire.md section 1: every request, every refusal, and what no answer may lack."""
import json
import os
import re
import shutil
import socket
import tempfile
import time
import unittest

from client import KEY_ALPHABET, Peer, Refused, Server, main, people, wait_for

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KNOWN_CODES = {"rule", "ask", "turn", "over", "seat", "key", "table", "waiting", "undo", "hush", "rate", "size", "form",
               "keep", "busy", "off", "path", "method", "origin", "game"}
DICE = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


class Http(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def check_error(self, answer, status):
        self.assertEqual(answer.status, status, answer)
        self.assertTrue(answer.headers["Content-Type"].startswith("application/json"), answer.headers)
        self.assertEqual(set(answer.json), {"error"}, answer)
        self.assertEqual(set(answer.json["error"]), {"code", "why"}, answer)
        self.assertTrue(answer.json["error"]["why"], answer)
        self.assertRegex(answer.code, r"^[a-z]+$")
        return answer.json["error"]

    def make(self, body):
        return self.server.post("/api/tables", body)

    def refuse_table(self, status=400, **change):
        body = {"game": "dice", "seats": DICE, **change}
        body = {name: value for name, value in body.items() if value != "LEAVE OUT"}
        answer = self.make(body)
        self.check_error(answer, status)
        return answer


class Games(Http):
    def test_every_game_has_what_a_page_needs(self):
        answer = self.server.get("/api/games?lang=en")
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.headers["Content-Type"].startswith("application/json"))
        games = {game["id"]: game for game in answer.json["games"]}
        for name in ("dice", "valley", "tribes", "spears"):
            self.assertIn(name, games)
        for game in games.values():
            for member in ("id", "name", "designer", "about", "rules", "seats", "seats_usual", "secrets", "options", "packs", "bots"):
                self.assertIn(member, game, game["id"])
            self.assertIn(game["seats_usual"], range(2, 5))
            self.assertIs(game["secrets"], game["id"] in ("spears", "pebble"), game["id"])
            for option in game["options"]:
                self.assertLessEqual({"name", "about", "default"}, set(option))
                self.assertTrue("choices" not in option or "min" not in option)
                if "choices" in option:
                    self.assertIn(option["default"], option["choices"])
                if "min" in option:
                    self.assertLessEqual(option["min"], int(option["default"]))
                    self.assertGreaterEqual(option["max"], int(option["default"]))
            for pack in game["packs"]:
                self.assertRegex(pack["hash"], r"^[0-9a-f]{64}$")
            self.assertIn("random", [bot["name"] for bot in game["bots"]])
            self.assertIn("level:1", [bot["name"] for bot in game["bots"]])

    def test_words_are_in_the_language_asked_for(self):
        english = self.server.get("/api/games?lang=en").json["games"]
        french = self.server.get("/api/games?lang=fr").json["games"]
        self.assertEqual([game["id"] for game in english], [game["id"] for game in french])
        for one, other in zip(english, french):
            self.assertNotEqual(one["about"], other["about"], one["id"])

    def test_rules_as_markdown(self):
        for lang, wanted in (("en", "en"), ("fr", "fr")):
            answer = self.server.get(f"/api/rules/dice?lang={lang}")
            self.assertEqual(answer.status, 200)
            self.assertEqual(answer.json["game"], "dice")
            self.assertIn(answer.json["lang"], (wanted, "en"))
            self.assertTrue(answer.json["text"].startswith("# "))
        self.check_error(self.server.get("/api/rules/chess"), 404)
        self.check_error(self.server.get("/api/rules/"), 404)


class Making(Http):
    def test_a_table_as_in_the_document(self):
        answer = self.make({"game": "valley",
                            "seats": [{"kind": "me", "name": "Ama"}, {"kind": "bot", "bot": "level:3"}, {"kind": "open"}],
                            "options": {}, "pack": "default", "public": True, "watch": "public", "takeback": "allow",
                            "clock": {"kind": "none"}, "pledge": "0941aa18a0f9613366fb25fb4d1025bc8c4a52d3bcb381204c83823b637964bc"})
        self.assertEqual(answer.status, 201, answer)
        self.assertRegex(answer.json["table"], r"^[a-z2-7]{8,23}$")
        [seat] = answer.json["seats"]
        self.assertEqual(seat["seat"], "p1")
        self.assertEqual(len(seat["key"]), 26)
        self.assertLessEqual(set(seat["key"]), KEY_ALPHABET)
        self.assertEqual(seat["link"], f"/t/{answer.json['table']}#{seat['key']}")
        about = self.server.look(answer.json["table"])
        self.assertEqual(about["table"], answer.json["table"])
        self.assertEqual((about["game"], about["status"], about["public"], about["watch"], about["takeback"], about["steps"]),
                         ("valley", "waiting", True, "public", "allow", 0))
        self.assertEqual(about["clock"], {"kind": "none"})
        self.assertEqual([(seat["seat"], seat["kind"]) for seat in about["seats"]],
                         [("p1", "person"), ("p2", "bot"), ("p3", "open")])
        self.assertEqual(about["seats"][0]["name"], "Ama")
        self.assertEqual(about["seats"][1]["bot"], "level:3")
        self.assertLess(abs(about["made"] - time.time()), 24 * 3600)

    def test_a_level_may_have_a_temper_and_a_name(self):
        answer = self.make({"game": "dice", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "level:2/hoarding", "name": "Jay"}]})
        seat = self.server.look(answer.json["table"])["seats"][1]
        self.assertEqual((seat["kind"], seat["bot"], seat["name"]), ("bot", "level:2/hoarding", "Jay"))
        for bot in ("level:2/", "level:2/brave", "level:9/bold", "greedy/bold", "mcts:80"):
            self.refuse_table(seats=[{"kind": "me"}, {"kind": "bot", "bot": bot}])

    def test_keys_differ_and_never_come_back(self):
        answer = self.make({"game": "dice", "seats": people(2)})
        keys = [seat["key"] for seat in answer.json["seats"]]
        self.assertEqual(len(set(keys)), 2)
        for text in (self.server.get(f"/api/tables/{answer.json['table']}").text, self.server.get("/api/tables").text,
                     self.server.get(f"/api/tables/{answer.json['table']}/log").text, self.server.get("/metrics").text,
                     self.server.said()):
            for key in keys:
                self.assertNotIn(key, text)

    def test_without_a_seat_the_maker_is_opener_by_a_key_of_its_own(self):
        answer = self.make({"game": "dice", "seats": [{"kind": "open"}, {"kind": "bot", "bot": "random"}]})
        self.assertEqual(answer.status, 201)
        self.assertEqual(len(answer.json["opener"]), 26)
        self.assertNotIn("key", json.dumps(answer.json.get("seats", [])))

    def test_what_is_wrong_is_said(self):
        self.refuse_table(game="chess")
        self.refuse_table(game="LEAVE OUT")
        self.refuse_table(game=7)
        self.refuse_table(seats="LEAVE OUT")
        self.refuse_table(seats=[])
        self.refuse_table(seats="two")
        self.refuse_table(seats=[{"kind": "me"}])
        self.refuse_table(seats=[{"kind": "me"}] * 2)
        self.refuse_table(seats=[{"kind": "me"}] + [{"kind": "open"}] * 2)  # dice has no three seats
        self.refuse_table(seats=[{"kind": "me"}] + [{"kind": "open"}] * 40)
        self.refuse_table(seats=[{"kind": "king"}, {"kind": "open"}])
        self.refuse_table(seats=[{"kind": "me"}, {"kind": "bot"}])
        self.refuse_table(seats=[{"kind": "me"}, {"kind": "bot", "bot": "genius"}])
        self.refuse_table(seats=[{"kind": "me"}, {"kind": "bot", "bot": "level:99"}])
        self.refuse_table(options={"colour": "red"})
        self.refuse_table(options={"size": "5"})
        self.refuse_table(options={"mode": "7"})
        self.refuse_table(options=["size"])
        self.refuse_table(pack="no-such-pack")
        self.refuse_table(pack="../../etc/passwd")
        self.refuse_table(watch="all")
        self.refuse_table(takeback="always")
        self.refuse_table(public="yes")
        self.refuse_table(clock={"kind": "sand"})
        self.refuse_table(clock={"kind": "move"})
        self.refuse_table(clock={"kind": "move", "seconds": -1})
        self.refuse_table(clock={"kind": "game", "seconds": "many"})
        self.refuse_table(clock=5)
        self.refuse_table(position="no board at all")
        self.refuse_table(position={"board": 7})
        self.refuse_table(pledge="%%%")
        self.refuse_table(pledge="00" * 31)
        self.refuse_table(pledge="00" * 33)
        self.refuse_table(entropy="b2NocmU=")
        self.refuse_table(name="x" * 41)
        self.refuse_table(name=7)

    def test_bodies_that_are_none(self):
        for body in (b"", b"{", b"[]", b"null", b"\"dice\"", b"{\"game\":\"dice\"", b"{\"game\":\"di\xffce\"}",
                     b"{\"game\":\"dice\",\"game\":\"dice\"}", b"{}x", b"[" * 30000):
            answer = self.server.http("POST", "/api/tables", body, headers={"Content-Type": "application/json"})
            self.check_error(answer, 400)

    def test_a_body_that_is_too_large(self):
        answer = self.server.http("POST", "/api/tables", b"{" + b" " * 70000 + b"}",
                                  headers={"Content-Type": "application/json"})
        self.check_error(answer, 413)

    def test_names_may_be_any_words_of_forty_characters(self):
        for name in ("Ama", "é" * 40, "<script>alert(1)</script>", "\"quoted\" \\ back", "名前"):
            answer = self.make({"game": "dice", "seats": [{"kind": "me", "name": name}, {"kind": "open"}]})
            self.assertEqual(answer.status, 201, name)
            self.assertEqual(self.server.look(answer.json["table"])["seats"][0]["name"], name)

    def test_a_position_to_begin_from(self):
        for position in ("7B1/8/3B54/8/3W24/8/8/W17 w 2 - 7 20", {"fen": "7B1/8/3B54/8/3W24/8/8/W17 w 2 - 7 20"}):
            table = self.server.new_table("dice", DICE, position=position)
            step = Peer(self.server).sit(table.id, table.key())
            self.assertTrue(step["view"]["fen"].startswith("7B1/8/3B54/8/3W24/8/8/W17 w"), step["view"]["fen"])

    def test_options_are_kept(self):
        table = self.server.new_table("dice", DICE, options={"size": "6"})
        self.assertEqual(self.server.look(table.id)["options"]["size"], "6")

    def test_new_tables_per_address_are_limited(self):
        with Server(limits={"--tables-per-hour": "3"}) as small:
            seen = [small.post("/api/tables", {"game": "dice", "seats": DICE}) for _ in range(40)]
            refused = [answer for answer in seen if answer.status != 201]
            self.assertTrue(refused)
            self.assertGreaterEqual(len(seen) - len(refused), 3)
            for answer in refused:
                self.check_error(answer, 429)
                self.assertEqual(answer.headers["Retry-After"], "1200")
            self.assertEqual(small.get("/api/games").status, 200)

    def test_requests_per_address_are_limited(self):
        with Server("--trust-proxy", limits={"--requests-per-second": "1"}) as small:
            def ask(address, path="/api/games"):
                return small.get(path, headers={"X-Forwarded-For": address})
            seen = [ask("192.0.2.1") for _ in range(5)]
            wait_for("a refusal", lambda: seen.append(ask("192.0.2.1")) or seen[-1].status == 429, pause=0)
            self.assertEqual([answer.status for answer in seen[:4]], [200] * 4)
            self.check_error(seen[-1], 429)
            self.assertEqual((seen[-1].code, seen[-1].headers["Retry-After"]), ("rate", "1"))
            # others are not concerned, nor is whoever asks whether the server is well
            metrics = ask("192.0.2.2", "/metrics")
            self.assertEqual(metrics.status, 200)
            refused = int(re.search(r'ochre_refused_total\{code="rate"\} (\d+)', metrics.text)[1])
            self.assertEqual(refused, len([answer for answer in seen if answer.status == 429]))
            self.assertEqual([ask("192.0.2.1", "/health").status for _ in range(10)], [200] * 10)
            wait_for("being let in again", lambda: ask("192.0.2.1").status == 200, pause=1.5)


class Packs(unittest.TestCase):
    """--packs: what is offered, what is left out, and that a table keeps its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ochre-packs-")
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(os.path.join(ROOT, "packs"), self.folder, dirs_exist_ok=True)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(text)

    def packs(self, server, game, lang="en"):
        games = {one["id"]: one for one in server.get(f"/api/games?lang={lang}").json["games"]}
        return {pack["id"]: pack for pack in games[game]["packs"]}

    def test_offered_with_id_name_and_hash(self):
        with Server("--packs", self.folder) as server:
            self.assertEqual(list(self.packs(server, "tribes")), ["default", "tribes-even-1"])
            self.assertEqual(list(self.packs(server, "valley")), ["default", "valley-even-1"])
            self.assertEqual(list(self.packs(server, "spears")), ["default"])
            self.assertEqual(self.packs(server, "dice"), {})
            even = self.packs(server, "tribes")["tribes-even-1"]
            self.assertRegex(even["hash"], r"^[0-9a-f]{64}$")
            self.assertNotEqual(even["hash"], self.packs(server, "tribes")["default"]["hash"])
            self.assertIn("second of three", even["name"])
            self.assertIn("deuxième", self.packs(server, "tribes", "fr")["tribes-even-1"]["name"])
            for game, pack in (("tribes", "none-such"), ("valley", "tribes-even-1"), ("tribes", 7)):
                answer = server.post("/api/tables", {"game": game, "seats": people(2), "pack": pack})
                self.assertEqual((answer.status, answer.code), (400, "form"), answer)

    def test_broken_ones_are_named_and_left_out(self):
        self.write("tribes/a-broken.json", "{")
        self.write("valley/b-wrong.json", '{"format":"valley-pack/1","id":"wrong"}')
        shutil.copy(os.path.join(self.folder, "tribes", "tribes-even-1.json"), os.path.join(self.folder, "tribes", "z-twin.json"))
        with Server("--packs", self.folder) as server:
            self.assertEqual(list(self.packs(server, "tribes")), ["default", "tribes-even-1"])
            self.assertEqual(list(self.packs(server, "valley")), ["default", "valley-even-1"])
            for name in ("a-broken.json", "b-wrong.json", "z-twin.json"):
                lines = [line for line in server.said().splitlines() if name in line]
                self.assertEqual(len(lines), 1, server.said())
                self.assertIn(" warning pack-left-out why=", lines[0])
        with Server("--packs", os.path.join(self.folder, "nowhere")) as server:
            self.assertIn("nowhere", server.said())
            self.assertEqual(server.get("/api/games").status, 200)

    def test_a_table_keeps_its_pack_when_the_file_is_gone(self):
        with Server("--packs", self.folder) as server:
            table = server.new_table("tribes", people(2), pack="tribes-even-1")
            usual = server.new_table("tribes", people(2))
            self.assertEqual(server.look(table.id)["pack"], "tribes-even-1")
            self.assertEqual(server.look(usual.id)["pack"], "default")
            peers = [Peer(server), Peer(server)]
            for seat, peer in zip(("p1", "p2"), peers):
                peer.say(t="sit", table=table.id, key=table.key(seat))
            step = peers[0].wait_step(table.id, lambda heard: True)
            log = server.get(f"/api/tables/{table.id}/log").text
            self.assertIn("tribes-even-1", log)
            server.stop()
            shutil.rmtree(os.path.join(self.folder, "tribes"))
            server.start()
            self.assertEqual(list(self.packs(server, "tribes")), ["default"])
            again = Peer(server).sit(table.id, table.key("p1"))
            self.assertEqual((again["step"], again["view"]), (step["step"], step["view"]))
            # its row is written again (a seat is left); the pack stays with it
            server.post(f"/api/tables/{table.id}/leave", key=table.key("p2"))
            server.stop()
            server.start()
            self.assertEqual(server.look(table.id)["pack"], "tribes-even-1")
            self.assertEqual(server.look(table.id)["status"], "running")
            self.assertEqual(server.get(f"/api/tables/{table.id}/log").text.split("\n")[:4], log.split("\n")[:4])


class Listing(Http):
    def test_public_tables_newest_first(self):
        made = [self.server.new_table("dice", DICE, public=True).id for _ in range(3)]
        hidden = self.server.new_table("dice", DICE).id
        listed = [table["table"] for table in self.server.get("/api/tables").json["tables"]]
        self.assertEqual([table for table in listed if table in made], made[::-1])
        self.assertNotIn(hidden, listed)
        self.assertEqual(self.server.look(hidden)["public"], False)

    def test_the_same_objects_as_alone(self):
        table = self.server.new_table("dice", people(2), public=True)
        [listed] = [one for one in self.server.get("/api/tables").json["tables"] if one["table"] == table.id]
        self.assertEqual(listed, {name: value for name, value in self.server.look(table.id).items() if name != "fair"})

    def test_at_most_a_hundred(self):
        for _ in range(105):
            self.server.new_table("dice", people(2), public=True)
        self.assertEqual(len(self.server.get("/api/tables").json["tables"]), 100)

    def test_no_such_table(self):
        for path in ("/api/tables/aaaaaaaaaaaa", "/api/tables/aaaaaaaaaaaa/log", "/api/tables/x/y", "/api/nothing",
                     "/api/tables/" + "a" * 2000):
            answer = self.server.get(path)
            self.check_error(answer, 404)
        for verb in ("join", "leave", "key", "invite"):
            self.assertIn(self.server.post(f"/api/tables/aaaaaaaaaaaa/{verb}", {}, key="a" * 26).status, (401, 404))


class Seats(Http):
    def test_join_an_open_seat_and_play_begins(self):
        table = self.server.new_table("dice", [{"kind": "me", "name": "Ama"}, {"kind": "open"}])
        got = self.server.join(table.id, seat="p2", name="Bo")
        self.assertEqual(got["seat"], "p2")
        self.assertEqual(len(got["key"]), 26)
        self.assertEqual(got["link"], f"/t/{table.id}#{got['key']}")
        about = self.server.look(table.id)
        self.assertEqual(about["status"], "running")
        self.assertEqual((about["seats"][1]["kind"], about["seats"][1]["name"]), ("person", "Bo"))
        for body in ({"seat": "p2"}, {}):
            self.check_error(self.server.post(f"/api/tables/{table.id}/join", body), 409)

    def test_the_first_open_seat(self):
        table = self.server.new_table("dice", [{"kind": "bot", "bot": "random"}] + [{"kind": "open"}] * 3,
                                      options={"mode": "4t"})
        self.assertEqual(self.server.join(table.id)["seat"], "p2")
        self.assertEqual(self.server.join(table.id)["seat"], "p3")
        self.assertEqual(self.server.join(table.id)["seat"], "p4")

    def test_what_is_wrong_with_a_join(self):
        table = self.server.new_table("dice", [{"kind": "me"}, {"kind": "open"}])
        path = f"/api/tables/{table.id}/join"
        self.check_error(self.server.post(path, {"seat": "p1"}), 409)
        for seat in ("p9", "p3", "*", "", 2):
            self.assertIn(self.server.post(path, {"seat": seat}).status, (400, 404, 409), seat)
        self.check_error(self.server.post(path, {"seat": "p2", "name": "x" * 41}), 400)
        self.check_error(self.server.post(path, {"seat": "p2", "pledge": "!"}), 400)
        self.check_error(self.server.http("POST", path, b"nonsense"), 400)
        self.assertEqual(self.server.look(table.id)["seats"][1]["kind"], "open")

    def test_a_reserved_seat_opens_to_its_key_alone(self):
        table = self.server.new_table("dice", people(2))
        path = f"/api/tables/{table.id}/join"
        self.assertEqual(self.server.look(table.id)["seats"][1]["kind"], "reserved")
        self.assertIn(self.server.post(path, {"seat": "p2"}).status, (401, 403, 409))
        self.check_error(self.server.post(path, {"seat": "p2"}, key="a" * 26), 403)
        answer = self.server.post(path, {"name": "Bo"}, key=table.key("p2"))
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.json["seat"], "p2")
        about = self.server.look(table.id)
        self.assertEqual((about["status"], about["seats"][1]["kind"], about["seats"][1]["name"]), ("running", "person", "Bo"))

    def test_refusals_are_in_the_language_asked_for(self):
        """Options and positions too, which the rules refuse in English."""
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        for more, english, french in (
                ({"options": {"size": "12"}}, "option size cannot be '12' (expected 6 to 10)", "ne peut être"),
                ({"options": {"mode": "4t"}}, "mode 4t is for 4 seats, not for 2", "est pour 4 places"),
                ({"position": "8/8/8 w"}, "expected 6 to 10 rows", "rangées séparées"),
                ({"position": "8/8/8/8/8/8/8/7X w"}, "placement, row 8 (rank 1), column 8: expected a unit", "colonne 8\u00a0:")):
            body = {"game": "dice", "seats": seats, **more}
            self.assertIn(english, self.check_error(self.server.post("/api/tables", body), 400)["why"])
            self.assertIn(french, self.check_error(self.server.post("/api/tables?lang=fr", body), 400)["why"])
        for body, english, french in (('{"game":,}', "line 1, column 9: expected a value", "ligne 1, colonne 9\u00a0: une valeur"),
                                      ("[]", "expected an object", "un objet est attendu")):
            self.assertIn(english, self.check_error(self.server.post("/api/tables", body.encode()), 400)["why"])
            self.assertIn(french, self.check_error(self.server.post("/api/tables?lang=fr", body.encode()), 400)["why"])

    def test_leaving_gives_the_seat_to_a_computer_for_good(self):
        table = self.server.new_table("dice", people(2))
        self.server.post(f"/api/tables/{table.id}/join", {}, key=table.key("p2"))
        path = f"/api/tables/{table.id}/leave"
        self.check_error(self.server.post(path), 401)
        self.check_error(self.server.post(path, key="a" * 26), 403)
        self.assertEqual(self.server.post(path, key=table.key("p2")).status, 200)
        wait_for("a computer in p2", lambda: self.server.look(table.id)["seats"][1].get("bot") or
                 self.server.look(table.id)["seats"][1].get("standin"))
        peer = Peer(self.server)
        said = peer.sit(table.id, table.key("p2"))
        self.assertEqual(said["t"], "no")
        self.assertIn(said["code"], ("key", "seat"))

    def test_leaving_while_waiting_opens_the_seat(self):
        table = self.server.new_table("dice", [{"kind": "open"}, {"kind": "open"}])
        key = self.server.join(table.id)["key"]
        self.assertEqual(self.server.look(table.id)["seats"][0]["kind"], "person")
        self.assertEqual(self.server.post(f"/api/tables/{table.id}/leave", key=key).status, 200)
        self.assertEqual(self.server.look(table.id)["seats"][0]["kind"], "open")

    def test_a_new_key_shuts_the_old_one_out(self):
        table = self.server.new_table("dice", people(2))
        path = f"/api/tables/{table.id}/key"
        self.check_error(self.server.post(path), 401)
        self.check_error(self.server.post(path, key="b" * 26), 403)
        hearing = Peer(self.server)
        hearing.sit(table.id, table.key("p1"))
        answer = self.server.post(path, key=table.key("p1"))
        self.assertEqual(answer.status, 200, answer)
        new = answer.json["key"]
        self.assertEqual(len(new), 26)
        self.assertNotEqual(new, table.key("p1"))
        hearing.expect("gone", table.id)  # who sat there with the old key is shown the door
        self.assertEqual(Peer(self.server).sit(table.id, table.key("p1"))["code"], "key")
        self.check_error(self.server.post(path, key=table.key("p1")), 403)
        self.assertEqual(Peer(self.server).sit(table.id, new)["me"], "p1")

    def test_invite_hands_a_reserved_seat_to_somebody_else(self):
        table = self.server.new_table("dice", people(2))
        path = f"/api/tables/{table.id}/invite"
        self.check_error(self.server.post(path, {"seat": "p2"}), 401)
        self.check_error(self.server.post(path, {"seat": "p2"}, key=table.key("p2")), 403)
        answer = self.server.post(path, {"seat": "p2"}, key=table.key("p1"))
        self.assertEqual(answer.status, 200, answer)
        new = answer.json["key"]
        self.check_error(self.server.post(f"/api/tables/{table.id}/join", {}, key=table.key("p2")), 403)
        self.assertEqual(self.server.post(f"/api/tables/{table.id}/join", {}, key=new).json["seat"], "p2")
        self.check_error(self.server.post(path, {"seat": "p2"}, key=table.key("p1")), 409)  # somebody sits there now

    def test_a_key_of_another_table_opens_nothing(self):
        one, other = self.server.new_table("dice", people(2)), self.server.new_table("dice", people(2))
        for verb in ("leave", "key", "invite"):
            self.check_error(self.server.post(f"/api/tables/{one.id}/{verb}", {"seat": "p2"}, key=other.key("p1")), 403)
        self.assertEqual(Peer(self.server).sit(one.id, other.key("p1"))["code"], "key")

    def test_what_is_no_key_at_all(self):
        table = self.server.new_table("dice", people(2))
        for header in ("Bearer", "Bearer ", "Basic abc", "Bearer " + "a" * 4000, "Bearer \xe9", "bearer"):
            try:
                answer = self.server.post(f"/api/tables/{table.id}/key", headers={"Authorization": header.encode("latin-1")})
                self.assertIn(answer.status, (400, 401, 403, 413, 431), header)
            except ConnectionError:
                self.assertGreater(len(header), 1000)  # a head this long is not even answered


class Doors(Http):
    SECURITY = {"X-Content-Type-Options": r"^nosniff$", "Referrer-Policy": r"^(no-referrer|same-origin)$",
                "Content-Security-Policy": r"default-src 'none'|default-src 'self'"}

    def test_every_answer_has_the_security_headers(self):
        table = self.server.new_table("dice", DICE)
        for path in ("/", "/health", "/metrics", "/api/games", "/api/tables", f"/api/tables/{table.id}",
                     f"/api/tables/{table.id}/log", "/api/nothing", "/no-such-page", f"/t/{table.id}"):
            answer = self.server.get(path)
            for name, pattern in self.SECURITY.items():
                self.assertRegex(answer.headers.get(name, ""), pattern, f"{path}: {name}")
            policy = answer.headers["Content-Security-Policy"]
            self.assertNotIn("unsafe-eval", policy.replace("wasm-unsafe-eval", ""), path)
            self.assertNotRegex(policy, r"script-src[^;]*unsafe-inline", path)
            # The tables of a browser's own are a module in a worker: both are allowed, from here alone.
            self.assertRegex(policy, r"(^|; )script-src 'self' 'wasm-unsafe-eval'(;|$)", path)
            self.assertRegex(policy, r"(^|; )worker-src 'self'(;|$)", path)
            self.assertIn("frame-ancestors 'none'", policy, path)
            # A picture of the board is drawn from a blob; nothing needs data: addresses.
            self.assertIn("img-src 'self' blob:;", policy, path)
            self.assertNotIn("data:", policy, path)

    def test_secrets_are_not_kept_by_caches(self):
        answer = self.make({"game": "dice", "seats": DICE})
        self.assertIn("no-store", answer.headers.get("Cache-Control", ""))
        table = answer.json["table"]
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/log"):
            self.assertRegex(self.server.get(path).headers.get("Cache-Control", ""), "no-store|no-cache")

    def test_foreign_pages_may_not_change_anything(self):
        table = self.server.new_table("dice", [{"kind": "me"}, {"kind": "open"}])
        posts = ["/api/tables"] + [f"/api/tables/{table.id}/{verb}" for verb in ("join", "leave", "key", "invite")]
        for path in posts:
            body = {"game": "dice", "seats": DICE} if path == "/api/tables" else {}
            for origin in ("https://evil.example", "null", f"http://127.0.0.1:{self.server.port + 1}",
                           f"http://127.0.0.1:{self.server.port}.evil.example"):
                answer = self.server.post(path, body, key=table.key(), headers={"Origin": origin})
                self.check_error(answer, 403)
        self.assertEqual(self.server.look(table.id)["seats"][1]["kind"], "open")
        own = {"Origin": f"http://127.0.0.1:{self.server.port}"}
        self.assertEqual(self.server.post(f"/api/tables/{table.id}/join", {}, headers=own).status, 200)
        answer = self.server.get("/api/games", headers={"Origin": "https://evil.example"})
        self.assertNotIn("Access-Control-Allow-Origin", answer.headers)

    def test_foreign_pages_get_no_websocket(self):
        for origin in ("https://evil.example", "null", f"http://127.0.0.1:{self.server.port + 1}"):
            with self.assertRaises(Refused) as caught:
                Peer(self.server, headers={"Origin": origin})
            self.assertIn(caught.exception.status, (0, 401, 403))
        Peer(self.server, headers={"Origin": f"http://127.0.0.1:{self.server.port}"}).close()

    def test_another_subprotocol_is_not_ours(self):
        with self.assertRaises((Refused, AssertionError, ConnectionError)):
            Peer(self.server, protocol="chat.7")

    def test_wrong_methods(self):
        for method, path in (("DELETE", "/api/tables"), ("PUT", "/api/games"), ("POST", "/api/games"), ("PATCH", "/health"),
                             ("POST", "/health"), ("BREW", "/api/games"), ("GET", "/api/tables/aaaaaaaaaaaa/join")):
            answer = self.server.http(method, path, b"{}" if method in ("POST", "PUT", "PATCH") else None)
            self.assertIn(answer.status, (400, 403, 404, 405, 501), f"{method} {path}")

    def test_head_has_no_body(self):
        answer = self.server.http("HEAD", "/api/games")
        self.assertIn(answer.status, (200, 405))
        self.assertEqual(answer.body, b"")

    def test_paths_that_try_to_leave(self):
        for path in ("/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../../etc/passwd",
                     "//etc/passwd", "/api/../../etc/passwd", "/%00", "/t/%2e%2e", "/api/rules/..%2f..%2fREADME.md",
                     "/\\..\\..\\etc\\passwd", "/api/tables/%2e%2e/log", "/" + "a" * 3000, "/?" + "a" * 3000):
            answer = self.server.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                                     "Connection: close\r\n\r\n".encode("latin-1"), timeout=20)
            self.assertNotIn(b"root:", answer, path)
            self.assertNotIn(b"HTTP/1.1 5", answer[:10], path)
        self.assertEqual(self.server.get("/health").status, 200)

    def test_a_page_and_its_tag(self):
        page = self.server.get("/")
        self.assertEqual(page.status, 200, page)
        self.assertTrue(page.headers["Content-Type"].startswith("text/html"))
        tag = page.headers.get("ETag")
        if tag:
            again = self.server.get("/", headers={"If-None-Match": tag})
            self.assertEqual((again.status, again.body), (304, b""))

    def test_several_requests_on_one_connection(self):
        host = f"Host: 127.0.0.1:{self.server.port}\r\n"
        answer = self.server.raw(f"GET /health HTTP/1.1\r\n{host}\r\nGET /api/tables HTTP/1.1\r\n{host}Connection: close\r\n\r\n"
                                 .encode())
        self.assertEqual(answer.count(b"HTTP/1.1 200"), 2, answer[:300])


class Looking(Http):
    def test_health(self):
        table = self.server.new_table("dice", DICE)
        answer = self.server.get("/health")
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.json["ok"], True)
        self.assertRegex(answer.json["version"], r"^\d+\.\d+")
        self.assertGreaterEqual(answer.json["tables"], 1)
        self.assertTrue(table)

    def test_metrics_are_prometheus_text(self):
        peer = Peer(self.server)
        peer.ask(is_wrong=True, t="nonsense")
        answer = self.server.get("/metrics")
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.headers["Content-Type"].startswith("text/plain"))
        names = set()
        for line in answer.text.splitlines():
            if line.startswith("#") or not line:
                continue
            found = re.match(r'^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_]+="[^"]*"(,[a-zA-Z_]+="[^"]*")*\})? '
                             r'(-?[0-9.]+(e[-+]?\d+)?|\+Inf|NaN)$', line)
            self.assertTrue(found, f"no Prometheus line: {line}")
            names.add(found.group(1))
        for word in ("table", "connection", "move", "step", "commit", "bot", "refused"):
            self.assertTrue([name for name in names if word in name], f"no metric about {word}: {sorted(names)}")
        self.assertTrue([name for name in names if name.endswith("_bucket")])
        self.assertIn('reason="form"', answer.text.replace("code=", "reason="))


class Limits(Http):
    def test_connections_per_address(self):
        with Server(limits={"--peers-per-address": "5"}) as small:
            open_ones, refused = [], 0
            for _ in range(12):
                try:
                    open_ones.append(Peer(small))
                except (Refused, ConnectionError, socket.timeout, AssertionError):
                    refused += 1
            self.assertEqual(len(open_ones), 5)
            self.assertEqual(refused, 7)
            for peer in open_ones:
                peer.fence()
                peer.close()

            def room():
                try:
                    Peer(small).close()
                    return True
                except (Refused, ConnectionError, AssertionError):
                    return False
            wait_for("room after others have gone", room)


if __name__ == "__main__":
    main(__name__)
