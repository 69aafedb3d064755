"""Are views what docs/views says? test_views.py OCHRE: random plays of every game, every viewer, against the JSON Schemas; and do these notice a
member that is missing or new?"""
import copy
import importlib.machinery
import importlib.util
import json
import os
import sys
import unittest

import jsonschema

OCHRE = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LOADER = importlib.machinery.SourceFileLoader("view_schemas", os.path.join(ROOT, "scripts", "view-schemas"))
schemas = importlib.util.module_from_spec(importlib.util.spec_from_loader("view_schemas", LOADER))
LOADER.exec_module(schemas)

# Phases that the plays of this test must come to; rarer ones are in the schema too.
PHASES = {"breakthrough": {"MOVE", "OVER"}, "dice": {"PLAY"}, "pebble": {"DEAL", "STAKE", "CHOOSE", "OVER"},
          "spears": {"TRIBE", "PREY", "PLAY", "ACTION", "HUNT_UNITS", "REACT", "CARDS", "ENEMY", "DEFEND_UNITS"},
          "tribes": {"SETUP", "FOUND", "TAKE", "BIRTH", "DRAW", "LAY", "STEP"}, "valley": {"DEAL", "START", "MAIN", "REFILL"}}
EVERYTHING = {"dice": ["named", "seen"], "spears": ["under_way"], "tribes": ["under_way", "unseen"], "valley": ["permitted"]}


def objects(value, schema, path=()):
    """(path, object, schema) of every object in a view whose members the schema names."""
    if isinstance(value, list):
        for index, item in enumerate(value[:3]):
            yield from objects(item, schema.get("items", {}), path + (index,))
    if not isinstance(value, dict):
        return
    if schema.get("additionalProperties") is False:
        yield path, value, schema
    for key, item in value.items():
        inner = schema.get("properties", {}).get(key)
        if inner is None and schema.get("patternProperties"):
            inner = list(schema["patternProperties"].values())[0]
        if inner is None and isinstance(schema.get("additionalProperties"), dict):
            inner = schema["additionalProperties"]
        yield from objects(item, inner or {}, path + (key,))


def at(value, path):
    for key in path:
        value = value[key]
    return value


class Views(unittest.TestCase):
    def load(self, game):
        with open(schemas.path_of(game), encoding="utf-8") as text:
            schema = json.load(text)
        jsonschema.Draft202012Validator.check_schema(schema)
        return schema, jsonschema.Draft202012Validator(schema)

    def must_break(self, validator, view, path, change):
        broken = copy.deepcopy(view)
        change(at(broken, path))
        self.assertFalse(validator.is_valid(broken), f"the schema does not notice a change at {path}")

    def bites(self, schema, validator, view):
        for path, value, inner in list(objects(view, schema)):
            self.must_break(validator, view, path, lambda found: found.update(surprise=1))
            for member in inner["required"]:
                self.assertIn(member, value)
                self.must_break(validator, view, path, lambda found, gone=member: found.pop(gone))

    def described(self, schema):
        for name, member in schema.get("properties", {}).items():
            self.assertTrue(member.get("description"), f"{schema['title']}: {name} is not described")

    def check(self, game):
        schema, validator = self.load(game)
        self.described(schema)
        seen, tried = set(), set()
        for viewer, view in schemas.views_of(OCHRE, game, 11, 1, 260, 2):
            problem = jsonschema.exceptions.best_match(validator.iter_errors(view))
            self.assertIsNone(problem, f"{game}, {viewer}, {view['phase']}: {problem and problem.json_path}: {problem and problem.message}")
            for member in EVERYTHING.get(game, []):
                self.assertEqual(member in view, viewer == "all", f"{member} in the view of {viewer}")
            seen.add(view["phase"])
            if viewer == "all" and view["phase"] not in tried and len(tried) < 4:
                tried.add(view["phase"])
                self.bites(schema, validator, view)
        self.assertEqual(PHASES[game] - seen, set())
        self.check_printed(game, {"title": f"what is printed in {game}", **schema["$defs"]["printed"]}, set(schema["properties"]))

    def check_printed(self, game, schema, of_views):
        """What is told once, by the same schema; no name of it is a view's too."""
        self.described(schema)
        self.assertEqual(set(schema["properties"]) & of_views, set())
        validator = jsonschema.Draft202012Validator(schema)
        things = list(schemas.printed_of(OCHRE, game, 11, 2))
        for each in things:
            problem = jsonschema.exceptions.best_match(validator.iter_errors(each))
            self.assertIsNone(problem, f"{game}: {problem and problem.json_path}: {problem and problem.message}")
        self.bites(schema, validator, things[0])


for name in schemas.GAMES:
    setattr(Views, "test_" + name, lambda self, game=name: self.check(game))

if __name__ == "__main__":
    unittest.main()
