#!/usr/bin/python3
"""Do the checks bite? Each is shown a clean thing and a planted violation in a temporary copy."""
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("MESON_BUILD_ROOT", os.path.join(ROOT, "build"))


def script(name, *arguments, **extra):
    return subprocess.run([os.path.join(ROOT, "scripts", name), *arguments], capture_output=True, text=True, **extra)


class InTemporary(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path


class Counts(InTemporary):
    def make(self, target, code):
        """`make TARGET` with scripts that do nothing but count."""
        shutil.copy(os.path.join(ROOT, "Makefile"), self.folder)
        for name, text in (("need", "true"), ("test", f"echo '2 passed, {code} failed'; exit {code}")):
            os.chmod(self.write(f"scripts/{name}", f"#!/bin/sh\n{text}\n"), 0o755)
        # The variables of a make that runs this test are not for this one.
        clean = {key: value for key, value in os.environ.items() if not key.startswith("MAKE") and key != "MFLAGS"}
        return subprocess.run(["make", "-C", self.folder, "--no-print-directory", target], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, env=clean)

    def test_the_count_is_the_last_line(self):
        for target in ("test", "check", "laws", "coverage"):
            fine, failed = self.make(target, 0), self.make(target, 1)
            self.assertEqual(fine.stdout.splitlines()[-1], "2 passed, 0 failed")
            self.assertEqual(fine.returncode, 0)
            self.assertEqual(failed.stdout.splitlines()[-1], "2 passed, 1 failed")
            self.assertNotEqual(failed.returncode, 0)


class Layers(InTemporary):
    def refused(self, path, include):
        self.write(path, f'#include "{include}"\n')
        run = script("check-layers", self.folder)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn(f"{path}:1", run.stdout)

    def accepted(self, path, include):
        self.write(path, f'#include "{include}"\n')
        run = script("check-layers", self.folder)
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_downwards(self):
        self.accepted("src/cli/main.c", "table/table.h")
        self.accepted("src/lab/bench.c", "ai/bot.h")
        self.accepted("src/games/dice/dice.c", "games/dice/dice.h")
        self.accepted("src/table/table.c", "rules/game.h")

    def test_base_knows_no_rules(self):
        self.refused("src/base/text.c", "rules/game.h")

    def test_rules_know_no_table(self):
        self.refused("src/rules/setup.c", "table/log.h")

    def test_a_game_knows_no_other_game(self):
        self.refused("src/games/dice/dice.c", "games/pebble/pebble.h")

    def test_nobody_knows_a_game(self):
        self.refused("src/rules/registry.c", "games/dice/dice.h")

    def test_table_and_ai_are_strangers(self):
        self.refused("src/table/table.c", "ai/bot.h")
        shutil.rmtree(os.path.join(self.folder, "src"))
        self.refused("src/ai/greedy.c", "table/table.h")

    def test_rooms_are_known(self):
        self.refused("src/attic/old.c", "base/text.h")

    def test_an_inner_header_is_for_its_own_room(self):
        for path in ("src/server/room.c", "src/server/room_list.h"):
            self.accepted(path, "server/room_inner.h")
        self.accepted("src/table/log_play.c", "table/table_inner.h")
        self.refused("src/server/wire_play.c", "server/room_inner.h")
        shutil.rmtree(os.path.join(self.folder, "src"))
        self.refused("src/server/step.c", "table/table_inner.h")


class Comments(InTemporary):
    """Names in comments: functions, files and members that are there, and that are not."""
    CODE = "int seat_count;\nint table_play(int seat_count);\n"

    def said(self, comment):
        self.write("src/table/table.h", f"/* {comment} */\n{self.CODE}")
        run = script("check-comments", self.folder)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        return run

    def test_what_is_there(self):
        self.write("src/table/table_look.c", "int look;\n")
        for comment in ("table.h: table_play() asks", "seat_count is how many", "see table_look.c and table*.c", "NAME_look.c",
                        'a "no_such_thing" is data', "for instance\n *\n *     no_such_thing(1);\n *\n *"):
            self.assertEqual(self.said(comment).returncode, 0, comment)

    def test_what_is_not(self):
        for comment, name in (("table_undo takes back", "table_undo"), ("ask() first", "ask"), ("see table_undo.c", "table_undo.c"),
                              ("SEAT_COUNT", "SEAT_COUNT"), ("log_*", "log_*")):
            run = self.said(comment)
            self.assertEqual(run.returncode, 1, comment)
            self.assertIn(f"src/table/table.h:1: {name}:", run.stdout)

    def test_a_comment_proves_nothing(self):
        self.write("src/table/other.c", "/* table_undo */\n")
        self.assertEqual(self.said("table_undo takes back").returncode, 1)


class Words(InTemporary):
    """docs/vocabulary.md: words that are there once, and in the code."""

    def said(self, *rows):
        self.write("src/server/hall.h", "/* a keeper */\nint hall_now(int room);\n")
        self.write("web/src/lib/store.ts", "// a glance\nexport class TableStore {}\n")
        self.write("docs/vocabulary.md", "| word | means |\n| --- | --- |\n" + "".join(f"| {row} |\n" for row in rows))
        run = script("check-words", self.folder)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        return run

    def test_what_is_true(self):
        run = self.said("hall, room | all tables (`hall.h`). Never a table (store)", "store | `TableStore`", "house | `src/server`",
                        "table | `hall_*`")
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("words: 5 words, 0", run.stdout)

    def test_what_is_not(self):
        for rows, what in ((("hall | one", "room, hall | another"), "4: hall: line 3 has said"), (("keeper | who keeps",), "3: keeper: no name"),
                           (("glance | a look",), "3: glance: no name"), (("hall | `room_now`",), "3: room_now: there is nothing"),
                           (("hall | `house.h`",), "3: house.h: there is nothing"), (("hall | all. Never one (room)",), "3: room: no line")):
            run = self.said(*rows)
            self.assertEqual(run.returncode, 1, rows)
            self.assertIn(f"docs/vocabulary.md:{what}", run.stdout)

    def test_no_words_prove_nothing(self):
        self.assertEqual(self.said().returncode, 1)


class Pure(InTemporary):
    def library(self, code):
        source = self.write("a.c", code)
        subprocess.run(["cc", "-O1", "-fPIC", "-c", source, "-o", source + ".o"], check=True)
        subprocess.run(["ar", "rc", source + ".a", source + ".o"], check=True)
        return script("check-pure", source + ".a")

    def test_pure(self):
        run = self.library("static const char *const words[] = {\"a\", \"b\"};\n"
                           "const char *word(int n) { return words[n]; }\n")
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_allocation_input_clock_and_chance(self):
        for call in ("void *malloc(unsigned long); void *f(void) { return malloc(3); }",
                     "int puts(const char *); int f(void) { return puts(\"\"); }",
                     "long time(long *); long f(void) { return time(0); }",
                     "int rand(void); int f(void) { return rand(); }"):
            run = self.library(call + "\n")
            self.assertEqual(run.returncode, 1, call)
            self.assertIn("must not call", run.stdout)

    def test_memory_between_calls(self):
        for code in ("int f(void) { static int calls; return ++calls; }", "int seed = 7;",
                     "_Thread_local int depth = 1;"):
            run = self.library(code + "\n")
            self.assertEqual(run.returncode, 1, code)
            self.assertIn("writable data", run.stdout)


class Names(InTemporary):
    """A game of two facets; each test moves or renames one thing in it."""
    HEAD = ("struct ochre_rules { void (*start)(void); int (*outcome)(void); };\n"
            "struct ochre_think { int foresight; };\n"
            "struct ochre_game { const struct ochre_rules *rules; const struct ochre_think *think; };\n"
            "extern const struct ochre_rules flint_rules;\nextern const struct ochre_think flint_think;\n"
            "int flint_outcome(void);\n")
    GAME = {
        "": "const struct ochre_game ochre_flint = {\n    .rules = &flint_rules,\n    .think = &flint_think,\n};\n",
        "_rules": "static void start(void)\n{\n}\n\nconst struct ochre_rules flint_rules = {\n    .start = start,\n"
                  "    .outcome = flint_outcome,\n};\n",
        "_score": "int flint_outcome(void)\n{\n    return 1;\n}\n",
        "_think": "const struct ochre_think flint_think = {.foresight = 16};\n",
    }

    def check(self, **changed):
        objects = []
        for suffix, code in {**self.GAME, **changed}.items():
            source = self.write(f"src/games/flint/flint{suffix}.c", self.HEAD + code)
            objects.append(os.path.join(self.folder, f"src_games_flint_flint{suffix}.c.o"))
            subprocess.run(["cc", "-c", source, "-o", objects[-1]], check=True)
        library = os.path.join(self.folder, "rules.a")
        subprocess.run(["ar", "rc", library, *objects], check=True)
        return script("check-names", library, self.folder)

    def refused(self, why, **changed):
        run = self.check(**changed)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn(why, run.stdout)

    def test_in_order(self):
        run = self.check()
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_an_entry_in_another_file(self):
        self.refused("flint_end.c: flint_outcome: rules->outcome stands in flint_score.c", _score="",
                     _end=self.GAME["_score"])

    def test_an_entry_that_nobody_placed(self):
        self.refused("surprise: scripts/check-names does not know",
                     _think="#define surprise foresight\nconst struct ochre_think flint_think = {\n    .surprise = 16,\n};\n")

    def test_a_facet_shows_its_table_alone(self):
        self.refused("start: this file shows nothing but flint_rules",
                     _rules=self.GAME["_rules"].replace("static void", "void"))
        self.refused("more: this file shows nothing but ochre_flint", **{"": self.GAME[""] + "int more = 1;\n"})

    def test_a_table_of_another_name(self):
        self.refused("const struct ochre_think flint_think is expected here",
                     _think="const struct ochre_think flint_thoughts = {\n    .foresight = 16,\n};\n",
                     _deep="const struct ochre_think flint_think = {\n    .foresight = 16,\n};\n")

    def test_what_others_see_has_the_name_of_the_game(self):
        self.refused("helper: what others see of a game begins with flint_", _board="int helper(void)\n{\n    return 1;\n}\n")


class Asserts(InTemporary):
    def test_counts(self):
        os.makedirs(os.path.join(self.folder, "scripts"))
        counter = shutil.copy(os.path.join(ROOT, "scripts", "count-asserts"), os.path.join(self.folder, "scripts"))
        self.write("src/games/a.c", "void f(int n)\n{\n    assert(n > 0); /* not assert(this) */\n}\n")
        self.write("src/table/b.h", "_Static_assert(1, \"one\");\n")
        run = subprocess.run([counter, "games", "table"], capture_output=True, text=True)
        self.assertRegex(run.stdout, r"games +1 assertions in +4 lines, 250\.0 per thousand \(0 more")
        self.assertRegex(run.stdout, r"all +1 assertions in +5 lines, 200\.0 per thousand \(1 more")


class Format(InTemporary):
    def test_bites(self):
        style = shutil.copy(os.path.join(ROOT, ".clang-format"), self.folder)
        self.assertTrue(os.path.exists(style))
        good = self.write("good.c", "int f(void)\n{\n    return 1;\n}\n")
        bad = self.write("bad.c", "int f(void) {\n  return 1; }\n")
        self.assertEqual(script("check-format", good).returncode, 0)
        self.assertNotEqual(script("check-format", bad).returncode, 0)


class Analysers(InTemporary):
    BUG = "int f(int n);\nint f(int n)\n{\n    int *p = 0;\n    if (n > 3)\n        return *p;\n    return 0;\n}\n"

    def test_tidy_bites(self):
        run = script("check-tidy", BUILD, self.write("bug.c", self.BUG))
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("NullDereference", run.stdout)

    def test_cppcheck_bites(self):
        run = script("check-cppcheck", self.folder, self.write("bug.c", self.BUG))
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("nullPointer", run.stdout)


class Longest(InTemporary):
    def test_measures(self):
        self.write("a.c", "int f(int n)\n{\n    if (n)\n        return 1;\n    return 0;\n}\n\n"
                          "static int g(void)\n{\n    return 2;\n}\n")
        run = script("longest", "5", self.folder)
        self.assertRegex(run.stdout, r"6 lines +2 branches .*a\.c:1 f")
        self.assertRegex(run.stdout, r"4 lines +1 branches .*a\.c:8 g")


class Need(InTemporary):
    def need(self, packages, *purposes, path="", **env):
        listed = self.write("packages", packages)
        return script("need", *purposes, env={**os.environ, "OCHRE_PACKAGES": listed, **env,
                                              "PATH": path + os.environ["PATH"]})

    def stand_in(self, name, code):
        tool = self.write("bin/" + name, "#!/bin/sh\n" + code)
        os.chmod(tool, 0o755)

    def test_nothing_missing_is_silent(self):
        run = self.need("build: dpkg\n", "build")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))

    def test_command_from_elsewhere(self):
        run = self.need("build: no-such-package:sh\n", "build")
        self.assertEqual((run.returncode, run.stdout), (0, ""))

    def test_unknown_purpose(self):
        self.assertEqual(self.need("build: dpkg\n", "cook").returncode, 2)

    def test_without_root_names_the_one_command(self):
        self.stand_in("id", "echo 1000\n")
        run = self.need("build: no-such-package dpkg\n", "build", path=self.folder + "/bin:")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"sudo apt-get install .* no-such-package\n")

    def test_root_installs_only_what_is_missing(self):
        self.stand_in("id", "echo 0\n")
        self.stand_in("apt-get", f'echo "$*" >>{self.folder}/calls\n')
        run = self.need("build: dpkg one\ntest: two\ncheck: three\n", "build", "test", path=self.folder + "/bin:")
        self.assertEqual(run.returncode, 0, run.stderr)
        with open(self.folder + "/calls", encoding="utf-8") as calls:
            update, install = calls.read().splitlines()
        self.assertTrue(update.startswith("update"))
        self.assertTrue(install.endswith("--no-install-recommends -o DPkg::Lock::Timeout=600 one two"), install)


class Counting(InTemporary):
    """scripts/test counts what the tests themselves count."""

    def setUp(self):
        super().setUp()
        self.runner = {"__file__": os.path.join(ROOT, "scripts", "test"), "__name__": "runner"}
        with open(self.runner["__file__"], encoding="utf-8") as code:
            exec(compile(code.read(), "scripts/test", "exec"), self.runner)  # pylint: disable=exec-used

    def test_counts(self):
        count = self.runner["count_cases"]
        self.assertEqual(count("x\n12 passed, 3 failed\n"), (12, 3))
        self.assertEqual(count("[==========] Running 3 test(s).\n[  PASSED  ] 2 test(s).\n"
                               "[  FAILED  ] tests: 1 test(s), listed below:\n"), (2, 1))
        self.assertEqual(count("ok 1 - a\nnot ok 2 - b\nok 3\n"), (2, 1))
        self.assertEqual(count("Ran 7 tests in 0.1s\n\nFAILED (failures=2)\n"), (5, 2))
        self.assertIsNone(count("nothing to see"))

    def test_a_failed_test_is_never_lost(self):
        tally = self.runner["Tally"]()
        test = {"name": "ochre:fast / a", "result": "FAIL", "duration": 1.0, "stdout": "3 passed, 0 failed\n"}
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.runner["sum_up"]("release", [test], tally)
        self.assertIn("FAIL", said.getvalue())
        self.assertEqual((tally.passed, tally.failed), (3, 1))

    def test_no_test_is_left_out(self):
        """Every test is asked by a stage: whoever writes one without a suite would wait for it in vain."""
        stages = set(self.runner["STAGES"]) - {"laws", "quick"}  # what they ask, others ask too
        for test in self.runner["introspect"]("tests", BUILD):
            self.assertTrue(any(self.runner["is_asked"](stage, test, BUILD) for stage in stages), test["name"])

    def test_only_what_is_run_is_compiled(self):
        """What the tests of a stage name is made, and nothing else."""
        os.makedirs(os.path.join(self.folder, "meson-info"))
        for what, known in (("tests", [{"name": "a", "suite": ["ochre:slow"], "cmd": ["a"], "depends": ["a@exe", "lib"]},
                                       {"name": "b", "suite": ["ochre:fast"], "cmd": ["b"], "depends": ["b@exe"]}]),
                            ("targets", [{"id": name, "filename": [os.path.join(self.folder, file)]}
                                         for name, file in (("a@exe", "tests/a"), ("b@exe", "tests/b"), ("lib", "liba.so"))])):
            with open(os.path.join(self.folder, "meson-info", f"intro-{what}.json"), "w", encoding="utf-8") as out:
                json.dump(known, out)
        tests = self.runner["tests_of"]("release", self.folder)
        self.assertEqual([test["name"] for test in tests], ["a"])
        self.assertEqual(self.runner["needed_by"](tests, self.folder), ["liba.so", "tests/a"])


class Door(unittest.TestCase):
    def test_help_names_every_target(self):
        run = subprocess.run(["make", "-C", ROOT, "help"], capture_output=True, text=True)
        with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as text:
            targets = re.search(r"\.PHONY: (.*)", text.read()).group(1).split()
        for target in targets:
            self.assertIn(f"make {target} ", run.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
