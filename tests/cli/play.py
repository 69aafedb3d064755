#!/usr/bin/env python3
"""Plays whole games through a terminal, in both languages, and goes on after being killed. play.py OCHRE

Nothing here depends on time: we read until the prompt stands there, then type."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios

OCHRE = os.path.abspath(sys.argv[1])
failures = 0


def expect(title, is_so, shown=""):
    global failures
    failures += not is_so
    print(("ok   " if is_so else "FAIL ") + title)
    if not is_so:
        print(shown)


class Terminal:
    """A program on a terminal, of 80 by 24 where nothing else is said."""

    def __init__(self, folder, *args, columns=80, rows=24, **environment):
        self.text = ""
        self.at = 0
        pid, self.fd = pty.fork()
        if pid == 0:
            for name in ["LC_ALL", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "PAGER"]:
                os.environ.pop(name, None)
            os.environ.update({"TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": folder, "XDG_STATE_HOME": folder,
                               "LINES": str(rows), "COLUMNS": str(columns), "PAGER": "cat", **environment})
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execv(OCHRE, [OCHRE, *args])
        self.pid = pid

    def read(self):
        """More output; False at the end of it."""
        if not select.select([self.fd], [], [], 60)[0]:
            raise SystemExit("the program neither speaks nor ends:\n" + self.text[-2000:])
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)

    def wait(self, pattern):
        """Reads until the pattern comes; what came until then."""
        while True:
            found = re.search(pattern, self.text[self.at:])
            if found:
                heard = self.text[self.at:self.at + found.end()]
                self.at += found.end()
                return heard
            if not self.read():
                raise SystemExit(f"ended before {pattern!r}:\n" + self.text[-2000:])

    def type(self, line, end="\r"):
        os.write(self.fd, (line + end).encode())

    def ask(self, line, pattern):
        self.type(line)
        return self.wait(pattern)

    def end_of_input(self):
        """Ctrl-D. libedit shows its prompt a moment before it takes the terminal over, and then loses the key; like a
        person we press it again when nothing happens but that the terminal echoes the key."""
        start = len(self.text)
        for _ in range(30):
            self.type("\x04", "")
            while select.select([self.fd], [], [], 1)[0]:
                if not self.read() or self.text[start:].replace("^D", "").strip("\b \r\n"):
                    return

    def end(self):
        while self.read():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def saved(folder, game):
    path = os.path.join(folder, "ochre")
    logs = [name for name in sorted(os.listdir(path)) if name.startswith(game)]
    return os.path.join(path, logs[-1])


WORDS = {
    "en": {"LANG": "C.UTF-8", "menu": "Which game", "seats": "How many", "prompt": r"First(, Enter plays \S+)?> ", "over": "The play is over",
           "again": r"Another one\?", "no": "n", "hint": "hint", "perhaps": "Perhaps", "undo": "undo"},
    "fr": {"LANG": "fr_FR.UTF-8", "prompt": r"Première place(, Entrée joue \S+)?> ", "over": "La partie est finie",
           "again": "Encore une partie", "no": "n", "hint": "conseil", "perhaps": "Peut-être", "undo": "annuler"},
}


def whole_game(folder, language):
    """pebble: three rounds of cards that nobody else sees."""
    words = WORDS[language]
    terminal = Terminal(folder, "play", "pebble", "--seed", "11", LANG=words["LANG"])
    screen = terminal.wait(words["prompt"])
    expect(f"{language}: the board is coloured and clears the screen", "\x1b[H\x1b[2J" in screen and "38;5;" in screen)
    expect(f"{language}: the other hand is hidden", "? ? ?" in screen, screen)
    heard = terminal.ask("play:9", words["prompt"])
    expect(f"{language}: a wrong move is answered with the notation", "play:4" in heard, heard)
    heard = terminal.ask(words["hint"], words["prompt"])
    expect(f"{language}: a hint", words["perhaps"] in heard, heard)
    heard = terminal.ask(words["undo"], words["prompt"])
    expect(f"{language}: nothing to take back", "\x1b[33m" in heard, heard)
    heard = terminal.ask("?", words["prompt"])
    expect(f"{language}: help", "hint" in heard or "conseil" in heard, heard)
    terminal.ask("1", words["prompt"])
    terminal.ask("1", words["prompt"])
    heard = terminal.ask("1", words["again"])
    expect(f"{language}: the result", words["over"] in heard and "1. " in heard, heard)
    terminal.type(words["no"])
    expect(f"{language}: ends well", terminal.end() == 0)
    log = saved(folder, "pebble")
    done = subprocess.run([OCHRE, "verify", log], capture_output=True, text=True)
    expect(f"{language}: the log proves itself", done.returncode == 0, done.stderr + open(log).read())


def killed(folder):
    """dice: killed after two moves, gone on with where it was."""
    terminal = Terminal(folder, "play", "dice", "--seats", "human,random", "--seed", "3")
    terminal.wait("White> ")
    terminal.ask("a2a3", "White> ")
    terminal.ask("b2b3", "White> ")
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.end()
    log = saved(folder, "dice")
    moves = [line for line in open(log).read().splitlines() if re.match("p[12] ", line)]
    expect("four moves are kept", len(moves) == 4 and moves[0] == "p1 a2a3" and moves[2] == "p1 b2b3", moves)
    terminal = Terminal(folder, "play", "--resume", log)
    screen = terminal.wait("White> ")
    expect("the same players", "(random)" in screen, screen)
    heard = terminal.ask("a3a4", "White> ")
    expect("play goes on", "from a3 to a4" in heard, heard)
    heard = terminal.ask("undo", "White> ")
    expect("a move is taken back", "Taken back." in heard, heard)
    terminal.type("quit")
    expect("quit says how to go on", terminal.end() == 0 and "--resume " + log in terminal.text, terminal.text[-500:])
    moves = [line for line in open(log).read().splitlines() if re.match("p[12] ", line)]
    expect("what was undone left no trace", len(moves) == 4, moves)


def keys(folder):
    """Completion, Ctrl-C, Ctrl-D."""
    terminal = Terminal(folder, "play", "dice", "--seed", "3")
    terminal.wait("White> ")
    terminal.type("h2h\t")
    terminal.wait("from h2 to h3")
    terminal.wait("White> ")
    expect("the tabulator completes", True)
    fcntl.ioctl(terminal.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    terminal.wait("Sapiens")
    terminal.wait("White> ")
    terminal.ask("board", "Sapiens")
    terminal.wait(r"moves; \?")
    terminal.wait("White> ")
    terminal.type("\x03", "")
    terminal.wait(r"Stop playing\? \(y/n\) ")
    heard = terminal.ask("n", "White> ")
    terminal.type("\x03", "")
    terminal.wait(r"Stop playing\? \(y/n\) ")
    terminal.type("y")
    expect("Ctrl-C asks, then ends cleanly", terminal.end() == 0 and "--resume" in terminal.text, terminal.text[-300:])
    terminal = Terminal(folder, "play", "dice", "--seed", "3")
    terminal.wait("White> ")
    terminal.end_of_input()
    expect("Ctrl-D ends cleanly", terminal.end() == 0 and "--resume" in terminal.text, terminal.text[-300:])


def menu(folder):
    terminal = Terminal(folder, "play")
    terminal.wait("Which game.*\\) ")
    terminal.ask("99", "Which game.*\\) ")
    terminal.ask("1", r"How many at the table\? \(2 or 4, Enter for 2\) ")
    terminal.ask("3", r"Please type a number: 2 or 4\.[^)]*\) ")
    terminal.ask("2", r"Against whom\? \(1 or 2, Enter for 1\) ")
    terminal.ask("1", r"Which level\? \(1 to 8, Enter for 3\) ")
    heard = terminal.ask("1", "White> ")
    expect("the computer plays as strong as was asked for", "(level 1)" in heard, heard)
    terminal.type("resign")
    terminal.wait(r"give up\? \(y/n\) ")
    terminal.type("y")
    terminal.wait(r"Another one\? \(y/n\) ")
    heard = terminal.ask("review", r"Another one\? \(y/n\) ")
    expect("one can look back", "What everybody could expect" in heard and "accuracy" in heard, heard)
    heard = terminal.ask("y", "White> ")
    expect("a rematch begins", "moves" in heard, heard)
    terminal.type("quit")
    expect("the menu leads to a play", terminal.end() == 0)


def kept(folder):
    """The menu offers plays that are not over, the last one first, and goes on with them."""
    home = os.path.join(folder, "kept")
    os.mkdir(home)
    terminal = Terminal(home, "play", XDG_STATE_HOME=home)
    heard = terminal.wait("Which game.*\\) ")
    expect("nothing is offered where nothing was kept", "not over yet" not in heard, heard)
    terminal.type("quit")
    terminal.end()
    terminal = Terminal(home, "play", "dice", "--seats", "human,random", "--seed", "3", XDG_STATE_HOME=home)
    terminal.wait("White> ")
    terminal.ask("A2 a3", "White> ")
    terminal.type("quit")
    terminal.end()
    terminal = Terminal(home, "play", "pebble", "--seed", "3", "--seats", "human,human", XDG_STATE_HOME=home)
    terminal.wait("press Enter. ")
    terminal.type("\x03", "")
    terminal.end()
    terminal = Terminal(home, "play", XDG_STATE_HOME=home)
    heard = terminal.wait("Which game.*\\) ")
    offered = re.search(r"(\d+)  dice +left on \d{4}-\d\d-\d\d \d\d:\d\d, after 2 moves", heard)
    expect("the menu offers the play that was left", offered is not None, heard)
    heard = terminal.ask(offered.group(1) if offered else "1", "White> ")
    expect("and goes on with it", "(random)" in heard and "B1" in heard, heard)
    terminal.type("quit")
    expect("a play from the menu ends", terminal.end() == 0)
    log = saved(home, "dice")
    terminal = Terminal(home, "play", "--resume", log, XDG_STATE_HOME=home)
    terminal.wait("White> ")
    terminal.ask("resign", r"give up\? \(y/n\) ")
    terminal.type("y")
    terminal.end()
    terminal = Terminal(home, "play", XDG_STATE_HOME=home)
    heard = terminal.wait("Which game.*\\) ")
    expect("what is over is not offered", "left on" not in heard, heard)
    terminal.type("quit")
    terminal.end()


def typing(folder):
    """Moves as people type them."""
    terminal = Terminal(folder, "play", "dice", "--seats", "human,human", "--seed", "3")
    terminal.wait("White> ")
    for typed, told, prompt in (("E2E3", "from e2 to e3", "Black> "), ("e7 e6", "from e7 to e6", "White> "),
                                ("d2-d3", "from d2 to d3", "Black> "), ("D7R", "on d7 to diagonal", "White> ")):
        heard = terminal.ask(typed, prompt)
        expect(f"{typed} is understood", told in heard, heard)
    heard = terminal.ask("E2", "White> ")
    expect("what is no move is refused and nothing happens", "is no move" in heard or "Which one" in heard, heard)
    terminal.ask("QUIT", "--resume")
    expect("commands in capitals", terminal.end() == 0)


def alike(folder):
    """Many moves whose sentences are alike: where there is room, each says what only it says."""
    terminal = Terminal(folder, "play", "spears", "--seats", "human,human,human", "--option", "first=p1", "--seed", "3", columns=100, rows=34)
    terminal.ask("", "> ")
    screen = terminal.ask("day", "> ")
    told = re.sub(r"\s+", " ", screen)
    expect("names and numbers of its own", "buy:h2 (a Hunter, 1, 1, 2)" in told and "buy:w1 (a Warrior, 2, 1, 4)" in told, screen)
    expect("what differs in two places", "buy:g2 (2 berries, 4)" in told, screen)
    terminal.type("quit")
    terminal.end()
    terminal = Terminal(folder, "play", "dice", "--seats", "human,human", "--seed", "3", columns=100, rows=34)
    screen = terminal.wait("White> ")
    expect("nothing that the move's own text tells", "8 h2h3\r" in screen and "9 a1r  10" in screen, screen)
    terminal.type("quit")
    terminal.end()


def hot_seat(folder):
    """Two people at one screen: nobody sees the other's cards."""
    terminal = Terminal(folder, "play", "pebble", "--seats", "human,human", "--seed", "2")
    screen = terminal.wait("press Enter. ")
    expect("nothing is shown before the person sits down", "First" in screen and "? ?" not in screen, screen)
    terminal.ask("", "First> ")
    screen = terminal.ask("1", "press Enter. ")
    expect("the screen is cleared for good", "\x1b[3J" in screen and "Second, it is" in screen, screen)
    at = len(terminal.text)
    fcntl.ioctl(terminal.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    screen = terminal.wait("press Enter. ")
    expect("a changed window shows no cards either", "? ?" not in terminal.text[at:] and "play:" not in screen, screen)
    screen = terminal.ask("", "Second> ")
    expect("the choice of the first stays hidden", "First chooses the" not in screen and "First has chosen" in screen, screen)
    terminal.type("quit")
    expect("hot seat ends", terminal.end() == 0)


def plain(folder):
    terminal = Terminal(folder, "play", "dice", "--seed", "3", NO_COLOR="1")
    screen = terminal.wait("White> ")
    expect("no colour when nobody wants it", "38;5" not in screen and "[W1]" in screen, screen)
    terminal.type("quit")
    terminal.end()


with tempfile.TemporaryDirectory() as home:
    whole_game(home, "en")
    whole_game(home, "fr")
    killed(home)
    keys(home)
    menu(home)
    kept(home)
    typing(home)
    alike(home)
    hot_seat(home)
    plain(home)
print(f"{failures} failures")
sys.exit(1 if failures else 0)
