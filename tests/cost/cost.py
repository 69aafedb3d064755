#!/usr/bin/env python3
"""What messages and requests cost, in instructions: the same on every machine, however busy it is.

    cost.py build/tests/cost/meter [--say] [PATTERN]
    cost.py --seeds

The worst that we could think of, each in several lengths, goes through a hall without sockets (meter.c) under
callgrind. Two laws: a byte more never costs more than a byte before (what costs n log n may grow a little), and nothing
costs more than so much to begin with and so much a byte. --say prints every number,
--seeds what dearest.c starts from. Of the many requests every third is asked; all of them with OCHRE_LONG=1 or a PATTERN.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
GAMES = {"dice": 2, "valley": 2, "tribes": 2, "spears": 4}

# A byte of the longest may cost this many times what one of the shortest does: keys are sorted, n log n.
GROWTH = 1.6
# Instructions: to begin with, and for each byte.
MESSAGE = (60_000, 120)
BODY = (3_000_000, 400)
PLAY = (3_000_000, 3_000)  # of a log, whose moves are played; as often as an address may make tables
JSON = (10_000, 200)

# Every kind of message, and what it usually says.
KINDS = {
    "ping": {"id": "7", "other": "1"},
    "hello": {"lang": '"fr"', "words": "true"},
    "sit": {"table": '"$T"', "key": '"$A"', "since": "1", "name": '"Ama"', "pledge": f'"{"0a" * 32}"'},
    "move": {"table": '"$T"', "ask": "1", "move": '"a2a3"'},
    "why": {"table": '"$T"', "move": '"a2a5"'},
    "consent": {"table": '"$T"', "wish": "1", "yes": "true"},
    "chat": {"table": '"$T"', "text": '"hello"'},
    "name": {"table": '"$T"', "name": '"Ama"'},
    "ready": {"table": '"$T"', "ready": "true"},
    "computer": {"table": '"$T"', "seat": '"p2"', "bot": '"random"'},
    "standin": {"table": '"$T"', "bot": '"x"'},
    "look": {"table": '"$T"', "step": "0"},
    "open": {"table": '"$T"', "share": f'"{"0a" * 32}"'},
    "rematch": {"table": '"$T"', "pledge": f'"{"0a" * 32}"'},
}


# ---- texts that somebody might send to keep us busy ----

def members(size, key, value="1"):
    """An object of as many members as fit; key(i) is the i-th."""
    parts, used, i = [], 2, 0
    while True:
        part = f'"{key(i)}":{value}'
        used += len(part) + 1
        if used > size:
            return "{" + ",".join(parts) + "}"
        parts.append(part)
        i += 1


def escaped(text):
    return "".join(f"\\u{ord(c):04x}" for c in text)


SWOLLEN = {
    "members": lambda n: members(n, lambda i: f"k{i}"),
    "members backwards": lambda n: members(n, lambda i: f"k{99999 - i}"),
    "members alike": lambda n: members(n, lambda i: "x" * 40 + f"{i:05}"),
    "members with escapes": lambda n: members(n, lambda i: escaped(f"{i:05}")),
    "members alike after an escape": lambda n: members(n, lambda i: "\\u0001" + "0a" * 80 + f"{i:05}", '"P"'),
    "members nearly twice": lambda n: members(n, lambda i: (escaped if i % 2 else str)(f"{i:05}")),
    "one long key and many": lambda n: '{"' + "x" * (n // 2) + '":1,' + members(n // 2, lambda i: f"x{i}")[1:],
    "deep": lambda n: "[" * 10 + "]" * 10 + " " * (n - 20),
    "many deep": lambda n: "[" + ",".join(["[[[[[[[[]]]]]]]]"] * (n // 17)) + "]",
    "ones": lambda n: "[" + ",".join("1" * (n // 2)) + "]",
    "minus ones": lambda n: "[" + ",".join(["-1"] * (n // 3)) + "]",
    "long text": lambda n: '"' + "x" * n + '"',
    "text of escapes": lambda n: '"' + "\\u20ac" * (n // 6) + '"',
    "wide text": lambda n: '"' + "€" * (n // 3) + '"',
    "long number": lambda n: "-" + "9" * n,
    "blanks": lambda n: " " * n + "1",
    "broken at the end": lambda n: "[" + "1," * (n // 2) + "}",
    "broken text": lambda n: '"' + "x" * n,
}


def messages(size):
    """name, message: every kind with every swollen value in every member that it reads, and one that it does not."""
    for kind, usual in KINDS.items():
        for member in usual:
            for name, swell in SWOLLEN.items():
                rest = "".join(f',"{key}":{value}' for key, value in usual.items() if key != member)
                room = size - len(rest) - len(kind) - 60
                yield f"{kind}.{member} {name}", f'1 {{"t":"{kind}"{rest},"{member}":{swell(room)}}}'


def table(game, **more):
    seats = [{"kind": "me"}] + [{"kind": "reserved"}] * (GAMES[game] - 1)
    return {"game": game, "seats": seats, **more}


def places(value, path=()):
    """Every place in a JSON value."""
    yield path, value
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, path + (key,))


def put(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def grown(value, size):
    """Ways to make a value of a position so long that still looks right."""
    if isinstance(value, str):
        word = value or "x"
        yield "words", " ".join([word] * (size // (len(word) + 1)))
        yield "one word", (word.split() or ["x"])[0] * (size // len((word.split() or ["x"])[0]))
        yield "list", [word] * (size // (len(word) + 3))
    elif isinstance(value, list):
        element = value[0] if value else "x"
        yield "again", (value or [element]) * (size // max(1, len(json.dumps(value or [element]))))
    elif isinstance(value, dict):
        yield "strangers", {**value, **{f"k{i}": 1 for i in range(size // 11)}}
        if value:
            key, one = next(iter(value.items()))
            yield "alike", {**value, **{f"{key}{i}": one for i in range(size // (len(json.dumps(one)) + len(key) + 12))}}
    elif isinstance(value, int) and not isinstance(value, bool):
        yield "list", [value] * (size // 4)


def positions(game):
    """For every member that any acceptance case sets, one position that has it."""
    seen, found = set(), []
    for path in sorted((HERE.parent / "cases" / game).glob("*.json")):
        case = json.loads(path.read_text())
        for where, _ in places(case.get("given", {})):
            name = tuple("#" if isinstance(part, int) or re.fullmatch(r"\w{1,3}\d+", part) else part for part in where)
            if name not in seen:
                seen.add(name)
                found.append((case, where, name))
    return found


def request(game, case, position):
    """The body that asks for a table with this position, of as many seats as the case has."""
    options = {key: str(value) for key, value in case.get("options", {}).items()}
    given = case["given"]
    players = given.get("players") or len(str(given.get("seats", "")).split()) or GAMES[game]
    seats = [{"kind": "me"}] + [{"kind": "reserved"}] * (int(players) - 1)
    return {**table(game, options=options, position=position), "seats": seats}


HEAD = "ochre 1\ngame dice\nrules 1\nseats 2\noption size 6\noption np 400\n"


def logs(size):
    """Logs as long as that: read as a whole, and played until something is wrong (it comes soon)."""
    turns = ["p1 a1r", "p2 a6r"] * (size // 14)
    yield "of a play that ends early", HEAD + "\n" + "\n".join(turns) + f"\nend {len(turns)}\n"
    yield "of no moves", HEAD + "\n" + "p1 x9x9\n" * (size // 8) + f"end {size // 8}\n"
    yield "of remarks", HEAD + "# nothing\n" * (size // 10) + "\nend 0\n"
    yield "of options", HEAD + "option size 6\n" * (size // 14) + "\nend 0\n"
    yield "of shares", HEAD + f"share p1 {'0a' * 32}\n" * (size // 74) + "\nend 0\n"
    yield "of blanks", HEAD + "\n" * size
    yield "of one line", HEAD + "option size " + "6" * size + "\n\nend 0\n"
    yield "of a position", HEAD + 'position {"board":"' + "8/" * (size // 2) + '"}\n\nend 0\n'


def bodies(size):
    for name, swell in SWOLLEN.items():
        for member in ("other", "options", "name", "seats", "clock", "position"):
            usual = {key: value for key, value in table("dice").items() if key != member}
            text = json.dumps(usual)[:-1] + f', "{member}": '
            yield f"tables.{member} {name}", f"P /api/tables {text}{swell(size - len(text) - 20)}}}"
    for name, text in logs(size):
        yield f"log {name}", "P /api/tables " + json.dumps(table("dice", log=text))
    yield "take.keys", "P /api/tables/$T/take " + json.dumps({"keys": ["a" * 26] * (size // 30)})
    yield "take.key", "P /api/tables/$T/take " + json.dumps({"keys": ["a" * (size - 50)]})
    yield "tables.seats many", "P /api/tables " + json.dumps({"game": "dice", "seats": [{"kind": "open"}] * (size // 20)})
    yield "tables.options many", "P /api/tables " + json.dumps(table("dice", options={f"size{i}": "8" for i in range(size // 17)}))
    for member in ("seat", "name", "pledge"):
        yield f"join.{member}", f'P /api/tables/$T/join {{"{member}":"{"x" * (size - 40)}"}}'
    for game in GAMES:
        for case, where, name in positions(game):
            value = case["given"]
            for part in where:
                value = value[part]
            for how, swollen in grown(value, size - 2000):
                body = request(game, case, put(case["given"], where, swollen))
                text = json.dumps(body)
                if len(text) <= 65536:
                    yield f"position {game}.{'.'.join(name)} {how}", f"P /api/tables {text}"
    yield from found(size)


def plays(_):
    """Whole plays that were begun elsewhere: every move is played, and every draw checked."""
    for game in GAMES:
        log = (HERE.parent / "fuzz" / "corpus" / "log" / game).read_text()
        seats = [{"kind": "me"}] + [{"kind": "reserved"}] * (int(re.search(r"^seats (\d)", log, re.M)[1]) - 1)
        yield f"log whole {game}", "P /api/tables " + json.dumps({"game": game, "seats": seats, "log": log})


def found(size):
    """What the search (dearest.c) has found beyond these, and is dearer."""
    raising = {"id": "herds", "epoch": 1, "name": {"en": "Test"}, "text": {"en": "Raise strength by 2; the others lower movement by 2."},
               "clauses": [{"who": "self", "do": "raise", "track": "strength", "n": 2},
                           {"who": "others", "do": "lower", "track": "movement", "n": 2}]}
    player = {"sp": 7, "fp": 2, "held": ["R"], "used": ["C", "F"], "gone": ["W"], "tokens": {"w2": "B"},
              "pool": ["R91", "CF1", "BF1", "PW1"], "laid": [{}]}
    for name, game, position in (
            ("an event of two clauses", "tribes", {"players": 2, "A": {"levels": "0/0/0/3"}, "B": {"levels": "1/0/1/0"},
                                                   "row": "herds P E M M+ E+ P+", "pack_events": [raising] * (size // 240)}),
            ("players who are not there", "valley", {"phase": "table", **{f"p{i}p1": player for i in range(size // 160)}}),
            ("a list that nobody reads", "spears", {"other": [1] * (size // 2)})):
        yield f"found {game} {name}", "P /api/tables " + json.dumps(table(game, position=position), separators=(",", ":"))


def seeds():
    """Where the search for worse begins (dearest.c): every kind as it usually is, and every position above."""
    for kind, usual in KINDS.items():
        yield f'1 {{"t":"{kind}"' + "".join(f',"{key}":{value}' for key, value in usual.items()) + "}"
    for kind in ("rise", "undo", "hint", "begin", "resign"):
        yield f'1 {{"t":"{kind}","table":"$T","bot":"random"}}'
    for member in ("join", "leave", "key", "invite", "take", "drop"):
        yield f'P /api/tables/$T/{member} {{"seat":"p2","name":"Ama","pledge":"{"0a" * 32}"}}'
    yield 'P /api/tables/$T/take {"keys":["$B","$A"]}'
    for _, text in logs(200):
        yield "P /api/tables " + json.dumps(table("dice", log=text), separators=(",", ":"))
    for game in GAMES:
        bodies = [table(game, name="Ama", clock={"kind": "move", "seconds": 10}, public=True)]
        cases = {case["id"]: case for case, _, _ in positions(game)}.values()
        for body in bodies + [request(game, case, case["given"]) for case in cases]:
            yield "P /api/tables " + json.dumps(body, separators=(",", ":"))


def texts(size):
    for name, swell in SWOLLEN.items():
        yield f"json {name}", f"J {swell(size)}"


# ---- measuring ----

def measure(meter, lines):
    """Instructions of every line that has a name."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--dump-line=no", "-q",
                   f"--callgrind-out-file={folder}/out", meter]
        # meson lets malloc fill what it gives and takes; that would be counted, too.
        plain = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}
        run = subprocess.run(command, input="\n".join(lines) + "\n", text=True, capture_output=True, env=plain)
        if run.returncode:
            sys.exit(f"cost: {run.stderr[-2000:]}")
        costs = {}
        for path in pathlib.Path(folder).iterdir():
            text = path.read_text(errors="replace")
            name = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
            total = re.search(r"^(?:totals|summary): (\d+)", text, re.M)
            if name and total:
                costs[name[1]] = int(total[1])
        return costs


def is_asked(kind, name, pattern):
    if kind != "requests" or pattern or os.environ.get("OCHRE_LONG") == "1":
        return pattern in name
    return zlib.crc32(name.encode()) % 3 == 0


def judge(kind, bound, sizes, make, meter, pattern, is_said):
    lines, bytes_of = ['\t= /api/tables ' + json.dumps(table("dice")), '\t1 {"t":"sit","table":"$T","key":"$A"}',
                       '\t2 {"t":"sit","table":"$T","key":"$B"}'], {}
    for size in sizes:
        for name, line in make(size):
            if is_asked(kind, name, pattern):
                lines.append(f"{name} @{size}\t{line}")
                bytes_of[name, size] = len(line.encode())
    costs = measure(meter, lines)
    faults, worst = [], (0, "")
    for name in dict.fromkeys(name for name, _ in bytes_of):
        row = [(bytes_of[name, size], costs.get(f"{name} @{size}")) for size in sizes if (name, size) in bytes_of]
        if any(cost is None for _, cost in row):
            faults.append(f"{name}: was not measured")
            continue
        first, last = row[0], row[-1]
        each = last[1] / last[0]
        worst = max(worst, (each, name))
        if is_said:
            print(f"{each:10.1f} a byte  {last[1]:12} in all  {name}")
        if each > GROWTH * first[1] / first[0]:
            faults.append(f"{name}: {first[1] / first[0]:.0f} instructions a byte of {first[0]}, {each:.0f} of {last[0]}")
        if last[1] > bound[0] + bound[1] * last[0]:
            faults.append(f"{name}: {last[1]} instructions for {last[0]} bytes")
    count = len(dict.fromkeys(name for name, _ in bytes_of))
    print(f"cost: {count} {kind}, at most {worst[0]:.0f} instructions a byte ({worst[1]})")
    return faults, count


def main():
    if sys.argv[1:] == ["--seeds"]:
        print("\n".join(seeds()))
        return 0
    words = [word for word in sys.argv[1:] if word != "--say"]
    meter, pattern, is_said = words[0], words[1] if len(words) > 1 else "", "--say" in sys.argv
    faults, count = judge("messages", MESSAGE, (1000, 4000), messages, meter, pattern, is_said)
    more, others = judge("requests", BODY, (4000, 16000), bodies, meter, pattern, is_said)
    faults += more
    more, plays_count = judge("plays", PLAY, (4000,), plays, meter, pattern, is_said)
    faults += more
    others += plays_count
    more, texts_count = judge("texts", JSON, (8000, 40000), texts, meter, pattern, is_said)
    faults += more
    others += texts_count
    for fault in faults:
        print(f"cost: {fault}")
    print(f"{count + others - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
