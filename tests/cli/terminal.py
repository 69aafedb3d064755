#!/usr/bin/python3
"""Is what is asked about always on the screen? terminal.py OCHRE [--seed N] [--questions N] [--whole]

Plays of every game and every number of seats, from the beginning, the middle and near the end, on terminals of several
sizes, in English, in French, and on one that knows nothing but ASCII. At every question a model of the terminal (pyte)
is looked at: the prompt is there, nothing has scrolled away, no line is too wide, and whatever the legal moves name can
be seen. `ochre replay --steps` says what the legal moves are. Nothing here depends on time."""
import argparse
import fcntl
import json
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios

try:
    import pyte
except ImportError:
    sys.exit("terminal.py needs the model of a terminal: scripts/need test installs it (python3-pyte)")

parser = argparse.ArgumentParser()
parser.add_argument("ochre")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--questions", type=int, default=3, help="questions answered in each sitting")
parser.add_argument("--whole", action="store_true", help="from the beginning to the end")
parser.add_argument("--game", help="this game alone")
wish = parser.parse_args()
OCHRE = os.path.abspath(wish.ochre)
DEADLINE = int(os.environ.get("OCHRE_TEST_DEADLINE", "120"))  # only ends what hangs

SIZES = [(80, 24), (100, 30), (120, 40)]
TABLES = [("dice", 2, []), ("dice", 4, ["--option", "mode=4i", "--option", "size=10"]), ("valley", 2, []), ("valley", 3, []),
          ("valley", 4, []), ("tribes", 2, []), ("tribes", 3, []), ("tribes", 4, []), ("spears", 3, []), ("spears", 4, [])]
MOMENTS = {(80, 24): [0, 0.3, 0.6, 0.93], (100, 30): [0.2, 0.93], (120, 40): [0.5]}  # how far a play has come
if os.environ.get("OCHRE_SHORT") == "1":
    MOMENTS = {(80, 24): [0, 0.6], (100, 30): [], (120, 40): []}
TONGUES = [("C.UTF-8", "en"), ("C.UTF-8", "fr"), ("C", "fr"), ("C", "en")]
CLEAR = b"\x1b[H\x1b[2J"
CODES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>()][A-Z0-9]?)")
PROMPT = re.compile(r"^\S.*> ?")


class Fault(Exception):
    pass


class Terminal:
    """A program on a terminal that is a model, so that one can look at it."""

    def __init__(self, columns, rows, args, locale, home):
        self.screen = pyte.HistoryScreen(columns, rows, history=1000)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""  # since the screen was last cleared
        self.all = b""
        self.clears = 0
        self.is_over = False
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            for name in ("LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "LINES", "COLUMNS"):
                os.environ.pop(name, None)
            os.environ.update({"TERM": "xterm", "LC_ALL": locale, "HOME": home, "XDG_STATE_HOME": home, "PAGER": "cat"})
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execv(OCHRE, [OCHRE, *args])

    def read(self):
        if not select.select([self.fd], [], [], DEADLINE)[0]:
            raise Fault("the program neither speaks nor ends")
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        if not data:
            self.is_over = True
            return False
        self.all += data
        self.clears = self.all.count(CLEAR)
        at = self.all.rfind(CLEAR)
        self.raw = self.all[at:] if at >= 0 else self.all
        self.stream.feed(data)
        return True

    def wait(self, test, what):
        while not test():
            if not self.read():
                if test():
                    return
                raise Fault(f"ended before {what}")

    def cursor_line(self):
        return self.screen.display[self.screen.cursor.y][:self.screen.cursor.x]

    def wait_asked(self, clears):
        """A screen that is newer than the `clears`-th, with a prompt at its end; or the end of the program."""
        def asked():
            return self.is_over or (self.clears > clears and re.search(r"(> |\(y/n\) )$", self.cursor_line()))
        while not asked():
            self.read()

    def type(self, text):
        os.write(self.fd, text.encode())

    def answer(self, line):
        clears = self.clears
        self.screen.history.top.clear()
        self.type(line + "\r")
        self.wait_asked(clears)

    def resize(self, columns, rows):
        clears = self.clears
        self.screen.resize(rows, columns)
        self.screen.history.top.clear()
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        return clears

    def end(self):
        while not self.is_over:
            self.read()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def shown(terminal):
    return "\n".join(line.rstrip() for line in terminal.screen.display)


def plain_lines(terminal):
    """What was printed since the screen was cleared, as lines, before any terminal cuts or wraps them."""
    text = CODES.sub("", terminal.raw.decode("utf-8", "replace"))
    return [line.split("\r")[-1] for line in text.replace("\r\n", "\n").split("\n")]


def check_screen(terminal, locale):
    screen = terminal.screen
    if screen.history.top:
        raise Fault(f"{len(screen.history.top)} rows have scrolled away")
    if not PROMPT.match(screen.display[screen.cursor.y]):
        raise Fault("the cursor does not stand behind a prompt")
    for line in plain_lines(terminal)[:-1]:
        if len(line) > screen.columns:
            raise Fault(f"a line of {len(line)} columns: {line}")
    if locale == "C" and any(byte > 0x7E for byte in terminal.all):
        raise Fault("something else than ASCII: " + repr(bytes(b for b in terminal.all if b > 0x7E)[:20]))


# What a move of each game names, as it must stand on the screen.

def seen_dice(move, view, text):
    files = [chr(ord("a") + i) for i in range(view["size"])]
    return [r"^ *" + " +".join(files)] + [rf"^ *{rank} .* {rank}$" for rank in range(1, view["size"] + 1)]


def seen_valley(move, view, text):
    patterns = [r"a   b   c   d   e   f   g   h"] + [rf"(^|\D){row} \S" for row in range(1, 6)]
    if re.match(r"(use|bon):F=p", move):
        return []  # other people's boards: next page where they do not fit
    return patterns + [rf"\b{tile}\b" for tile in re.findall(r"[A-Z]{2}\d", move)]


def seen_tribes(move, view, text):
    if re.match(r"T\d", move):
        return [r"\b%s " % move[1]]
    if move.startswith("C"):
        return [r"%s " % re.escape(move[1:4])]
    if move.startswith("S:") or move in ("A", "."):
        return []
    return [rf"\b{cell}[.GHWOIghwoi]" for cell in re.findall(r"[a-h][1-8]", move)]


SEATS = {"N": "(North|Nord)", "E": "(East|Est)", "S": "(South|Sud)", "W": "(West|Ouest)"}


def seen_spears(move, view, text):
    verb, _, rest = move.partition(":")
    if verb in ("hunt", "chase", "loot"):
        return [rf"\b{rest}\b"]
    if verb == "card":
        return [rf"[ :]{re.escape(rest)}( |,|$)"]
    if verb in ("fight", "ban", "support", "accept", "oblige", "for"):
        return [SEATS[rest]]
    if move[0] in "+-":
        return [rf"\b{move[1:3]}\b"]
    return []


SEEN = {"dice": seen_dice, "valley": seen_valley, "tribes": seen_tribes, "spears": seen_spears}


def check_seen(terminal, game, step):
    text = shown(terminal)
    for move in step["moves"]:
        for pattern in SEEN[game](move["m"], step["view"], text):
            if not re.search(pattern, text, re.M):
                raise Fault(f"{move['m']} may be played, but {pattern} is not on the screen")


# What every seat has, on whichever page.
OF_SEAT = {"dice": lambda seat: "", "valley": lambda seat: rf"(Player|Joueur) {seat + 1}\b",
           "tribes": lambda seat: rf"^{'ABCD'[seat]}[ >] .* point", "spears": lambda seat: rf"^[ >]{seat + 1} \S"}


def check_pages(terminal, locale, patterns):
    """Enter leads through all pages and back; what every seat has is on one of them."""
    first = shown(terminal)
    pages = [first]
    for _ in range(12):
        terminal.answer("")
        check_screen(terminal, locale)
        pages.append(shown(terminal))
        if pages[-1] == first:
            break
    else:
        raise Fault("Enter does not lead back to the table")
    for pattern in patterns:
        if not any(re.search(pattern, page, re.M) for page in pages):
            raise Fault(f"{pattern} is on none of the pages")


def check_resized(terminal, rng, locale, game, step):
    """The window changes while somebody types: everything is drawn anew, and what was typed is still there."""
    before = terminal.screen.columns, terminal.screen.lines
    terminal.type("zz")
    terminal.wait(lambda: terminal.cursor_line().endswith("> zz"), "the echo")
    for columns, rows in (*rng.sample(SIZES, 2), before):
        if (columns, rows) == (terminal.screen.columns, terminal.screen.lines):
            continue
        clears = terminal.resize(columns, rows)
        terminal.wait(lambda: terminal.clears > clears and terminal.cursor_line().endswith("> zz"), "a new screen")
        check_screen(terminal, locale)
        check_seen(terminal, game, step)
    terminal.type("\x15")
    terminal.wait(lambda: terminal.cursor_line().endswith("> "), "an empty line")


def run(*args):
    done = subprocess.run([OCHRE, *args], capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
    if done.returncode:
        raise Fault(f"{args}: {done.stderr.decode()}")
    return done.stdout.decode()


def step_of(log, seat):
    """What the seat would be sent now, with what it was told once."""
    steps = run("replay", log, "--steps", f"p{seat + 1}").strip().split("\n")
    first, last = json.loads(steps[0]), json.loads(steps[-1])
    return {**last, "view": {**first["printed"], **last["view"]}}


def record(game, seats, options, folder):
    """A whole play by lot, as lines: what stands before the moves, and the moves."""
    name = os.path.join(folder, f"{game}{seats}")
    run("sim", game, "--games", "1", "--seed", str(wish.seed), "--seats", ",".join(["random"] * seats), "--logs", name, *options)
    lines = open(os.path.join(name, os.listdir(name)[0]), encoding="utf-8").read().split("\n")
    at = lines.index("")
    moves = [line for line in lines[at + 1:] if re.match(r"(p\d|\*) ", line)]
    return lines[:at + 1], moves


def sit(terminal, log, seat, game, seats, locale, rng, has_more):
    """Answers some questions, looking at every screen."""
    asked = 0
    terminal.wait_asked(0)
    while not terminal.is_over and not terminal.cursor_line().endswith("(y/n) "):
        step = step_of(log, seat)
        check_screen(terminal, locale)
        check_seen(terminal, game, step)
        if not step["moves"]:
            raise Fault("asked without a move")
        if asked == 0 and has_more and len(step["moves"]) > 1:
            check_pages(terminal, locale, [OF_SEAT[game](other) for other in range(seats)])
        if asked == 1 and has_more:
            check_resized(terminal, rng, locale, game, step)
        asked += 1
        if asked > wish.questions and not wish.whole:
            terminal.type("quit\r")
            break
        is_single = len(step["moves"]) == 1
        terminal.answer("" if is_single else str(rng.randint(1, len(step["moves"]))))
    else:
        if terminal.screen.history.top:
            raise Fault("the result has scrolled away")
        if not terminal.is_over:
            terminal.type("n\r")
    return asked


def sitting(folder, game, seats, whole, size, moment, number):
    head, moves = whole
    rng = random.Random(wish.seed * 1000 + number)
    locale, lang = TONGUES[number % len(TONGUES)]
    seat = number % seats
    log = os.path.join(folder, f"{game}-{number}.log")
    players = ["random"] * seats
    players[seat] = "human"
    with open(log, "w", encoding="utf-8") as out:
        out.write("\n".join(head + moves[:int(len(moves) * moment)]) + "\n")
    terminal = Terminal(*size, ["play", "--resume", log, "--seats", ",".join(players), "--lang", lang], locale, folder)
    try:
        asked = sit(terminal, log, seat, game, seats, locale, rng, number % 3 == 0)
        if terminal.end() != 0:
            raise Fault("it did not end well")
        return asked
    except Fault as fault:
        print(f"FAIL {game} with {seats} seats, {size[0]}x{size[1]}, {lang} in {locale}, p{seat + 1} after "
              f"{int(len(moves) * moment)} moves: {fault}\n{shown(terminal)}\n")
        return -1


def main():
    failures = asked = number = 0
    with tempfile.TemporaryDirectory() as folder:
        for game, seats, options in TABLES:
            if wish.game not in (None, game):
                continue
            whole = record(game, seats, options, folder)
            for size in SIZES:
                for moment in [0] if wish.whole else MOMENTS[size]:
                    result = sitting(folder, game, seats, whole, size, moment, number)
                    failures += result < 0
                    asked += max(result, 0)
                    number += 1
            print(f"{game} with {seats} seats: {'ok' if not failures else 'FAIL'}")
    print(f"{number} sittings, {asked} questions, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
