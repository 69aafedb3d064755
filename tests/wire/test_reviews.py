#!/usr/bin/python3
"""Plays that a server looks back upon (docs/wire.md, "A review"): the bytes of `ochre review --json`, refusals with their place, an end at
any moment, and nothing that anybody could break with what they send."""
import json
import os
import subprocess
import tempfile
import unittest

from client import KEY_ALPHABET, SHORT, Peer, Server, binary, main, wait_for

SEATS = {"dice": 2, "valley": 3, "tribes": 2, "spears": 4}
MOVES = 6 if SHORT else 14  # a search is slow under a sanitizer


def command(*arguments, code=0):
    done = subprocess.run([binary(), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == code, (arguments, done)
    return done


class Logs:
    """Logs of plays by lot, cut after some moves, as files and as texts."""

    def __init__(self, folder):
        self.folder, self.path, self.text = folder, {}, {}
        for game, seats in SEATS.items():
            command("sim", game, "--seats", ",".join(["random"] * seats), "--games", "1", "--seed", "3", "--logs", os.path.join(folder, game))
            with open(os.path.join(folder, game, os.listdir(os.path.join(folder, game))[0]), encoding="utf-8") as log:
                head, moves, end = log.read().split("\n\n")
            reveal = [line for line in end.splitlines() if line.startswith("reveal ")]
            kept = moves.splitlines()[:MOVES]
            self.put(game, "\n".join([head, "", *kept, "", *reveal, f"end {len(kept)}", ""]))

    def put(self, name, text):
        self.path[name], self.text[name] = os.path.join(self.folder, name + ".log"), text
        with open(self.path[name], "w", encoding="utf-8") as file:
            file.write(text)


class Reviews(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ochre-reviews-")
        cls.addClassCleanup(folder.cleanup)
        cls.logs = Logs(folder.name)
        cls.server = Server("--threads", "1")
        cls.addClassCleanup(cls.server.close)

    def begin(self, game="dice", lang="en", **more):
        answer = self.server.post(f"/api/reviews?lang={lang}", {"log": self.logs.text[game], "depth": "quick", **more})
        self.assertEqual(answer.status, 201, answer)
        return "/api/reviews/" + answer.json["review"]

    def delete(self, path):
        return self.server.http("DELETE", path)

    def finish(self, path):
        wait_for("the review", lambda: self.server.get(path).json["state"] != "working")
        return self.server.get(path).json

    def refuse(self, status, code, body, **more):
        answer = self.server.http("POST", "/api/reviews?lang=en", body, **more)
        self.assertEqual((answer.status, answer.code), (status, code), answer)
        return answer.json["error"]["why"]

    def is_well(self):
        self.assertEqual(self.server.get("/health").status, 200)


class TheSame(Reviews):
    def test_bytes_as_the_command_writes(self):
        for game in SEATS:
            for lang, depth, seed in (("en", "quick", 1), ("fr", "usual", 77)):
                with self.subTest(game=game, lang=lang):
                    path = self.begin(game, lang, depth=depth, seed=seed)
                    state = self.finish(path)
                    self.assertEqual((state["state"], state["done"], state["steps"]), ("done", MOVES, MOVES))
                    result = self.server.get(path + "/result")
                    self.assertEqual(result.status, 200, result)
                    due = command("review", self.logs.path[game], "--json", "--lang", lang, "--depth", depth, "--seed", str(seed))
                    self.assertEqual(result.body + b"\n", due.stdout.encode())
                    self.assertEqual(self.delete(path).status, 200)

    def test_steps_come_one_after_the_other(self):
        path = self.begin()
        steps = []

        def ask_on():
            state = self.server.get(f"{path}?since={len(steps)}").json
            self.assertLessEqual(state["done"], state["steps"])
            steps.extend(state["news"])
            return state["state"] == "done" and len(steps) == MOVES

        wait_for("all steps", ask_on)
        self.assertEqual(steps, self.server.get(path + "/result").json["steps"])
        self.assertEqual(self.server.get(f"{path}?since=9").json["news"], steps[9:])
        self.assertEqual(self.server.get(f"{path}?since=99").json["news"], [])
        self.assertEqual(self.server.get(path).json["news"], [])
        self.delete(path)

    def test_moments_and_the_play_in_the_language_asked_for(self):
        path = self.begin("tribes", names=["Ama", "Bo"], you="p1")
        about = {lang: self.server.get(f"{path}/about?lang={lang}").json for lang in ("en", "fr")}
        self.assertEqual((about["en"]["game"], about["en"]["seats"], about["en"]["play"]["step"]), ("tribes", 2, MOVES))
        self.assertNotEqual(about["en"]["play"]["story"], about["fr"]["play"]["story"])
        self.assertIn("Bo", json.dumps(about["en"]["play"]["story"]))
        self.finish(path)
        for step in self.server.get(path + "/result").json["steps"]:
            moment = self.server.get(f"{path}/moment?n={step['n']}&lang=en").json
            self.assertEqual(moment["n"], step["n"])
            if step["seat"] != "*":
                self.assertEqual(moment["made"]["m"], step["move"])
            if step.get("better"):
                self.assertEqual(moment["best"]["m"], step["best"])
        self.assertEqual(self.server.get(f"{path}/moment?n={MOVES + 1}").json["step"], MOVES)
        for wrong in ("", "?n=0", f"?n={MOVES + 2}", "?n=-1", "?n=x", "?n=99999999999999999999"):
            self.assertEqual(self.server.get(f"{path}/moment{wrong}").status, 400, wrong)
        self.assertEqual(self.server.get(f"{path}?since=x").status, 400)
        self.delete(path)

    def test_names_are_nobody_elses(self):
        """What a review tells of a play is what its log holds: that of a table that goes on here changes nothing, and is not looked at."""
        table = self.server.new_table("dice", [{"kind": "me", "name": "Secret"}, {"kind": "bot", "bot": "random"}])
        before = self.server.get("/api/tables").body
        path = self.begin()
        self.finish(path)
        for part in ("", "/result", "/about", "/moment?n=1"):
            self.assertNotIn(b"Secret", self.server.get(path + part).body)
        self.assertEqual(self.server.get("/api/tables").body, before)
        self.assertEqual(self.server.get(f"/api/reviews/{table.id}").status, 404)
        self.delete(path)


class Ends(Reviews):
    def test_it_can_be_stopped(self):
        path = self.begin("tribes", depth="deep")
        early = self.server.get(path + "/result")
        self.assertEqual((early.status, early.code), (409, "waiting"))
        self.assertEqual(self.server.post(path + "/stop").status, 200)
        state = self.finish(path)
        self.assertEqual(state["state"], "stopped")
        self.assertLess(state["done"], MOVES)
        result = self.server.get(path + "/result").json
        self.assertFalse(result["whole"])
        self.assertEqual(len(result["steps"]), state["done"])
        self.assertEqual(self.server.post(path + "/stop").status, 200)
        self.assertEqual(self.server.get(path + "/moment?n=3").status, 200)
        self.assertEqual(self.delete(path).json, {"review": path.rsplit("/", 1)[1]})
        for answer in (self.server.get(path), self.server.get(path + "/result"), self.delete(path), self.server.post(path + "/stop")):
            self.assertEqual((answer.status, answer.code), (404, "review"))

    def test_ids_cannot_be_guessed(self):
        ids = set()
        for _ in range(4):
            path = self.begin()
            ids.add(path.rsplit("/", 1)[1])
            self.delete(path)
        self.assertEqual(len(ids), 4)
        for name in ids:
            self.assertEqual(len(name), 26)
            self.assertLessEqual(set(name), KEY_ALPHABET)

    def test_there_is_room_for_some(self):
        paths = [self.begin("tribes", depth="deep"), self.begin("tribes", depth="deep")]
        why = self.refuse(503, "busy", {"log": self.logs.text["dice"]})
        self.assertIn("your address", why)
        french = self.server.post("/api/reviews?lang=fr", {"log": self.logs.text["dice"]})
        self.assertIn("adresse", french.json["error"]["why"])
        for path in paths:
            self.delete(path)
        self.delete(self.begin())

    def test_a_computer_at_a_table_does_not_wait_for_it(self):
        path = self.begin("tribes", depth="deep")
        table = self.server.new_table("dice", [{"kind": "bot", "bot": "level:4"}, {"kind": "me"}])
        peer = Peer(self.server)
        peer.sit(table.id, table.key("p2"))
        self.assertEqual(peer.wait_asked(table.id)["step"], 1)
        self.assertIn(b'lane="errand"', self.server.get("/metrics").body)
        self.delete(path)

    def test_a_server_stops_in_the_middle_of_it(self):
        with Server("--threads", "1") as server:
            for game in ("dice", "tribes"):
                made = server.post("/api/reviews", {"log": self.logs.text[game], "depth": "deep"})
                self.assertEqual(made.status, 201)
            self.assertEqual(server.stop(), 0, server.said())

    def test_a_host_can_switch_it_off(self):
        with Server("--reviews", "0") as server:
            answer = server.post("/api/reviews", {"log": self.logs.text["dice"]})
            self.assertEqual((answer.status, answer.code), (403, "off"))
            self.assertEqual(server.get("/api/reviews/" + "a" * 26).status, 404)
        with Server("--reviews", "1") as server:
            self.assertEqual(server.post("/api/reviews", {"log": self.logs.text["tribes"], "depth": "deep"}).status, 201)
            self.assertEqual(server.post("/api/reviews", {"log": self.logs.text["dice"]}).status, 503)


class Refusals(Reviews):
    def test_damage_is_named_as_the_command_names_it(self):
        whole = self.logs.text["dice"]
        lines = whole.splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith("p1 "))
        for name, text in {"illegal": whole.replace(lines[first], "p1 a1h8", 1), "foreign": "[Event \"?\"]\n1. e4 e5\n", "other": "1. e4 e5\n", "empty": "",
                           "game": whole.replace("game dice", "game chess"), "rules": whole.replace("rules 1", "rules 9"),
                           "twice": whole.replace("seats 2", "seats 2\nseats 2"),
                           "pack": whole.replace("rules 1\n", "rules 1\npack nowhere 00\n")}.items():
            with self.subTest(name):
                why = self.refuse(400, "log", {"log": text})
                self.logs.put("damaged", text)
                said = subprocess.run([binary(), "review", self.logs.path["damaged"], "--lang", "en", "--depth", "quick"], capture_output=True, text=True, check=False)
                self.assertEqual(said.returncode, 1)
                self.assertIn(why, said.stderr)

    def test_of_a_damaged_log_what_is_sound_is_reviewed(self):
        whole = self.logs.text["dice"]
        lines = whole.splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith("p1 "))
        for text, moves in ((whole.replace(lines[first + 2], "p1 a1h8", 1), 2), (whole.replace(f"end {MOVES}", "end 3"), MOVES)):
            with self.subTest(moves=moves):
                self.logs.put("damaged", text)
                said = subprocess.run([binary(), "review", self.logs.path["damaged"], "--json", "--lang", "en", "--depth", "quick"],
                                      capture_output=True, text=True, check=False)
                path = "/api/reviews/" + self.server.post("/api/reviews", {"log": text, "depth": "quick"}).json["review"]
                self.finish(path)
                self.assertEqual(self.server.get(path + "/result").json, json.loads(said.stdout))
                self.assertEqual(len(json.loads(said.stdout)["steps"]), moves)
                self.assertIn(self.server.get(path + "/about").json["wrong"], said.stderr)
                self.delete(path)

    def test_a_play_nobody_has_begun_is_none(self):
        self.assertIn("nobody has moved yet", self.refuse(400, "log", {"log": "ochre 1\ngame dice\nrules 1\nseats 2\n\n"}))

    def test_a_play_that_goes_on_is_reviewed_as_far_as_it_goes(self):
        text = "ochre 1\ngame dice\nrules 1\nseats 2\n\np1 g2g3\np2 g7g6\n"
        answer = self.server.post("/api/reviews", {"log": text, "depth": "quick"})
        path = "/api/reviews/" + answer.json["review"]
        self.finish(path)
        result = self.server.get(path + "/result").json
        self.assertEqual((result["over"], result["whole"], len(result["steps"])), (False, True, 2))
        self.delete(path)

    def test_members(self):
        log = self.logs.text["dice"]
        for change in ({"log": None}, {"log": 5}, {"log": ["ochre 1"]}, {"log": log, "depth": "endless"}, {"log": log, "depth": 2},
                       {"log": log, "seed": -1}, {"log": log, "seed": 1.5}, {"log": log, "seed": 10 ** 18}, {"log": log, "seed": "1"},
                       {"log": log, "names": "Ama"}, {"log": log, "names": ["a"] * 5}, {"log": log, "names": [5]},
                       {"log": log, "names": ["x" * 41]}, {"log": log, "you": "p5"}, {"log": log, "you": 1}, {}):
            with self.subTest(change={name: value for name, value in change.items() if name != "log"}):
                self.refuse(400, "form", change)

    def test_hostile_bodies(self):
        log = self.logs.text["dice"]
        self.refuse(413, "size", {"log": log + "#" * 70000})
        self.refuse(400, "form", json.dumps({"log": log}).encode()[:-40])
        self.refuse(400, "form", b'{"log":"' + b"\xff\xfe" * 20 + b'"}')
        self.refuse(400, "form", b'{"log":' + b"[" * 5000 + b"]" * 5000 + b"}")
        self.refuse(400, "form", b'{"log":"ochre 1\\u0000game dice"}')
        self.refuse(400, "form", b'{"log":"a","log":"b"}')
        self.refuse(400, "form", b"[]")
        self.refuse(400, "form", b"")
        self.refuse(400, "log", {"log": "\n" * 30000})
        self.refuse(400, "log", {"log": "ochre 1\n" + "option a b\n" * 5000})
        self.refuse(400, "log", {"log": "ochre 1\ngame dice\nrules 1\nseats 2\n\n" + "p2 g7g6\np1 g2g3\np2 g6g7\np1 g3g2\n" * 1800})
        self.refuse(403, "origin", {"log": log}, headers={"Origin": "http://elsewhere.example"})
        self.is_well()

    def test_other_methods_and_paths(self):
        path = self.begin()
        for method, where in (("GET", "/api/reviews"), ("DELETE", "/api/reviews"), ("POST", path), ("POST", path + "/result"), ("DELETE", path + "/result"),
                              ("GET", path + "/stop"), ("DELETE", "/api/tables"), ("PUT", path)):
            answer = self.server.http_as_it_is(method, where, {} if method == "POST" else None)
            self.assertEqual((answer.status, answer.code), (405, "method"), (method, where))
        for where in (path + "/", path + "/x", "/api/reviews/", "/api/reviews/" + "a" * 40):
            self.assertEqual(self.server.get(where).status, 404, where)
        foreign = self.server.http("DELETE", path, headers={"Origin": "http://elsewhere.example"})
        self.assertEqual((foreign.status, foreign.code), (403, "origin"))
        self.assertEqual(self.server.get(path).status, 200)
        self.delete(path)


if __name__ == "__main__":
    main(__name__)
