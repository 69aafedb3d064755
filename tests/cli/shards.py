#!/usr/bin/python3
"""Runs on many machines: are shards that are merged, ranks of MPI, and runs that were killed and went on the same as one process, byte
for byte? And what is refused. shards.py OCHRE [OCHRE_MPI]"""
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

OCHRE = os.path.abspath(sys.argv.pop(1))
OCHRE_MPI = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None
ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "", "TERM": "xterm",
               "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "ASAN_OPTIONS": "detect_leaks=0"}
# Ranks that are more than cores, and nothing beyond this machine.
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader"]
FEN = "B2B2B2B2B2B2B2B2/B1B1B1B1B1B1B1B1/8/8/8/8/W1W1W1W1W1W1W1W1/W2W2W2W2W2W2W2W2 w 2 - 0 1"
# One run of each command in each game.
SEATS = {"dice": "random,greedy", "valley": "random,greedy,random", "tribes": "greedy,random", "spears": "random,random,greedy",
         "breakthrough": "greedy,random", "pebble": "greedy,random"}
CHANGE = {"dice": "martyr=off", "valley": "recall=needed", "tribes": "open_scores=false", "spears": "free_overpay=true"}


def runs(game):
    seats = SEATS[game]
    yield ["sim", game, "--seats", seats, "--games", "11", "--seed", "4", "--rotate"]
    yield ["tournament", game, "--players", "random,greedy,level:1", "--games", "3", "--seats", str(seats.count(",") + 1)]
    yield ["compare", game, "--a", "default", "--b", CHANGE.get(game, "default"), "--seats", seats, "--games", "6"]


def timeless(said):
    """What does not depend on how fast it was: the times are the only figures that differ from run to run."""
    said = re.sub(r'"(seconds|us_per_decision)":[0-9.e+-]+', r'"\1":0', said)
    said = re.sub(r"[\d.]+ s( \(\d+ games a second\))?$", "TIME", said, flags=re.M)
    return re.sub(r" +[\d.]+ *$", "", said, flags=re.M) if "µs/decision" in said else said


def call(*args, program=(OCHRE,), **more):
    return subprocess.run([*program, *args], capture_output=True, text=True, timeout=300, env=ENVIRONMENT, **more)


def plays(path):
    """Numbers of the whole plays in a shard."""
    with open(path, "rb") as file:
        data = file.read()
    at = data.find(b"\n") + 1
    found = []
    while at and at + 16 <= len(data):
        length, number = struct.unpack_from("<II", data, at)
        at += 16 + length
        if at <= len(data):
            found.append(number)
    return found


class Many(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.report = self.path("report.html")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def fine(self, *args, **more):
        done = call(*args, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), args)
        return done.stdout

    def refused(self, code, says, *args, **more):
        done = call(*args, **more)
        self.assertEqual(done.returncode, code, (args, done.stdout, done.stderr))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(says, done.stderr)
        self.assertEqual(done.stdout, "")

    def page(self):
        with open(self.report, encoding="utf-8") as file:
            text = file.read()
        os.remove(self.report)
        return text

    def all_of(self, *line, **more):
        """Words, JSON and page."""
        words = self.fine(*line, "--report", self.report, **more)
        page = self.page()
        return timeless(words), timeless(self.fine(*line, "--json", **more)), page

    def shard(self, line, shard, shards, folder="run"):
        said = self.fine(*line, "--shard", f"{shard}/{shards}", "--keep", self.path(folder))
        path = self.path(folder, f"{line[0]}-{shard}-of-{shards}.shard")
        self.assertIn(f"shard {shard} of {shards} is whole: {len(plays(path))} games in {path}", said)
        return path


class Shards(Many):
    def same_as_one(self, game):
        for line in runs(game):
            alone = self.all_of(*line)
            for shards in (1, 2, 4):
                folder = f"{line[0]}-{shards}"
                for shard in range(shards, 0, -1):
                    self.shard(line, shard, shards, folder)
                self.assertEqual(self.all_of("merge", self.path(folder)), alone, (line, shards))

    def test_dice(self):
        self.same_as_one("dice")

    def test_valley(self):
        self.same_as_one("valley")

    def test_tribes(self):
        self.same_as_one("tribes")

    def test_spears(self):
        self.same_as_one("spears")

    def test_breakthrough(self):
        self.same_as_one("breakthrough")

    def test_pebble(self):
        self.same_as_one("pebble")

    def test_every_play_once(self):
        line = ["sim", "pebble", "--seats", "random,random", "--games", "10"]
        found = [plays(self.shard(line, shard, 3)) for shard in (1, 2, 3)]
        self.assertEqual([sorted(shard) for shard in found], [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]])

    def test_more_shards_than_games(self):
        line = ["sim", "pebble", "--seats", "random,random", "--games", "2"]
        self.assertEqual([len(plays(self.shard(line, shard, 3))) for shard in (1, 2, 3)], [1, 1, 0])
        self.assertEqual(self.all_of("merge", self.path("run")), self.all_of(*line))

    def test_many_games_of_an_odd_table(self):
        """Halves of pairs, blocks of comparisons and the end of what is listened to lie within."""
        for line in [["sim", "pebble", "--seats", "random,greedy", "--games", "70"],
                     ["tournament", "valley", "--players", "random,level:1", "--games", "5", "--seats", "3"],
                     ["compare", "pebble", "--a", "default", "--b", "default", "--games", "130", "--seats", "random,random"]]:
            for shard in (1, 2, 3):
                self.shard(line, shard, 3, line[0])
            self.assertEqual(self.all_of("merge", self.path(line[0])), self.all_of(*line))

    def test_the_order_of_options_does_not_matter(self):
        self.shard(["sim", "dice", "--games", "4", "--seats", "random,random", "--option", "np=50"], 1, 2)
        self.shard(["sim", "dice", "--option", "np=50", "--seats", "random,random", "--games", "4", "--threads", "1"], 2, 2)
        self.assertEqual(self.all_of("merge", self.path("run")),
                         self.all_of("sim", "dice", "--seats", "random,random", "--option", "np=50", "--games", "4"))

    def test_sprt_stops_at_the_same_game(self):
        line = ["tournament", "breakthrough", "--players", "greedy,random", "--sprt", "0,50", "--games", "90"]
        alone = self.all_of(*line)
        self.assertRegex(alone[1], r'"games":([1-8]?\d),"asked":90')
        for shard in (1, 2, 3):
            self.shard(line, shard, 3)
        self.assertEqual(self.all_of("merge", self.path("run")), alone)
        kept = self.fine(*line, "--keep", self.path("whole"))
        self.assertEqual(timeless(kept), timeless(self.fine("merge", self.path("whole"))))

    def test_logs(self):
        line = ["sim", "tribes", "--seats", "random,random", "--games", "3"]
        for shard in (1, 2):
            self.shard([*line, "--logs", self.path("logs")], shard, 2)
        self.assertEqual(sorted(os.listdir(self.path("logs"))), [f"tribes-00000{n}.log" for n in range(3)])
        self.assertEqual(self.all_of("merge", self.path("run")), self.all_of(*line))

    def test_french(self):
        line = ["sim", "dice", "--seats", "random,random", "--games", "40", "--lang", "fr"]
        for shard in (1, 2):
            call(*line, "--shard", f"{shard}/2", "--keep", self.path("run"))
        words = self.fine("merge", self.path("run"), "--report", self.report)
        page = self.page()
        self.assertIn("parties", words)
        self.fine(*line, "--report", self.report)
        self.assertEqual(page, self.page())
        self.refused(2, "another language: --lang fr", "merge", self.path("run"), "--lang", "en")


class Kept(Many):
    LINE = ["sim", "pebble", "--seats", "greedy,random", "--games", "30"]

    def test_goes_on(self):
        """A run that is there already is only added up; what is missing is played."""
        alone = self.all_of(*self.LINE)
        line = [*self.LINE, "--keep", self.path("run")]
        path = self.path("run", "sim-1-of-1.shard")
        self.assertEqual(timeless(self.fine(*line)), timeless(self.fine(*self.LINE)))
        self.assertEqual(sorted(plays(path)), list(range(30)))
        with open(path, "rb") as file:
            whole = file.read()
        self.assertEqual(self.all_of(*line), alone)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), whole)
        # What is there is not played again: only the last game has a log.
        with open(path, "wb") as file:
            file.write(whole[:-1])
        missing, = set(range(30)) - set(plays(path))
        done = call(*line, "--logs", self.path("logs"), "--json")
        self.assertEqual(timeless(done.stdout), alone[1])
        self.assertEqual(os.listdir(self.path("logs")), [f"pebble-{missing:06}.log"])
        first = whole.index(b"\n") + 1
        for length in [0, 1, first - 1, first, first + 1, first + 16, first + 17, len(whole) // 2, len(whole) - 1]:
            with open(path, "wb") as file:
                file.write(whole[:length])
            done = call(*line, "--json")
            self.assertEqual(done.returncode, 0, (length, done.stderr))
            self.assertEqual(timeless(done.stdout), alone[1], length)
            self.assertEqual(sorted(plays(path)), list(range(30)), length)

    def test_what_is_broken_is_played_again(self):
        line = [*self.LINE, "--keep", self.path("run"), "--json"]
        path = self.path("run", "sim-1-of-1.shard")
        alone = timeless(self.fine(*line))
        with open(path, "rb") as file:
            whole = file.read()
        for place in [whole.index(b"\n") + 1, whole.index(b"\n") + 9, len(whole) // 2, len(whole) - 1]:
            with open(path, "wb") as file:
                file.write(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
            self.refused(1, "is broken after", "merge", path)
            done = call(*line)
            self.assertEqual((done.returncode, timeless(done.stdout)), (0, alone), place)
            self.assertIn("were broken; those games are played again", done.stderr)
            self.assertEqual(timeless(self.fine("merge", path, "--json")), alone)

    def kill_midway(self, start, seats, path, games, is_enough=lambda found: len(found) >= 3):
        """Kills a run while it is under way: so many games that it was."""
        for games in [games << n for n in range(8)]:
            line = ["sim", "dice", "--seats", seats, "--games", str(games)]
            shutil.rmtree(os.path.dirname(path), ignore_errors=True)
            run, victim = start(line)
            while run.poll() is None and not (os.path.exists(path) and is_enough(plays(path))):
                time.sleep(0.01)
            os.kill(victim(), signal.SIGKILL) if run.poll() is None and victim() else None
            out, err = run.communicate(timeout=120)
            if run.returncode != 0 and len(plays(path)) < games:
                return line, out, err
        self.fail("no run was long enough to be killed")

    def test_killed(self):
        path = self.path("run", "sim-1-of-1.shard")

        def start(line):
            run = subprocess.Popen([OCHRE, *line, "--keep", self.path("run")], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=ENVIRONMENT)
            return run, lambda: run.pid

        line, _, _ = self.kill_midway(start, "greedy,random", path, 200)
        self.refused(1, f"of its {line[-1]} games: run its command again", "merge", path)
        alone = timeless(self.fine(*line, "--json"))
        self.assertEqual(timeless(call(*line, "--keep", self.path("run"), "--json").stdout), alone)
        self.assertEqual(timeless(self.fine("merge", path, "--json")), alone)

    def test_stopped(self):
        path = self.path("run", "sim-1-of-2.shard")
        for more in (["--shard", "1/2"], []):
            shutil.rmtree(self.path("run"), ignore_errors=True)
            path = self.path("run", "sim-1-of-2.shard" if more else "sim-1-of-1.shard")
            run = subprocess.Popen([OCHRE, "sim", "dice", "--seats", "random,random", "--games", "1000000", "--keep", self.path("run"),
                                    *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
            while run.poll() is None and not (os.path.exists(path) and len(plays(path)) > 3):
                time.sleep(0.02)
            run.send_signal(signal.SIGTERM)
            _, err = run.communicate(timeout=120)
            self.assertEqual(run.returncode, 1 if more else 0, err)
            self.assertRegex(err, r"\d+ of \d+ games are kept in .*; the same command goes on from there")

    def test_two_writers(self):
        line = ["sim", "dice", "--seats", "random,random", "--games", "1000000", "--keep", self.path("run")]
        path = self.path("run", "sim-1-of-1.shard")
        run = subprocess.Popen([OCHRE, *line], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        while run.poll() is None and not (os.path.exists(path) and plays(path)):
            time.sleep(0.02)
        self.refused(1, "another process is writing it", *line)
        run.kill()
        run.wait()

    def test_full_disk(self):
        """A file may not grow beyond some bytes: what is written before is whole."""
        path = self.path("run", "sim-1-of-1.shard")
        done = call(*self.LINE, "--keep", self.path("run"), restore_signals=False,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (12000, 12000)))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertIn("games are kept in", done.stderr)
        self.assertTrue(0 < len(plays(path)) < 30)
        self.assertEqual(timeless(self.fine(*self.LINE, "--keep", self.path("run"))), timeless(self.fine(*self.LINE)))

    def test_refusals(self):
        keep = ["--keep", self.path("run")]
        for value in ["0/4", "5/4", "x/y", "1", "/", "1/", "/4", "", "-1/4", "1/0", "1/1000000", "1/4/4", "1 /4"]:
            self.refused(2, "--shard cannot be", *self.LINE, "--shard", value, *keep)
        self.refused(2, "--shard wants --keep", *self.LINE, "--shard", "1/2")
        self.refused(2, "give --json to ochre merge", *self.LINE, "--shard", "1/2", *keep, "--json")
        self.refused(2, "give --report to ochre merge", *self.LINE, "--shard", "1/2", *keep, "--report", self.report)
        self.refused(2, "--position -", "sim", "dice", "--seats", "random,random", "--position", "-", *keep,
                     input=FEN)
        self.refused(1, "the games cannot be kept: /nowhere/at/all", *self.LINE, "--keep", "/nowhere/at/all")
        self.refused(1, "the games cannot be kept", *self.LINE, "--keep", "")
        self.refused(1, "the games cannot be kept: /dev/null", *self.LINE, "--keep", "/dev/null")
        self.assertFalse(os.path.exists(self.path("run")))

    def test_nothing_is_destroyed(self):
        path = self.path("run", "sim-1-of-1.shard")
        self.fine(*self.LINE, "--keep", self.path("run"))
        with open(path, "rb") as file:
            whole = file.read()
        other = [*self.LINE[:-1], "31"]
        self.refused(1, "it holds another run", *other, "--keep", self.path("run"))
        self.refused(1, "it holds another run", *self.LINE, "--seed", "2", "--keep", self.path("run"))
        self.refused(1, "une autre", *self.LINE, "--lang", "fr", "--keep", self.path("run"))
        with open(path, "rb") as file:
            self.assertEqual(file.read(), whole)
        with open(path, "w", encoding="utf-8") as file:
            file.write("my diary\n")
        self.refused(1, "not a shard of Ochre", *self.LINE, "--keep", self.path("run"))
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "my diary\n")
        os.remove(path)
        os.symlink("/dev/full", path)
        self.refused(1, "not a file that can be kept", *self.LINE, "--keep", self.path("run"))
        os.remove(path)
        os.mkdir(path)
        self.refused(1, "Is a directory", *self.LINE, "--keep", self.path("run"))


class Merge(Many):
    LINE = ["sim", "pebble", "--seats", "random,random", "--games", "9"]

    def shards(self, count=3, line=None, folder="run"):
        return [self.shard(line or self.LINE, shard, count, folder) for shard in range(1, count + 1)]

    def test_files_in_any_order(self):
        one, two, three = self.shards()
        self.assertEqual(self.all_of("merge", three, one, two), self.all_of(*self.LINE))

    def test_missing_and_doubled(self):
        one, two, three = self.shards()
        self.refused(1, "missing: --shard 2/3", "merge", one, three)
        self.refused(1, "missing: --shard 1/3, --shard 3/3", "merge", two)
        self.refused(1, f"shard 2 of 3 is there twice: {two} and {two}", "merge", one, two, two, three)
        shutil.copy(two, self.path("copy.shard"))
        self.refused(1, "shard 2 of 3 is there twice", "merge", self.path("run"), self.path("copy.shard"))

    def test_other_runs(self):
        one, _, _ = self.shards()
        others = [*self.LINE, "--seed", "2"], [*self.LINE[:-1], "10"], ["sim", "pebble", "--seats", "random,greedy", "--games", "9"]
        for number, line in enumerate(others):
            other = self.shard(line, 2, 3, f"other{number}")
            self.refused(1, "are of two runs: 'ochre sim pebble", "merge", one, other)
        self.refused(1, "is one of 3 shards, but", "merge", one, self.shard(self.LINE, 2, 2, "halves"))
        done = call(*self.LINE, "--shard", "2/3", "--keep", self.path("french"), "--lang", "fr")
        self.assertEqual(done.returncode, 0)
        self.refused(1, "are of two runs", "merge", one, self.path("french"))

    def test_other_packs_and_versions(self):
        source = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "packs", "tribes")
        packs = sorted(name for name in os.listdir(source) if name.endswith(".json"))
        with open(os.path.join(source, packs[0]), encoding="utf-8") as file:
            text = file.read()
        pack = self.path("pack.json")
        with open(pack, "w", encoding="utf-8") as file:
            file.write(text)
        line = ["sim", "tribes", "--seats", "random,random", "--games", "2", "--pack", pack]
        one, two = self.shards(2, line)
        self.assertEqual(self.all_of("merge", one, two), self.all_of(*line))
        changed = re.sub(r'"id"\s*:\s*"[^"]*"', '"id": "another"', text, count=1)
        self.assertNotEqual(changed, text)
        with open(pack, "w", encoding="utf-8") as file:
            file.write(changed)
        self.refused(1, "it was played with other rules, packs or positions than there are here", "merge", one, two)
        self.refused(1, "their rules, packs, positions or languages differ", "merge", one, self.shard(line, 2, 2, "changed"))
        os.remove(pack)
        self.refused(1, "pack.json", "merge", one, two)

    def change_head(self, path, before, after):
        with open(path, "rb") as file:
            data = file.read()
        self.assertIn(before, data)
        with open(path, "wb") as file:
            file.write(data.replace(before, after, 1))

    def test_other_programs(self):
        one, two, three = self.shards()
        self.change_head(one, b'"program":"', b'"program":"9.')
        self.refused(1, "was made by Ochre 9.", "merge", one, two, three)
        self.change_head(two, b'"version":1', b'"version":2')
        self.refused(1, "a shard of another version of Ochre", "merge", two, three)
        self.change_head(three, b'"rules":', b'"rules":9')
        self.refused(1, "are of two runs", "merge", *self.shards(3, None, "again")[:2], three)

    def test_heads_that_lie(self):
        for before, after, says in [
                (b'"shards":1', b'"shards":0', "the first line of the shard is damaged"),
                (b'"plays":9', b'"plays":"9"', "the first line of the shard is damaged"),
                (b'"line":["sim"', b'"line":["serve"', "the first line of the shard is damaged"),
                (b'"--games=9"', b'"--games=9","--report=' + self.report.encode() + b'"', "the first line of the shard is damaged"),
                (b'"--games=9"', b'"--games=9","--keep=x"', "the first line of the shard is damaged"),
                (b'"language":"en"', b'"language":"xx"', "the first line of the shard is damaged"),
                (b'"--games=9"', b'"--games=8"', "other rules, packs or positions"),
                (b'"run":"', b'"run":"00', "the first line of the shard is damaged")]:
            path, = self.shards(1, None, "lies")
            self.change_head(path, before, after)
            self.refused(1, says, "merge", path)
            shutil.rmtree(self.path("lies"))
        self.assertFalse(os.path.exists(self.report))
        path, = self.shards(1, None, "lies")
        self.change_head(path, b'"--games=9"', b'"--games=0"')
        self.refused(2, "--games cannot be", "merge", path)

    def test_foreign_files(self):
        self.refused(2, "something is missing", "merge")
        self.refused(1, "No such file", "merge", "/nowhere/at/all")
        self.refused(1, "there are no shards in this folder", "merge", self.folder)
        for number, data in enumerate([b"", b"\n", b"{}\n", b"[1]\n", b"hello\n" * 1000, b"\0" * 5000, b'{"format":"ochre-shard"}\n', os.urandom(5000)]):
            with open(self.path(f"{number}.bin"), "wb") as file:
                file.write(data)
            self.refused(1, f"{number}.bin", "merge", self.path(f"{number}.bin"))
        self.refused(1, "not a file", "merge", "/dev/full")

    def test_truncated(self):
        one, two, three = self.shards()
        with open(two, "rb") as file:
            data = file.read()
        for length in [len(data) - 1, data.index(b"\n") + 5]:
            with open(two, "wb") as file:
                file.write(data[:length])
            self.refused(1, "is broken after", "merge", one, two, three)
        with open(two, "wb") as file:
            file.write(data[:data.index(b"\n") + 1])
        self.refused(1, f"{two} has only 0 of its 3 games: run its command again", "merge", one, two, three)
        self.shard(self.LINE, 2, 3)
        self.assertEqual(self.all_of("merge", one, two, three), self.all_of(*self.LINE))

    def test_output_that_cannot_be_written(self):
        self.shards()
        self.refused(1, "the report cannot be written", "merge", self.path("run"), "--report", "/nowhere/at/all")
        done = call("merge", self.path("run"), "--json", "--report", "/dev/full")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the report cannot be written: /dev/full", done.stderr)


def has_open_mpi():
    """Another MPI starts its ranks with other words."""
    return OCHRE_MPI and shutil.which("mpirun") and "Open MPI" in subprocess.run(
        ["mpirun", "--version"], capture_output=True, text=True, timeout=60, env=ENVIRONMENT, check=False).stdout


@unittest.skipUnless(has_open_mpi(), "without Open MPI")
class Ranks(Kept):
    def setUp(self):
        super().setUp()
        # Where ranks meet is a folder of its own, with a short name: sockets have names too.
        self.meeting = tempfile.mkdtemp(dir="/tmp")
        self.addCleanup(shutil.rmtree, self.meeting, ignore_errors=True)

    def fine(self, *args, **more):
        """What ranks say on standard error is how many they are, and how far they are."""
        done = call(*args, **more)
        said = re.findall(r"^(?!ochre: \d+ of \d+(, [\d.]+ a second, \d+:\d+ left)?$)(.*)\n", done.stderr, re.M)
        many = more.get("program", [])
        expected = [f"ochre {args[0]}: ranks: {many[-2]}, games: "] if many and args[0] in ("sim", "tournament", "compare") else []
        self.assertEqual((done.returncode, len(said)), (0, len(expected)), done.stderr)
        for line, begin in zip(said, expected):
            self.assertTrue(line[1].startswith(begin), line)
        return done.stdout

    def ranks(self, count):
        return (*MPIRUN, "--mca", "orte_tmpdir_base", self.meeting, "-n", str(count), OCHRE_MPI)

    def same_as_one(self, *lines):
        for line in lines:
            alone = timeless(self.fine(*line, "--json", "--report", self.report)), self.page()
            for count in (1, 2, 4):
                many = timeless(self.fine(*line, "--json", "--report", self.report, program=self.ranks(count))), self.page()
                self.assertEqual(many, alone, (line, count))

    def test_sim(self):
        self.same_as_one(list(runs("dice"))[0], list(runs("spears"))[0])

    def test_tournament(self):
        self.same_as_one(list(runs("valley"))[1], list(runs("pebble"))[1])

    def test_compare(self):
        self.same_as_one(list(runs("tribes"))[2], list(runs("breakthrough"))[2])

    def test_words_and_threads(self):
        line = ["sim", "pebble", "--seats", "random,greedy", "--games", "300"]
        self.assertEqual(timeless(self.fine(*line, "--threads", "2", program=self.ranks(2))), timeless(self.fine(*line)))

    def test_sprt_stops_at_the_same_game(self):
        line = ["tournament", "breakthrough", "--players", "greedy,random", "--sprt", "0,50", "--json"]
        self.assertEqual(timeless(self.fine(*line, program=self.ranks(3))), timeless(self.fine(*line)))

    def test_shard(self):
        line = ["sim", "pebble", "--seats", "random,random", "--games", "20"]
        self.fine(*line, "--shard", "1/2", "--keep", self.path("run"), program=self.ranks(2))
        self.shard(line, 2, 2)
        self.assertEqual(self.all_of("merge", self.path("run")), self.all_of(*line))

    def test_killed(self):
        """Any rank is killed; the run ends, says what is kept, and goes on with another number of ranks."""
        path = self.path("run", "sim-1-of-1.shard")

        def start(line):
            patience = ["--mca", "odls_base_sigkill_timeout", "10"]  # for the last words of rank 0
            run = subprocess.Popen([*MPIRUN, *patience, *self.ranks(3)[len(MPIRUN):], *line, "--keep", self.path("run")], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=ENVIRONMENT)
            return run, lambda: rank_of(run.pid, 1)

        line, _, err = self.kill_midway(start, "greedy,random", path, 600)
        self.assertRegex(err, r"ochre sim: stopped: these are the first \d+|stopped before the first game was over")
        self.assertRegex(err, rf"\d+ of {line[-1]} games are kept in {re.escape(path)}; the same command goes on from there")
        alone = timeless(self.fine(*line, "--json"))
        done = call(*line, "--keep", self.path("run"), "--json", program=self.ranks(2))
        self.assertEqual((done.returncode, timeless(done.stdout)), (0, alone), done.stderr)
        self.assertRegex(done.stderr, rf"ochre sim: ranks: 2, games: {line[-1]}, there already: [1-9]")
        self.assertEqual(timeless(self.fine("merge", path, "--json")), alone)

    def said_once(self, code, says, *args, **more):
        """mpirun adds words of its own; ours stand there once, whatever the number of ranks."""
        done = call(*args, program=self.ranks(3), **more)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertEqual(len(re.findall(r"^ochre\b.*: ", done.stderr, re.M)), 1, done.stderr)
        self.assertIn(says, done.stderr)

    def test_refusals(self):
        self.said_once(2, "there is no computer player 'chess'", "sim", "dice", "--seats", "greedy,chess")
        self.said_once(2, "there is no command 'simm'", "simm")
        self.said_once(1, "the games cannot be kept: /nowhere", "sim", "dice", "--seats", "greedy,random", "--keep", "/nowhere/at/all")
        self.assertIn("ochre ", self.fine("--version", program=self.ranks(2)))

    def test_a_rank_that_cannot_play(self):
        """The logs of one rank cannot be written: rank 1 finds another folder under the name."""
        pack = self.path("rank.sh")
        with open(pack, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && cd \"$1\"\nshift\nexec \"$@\"\n")
        os.chmod(pack, 0o755)
        os.mkdir(self.path("a"))
        os.mkdir(self.path("b"))
        with open(self.path("a", "logs"), "w", encoding="utf-8") as file:
            file.write("a file, and no folder\n")
        program = (*self.ranks(2)[:-1], pack, self.path("a"), OCHRE_MPI)
        done = call("sim", "pebble", "--seats", "random,random", "--games", "5", "--logs", "logs", program=program, cwd=self.path("b"))
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("rank 1: the logs cannot be written", done.stderr)

    # What Kept asks of one process need not be asked again.
    test_goes_on = test_what_is_broken_is_played_again = test_stopped = test_two_writers = test_full_disk = None
    test_nothing_is_destroyed = None


def rank_of(parent, rank):
    """The process that is this rank of an mpirun, or None."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                is_child = int(file.read().rsplit(")", 1)[1].split()[1]) == parent
            if not is_child:
                continue
            with open(f"/proc/{pid}/environ", "rb") as file:
                if f"OMPI_COMM_WORLD_RANK={rank}".encode() in file.read().split(b"\0"):
                    return int(pid)
        except (OSError, ValueError):
            continue
    return None


if __name__ == "__main__":
    unittest.main()
