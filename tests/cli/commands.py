#!/usr/bin/env python3
"""Does every command say what it should, on the right stream, with the right exit code? commands.py OCHRE"""
import json
import os
import re
import socket
import subprocess
import sys
import tempfile

OCHRE = os.path.abspath(sys.argv[1])
FEN = "B2B2B2B2B2B2B2B2/B1B1B1B1B1B1B1B1/8/8/8/8/W1W1W1W1W1W1W1W1/W2W2W2W2W2W2W2W2 w 2 - 0 1"
ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": tempfile.gettempdir(), "TERM": "xterm"}
if "ASAN_OPTIONS" in os.environ:
    ENVIRONMENT["ASAN_OPTIONS"] = os.environ["ASAN_OPTIONS"]
passed = failed = 0


def call(*args, stdin="", **environment):
    return subprocess.run([OCHRE, *args], input=stdin, capture_output=True, text=True, timeout=60,
                          env={**ENVIRONMENT, **environment})


def expect(title, is_so, shown=""):
    global passed, failed
    passed, failed = passed + bool(is_so), failed + (not is_so)
    if not is_so:
        print(f"FAIL {title}\n{shown}")


def fine(*args, has=(), **more):
    done = call(*args, **more)
    title = "ochre " + " ".join(args)
    expect(title, done.returncode == 0 and not done.stderr, f"{done.returncode} {done.stderr}")
    for words in [has] if isinstance(has, str) else has:
        expect(f"{title}: has {words!r}", words in done.stdout, done.stdout[:2000])
    return done.stdout


def refused(code, *args, has=(), lacks=None, **more):
    """Nothing on standard output, one line on standard error that says what is wrong."""
    done = call(*args, **more)
    title = "ochre " + " ".join(args)[:100]
    expect(title + f": exit code {code}", done.returncode == code, f"{done.returncode} {done.stdout} {done.stderr}")
    expect(title + ": one line", done.stderr.count("\n") == 1 and done.stderr.startswith("ochre"), done.stderr)
    expect(title + ": nothing else", not done.stdout, done.stdout)
    for words in [has] if isinstance(has, str) else has:
        expect(f"{title}: says {words!r}", words in done.stderr, done.stderr)
    if lacks:
        expect(f"{title}: does not say {lacks!r}", lacks not in done.stderr, done.stderr)


def test_places():
    """Places of a store that are none; a password on the command line is gone a moment later."""
    away = "postgres://ama:hidden@127.0.0.1:1/ochre"
    refused(2, "serve", "--store", "nothing", has=["nothing", "postgres://HOST/NAME"])
    refused(1, "serve", "--check", "--store", away, has="Connection refused", lacks="hidden")
    refused(1, "backup", "--data", away, "--to", "copy.db", has="pg_dump", lacks="hidden")
    refused(1, "store", "move", "/nowhere/data", away, has="/nowhere/data", lacks="hidden")
    refused(2, "store", "look", "a", "b", has="expected move")
    refused(2, "store", "move", away, away, has="the same", lacks="hidden")
    refused(2, "store", "move", "a", has="TO")
    with socket.socket() as silent:  # takes whoever comes and says nothing
        silent.bind(("127.0.0.1", 0))
        silent.listen(4)
        place = f"postgres://ama:hidden@127.0.0.1:{silent.getsockname()[1]}/ochre?password=hidden&connect_timeout=2"
        with subprocess.Popen([OCHRE, "serve", "--check", "--store", place], env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            silent.accept()  # it has read its arguments by now
            with open(f"/proc/{process.pid}/cmdline", "rb") as words:
                shown = words.read()
            process.kill()
        expect("a password is written over", b"ama:" in shown and b"hidden" not in shown, shown)


def test_words():
    fine(has=["Usage:", "play", "games"])
    fine("--help", has="ochre play")
    expect("help is --help", fine("help") == fine("--help"))
    expect("help COMMAND is COMMAND --help", fine("help", "sim") == fine("sim", "--help"))
    expect("help in another language", fine("help", "--lang", "fr") == fine("--help", "--lang", "fr"))
    refused(2, "help", "xyzzy", has="xyzzy")
    fine("--version", has="ochre 0.")
    commands = [line.split()[0] for line in fine("--help").split("Commands:")[1].split("Options of")[0].splitlines() if line.strip()]
    expect("commands are listed", {"play", "games", "rules", "moves", "apply", "engine"} <= set(commands), commands)
    for command in commands:
        help_text = fine(command, "--help", has=["Usage:", f"ochre {command}", "--lang"])
        expect(f"{command}: lines of help fit", all(len(line) <= 100 for line in help_text.splitlines()), help_text)
        page = fine("man", command, has=[".TH", ".SH \"NAME\"", command])
        expect(f"man {command}: options", ("\\-\\-json" in page) == ("--json" in help_text))
        french = fine(command, "--help", "--lang", "fr", has="Utilisation")
        expect(f"{command}: French help", french != help_text)
    fine("man", has=".SH \"COMMANDS\"")
    script = fine("completion", "bash", has=["complete -F _ochre ochre", "--position"])
    checked = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
    expect("the completion script is bash", checked.returncode == 0, checked.stderr)
    refused(2, "completion", "fish", has="bash")
    refused(2, "man", "nothing", has="nothing")


def complete(*words):
    """What bash offers for the last word."""
    script = call("completion", "bash").stdout + f"""
compopt() {{ :; }}
COMP_WORDS=({' '.join(repr(w) for w in words)}) COMP_CWORD={len(words) - 1}
_ochre; printf '%s\\n' "${{COMPREPLY[@]}}" """
    return subprocess.run(["bash"], input=script, capture_output=True, text=True).stdout.split()


def test_completion():
    expect("a command", complete("ochre", "pl") == ["play"], complete("ochre", "pl"))
    expect("a game", complete("ochre", "moves", "di") == ["dice"], complete("ochre", "moves", "di"))
    expect("an option", complete("ochre", "moves", "dice", "--js") == ["--json"])
    expect("a language", complete("ochre", "games", "--lang", "") == ["en", "fr"])
    expect("a player", complete("ochre", "play", "dice", "--seats", "human,gr") == ["human,greedy"],
           complete("ochre", "play", "dice", "--seats", "human,gr"))


def test_misuse():
    refused(2, "gmaes", has=["'gmaes'", "'games'"])
    refused(2, "xyzzy", has="--help")
    refused(2, "games", "--al", has="'--all'")
    refused(2, "games", "--jsno", has="'--json'")
    refused(2, "games", "extra", has="'extra'")
    refused(2, "games", "--all=1", has="'1'")
    refused(2, "games", "--color", "blue", has=["blue", "never"])
    refused(2, "games", "--lang", has="LANGUAGE")
    refused(2, "games", "--lang", "xx", has="en, fr")
    refused(2, "moves", has="GAME")
    refused(2, "moves", "dcie", has="'dice'")
    refused(2, "moves", "dice", "dice")
    refused(2, "moves", "dice", "--seats", "x", has="1 to 4")
    refused(2, "moves", "dice", "--seats", "2147483648")
    refused(2, "moves", "dice", "--seats", "99999999999999999999999")
    refused(2, "moves", "dice", "--seats", "3", has="2, 4")
    refused(2, "moves", "dice", "--seats", "2", "--seats", "2", has="twice")
    refused(2, "moves", "dice", "--option", "size=1000", has=["size", "1000"])
    refused(2, "moves", "dice", "--option", "colour=red", has="colour")
    refused(2, "moves", "dice", "--option", "nonsense", has="nonsense")
    refused(2, "play", "dice", "--seats", "human,genius", has=["genius", "greedy"])
    refused(2, "play", "dice", "--seats", "human,human,human,human,human")
    refused(2, "play", "dice", "--seats", "", has="''")
    refused(2, "play", "nogame")
    refused(2, "apply", "dice", "--view", "p9", has="p9")
    refused(2, "engine", "nogame")
    refused(2, "rules", "nogame")
    refused(2, "games", "\x1b[31mred", has="?[31mred")


def test_games():
    fine("games", has=["dice", "Natrício"])
    expect("pebble is not offered", "pebble" not in fine("games"))
    listed = json.loads(fine("games", "--all", "--json"))["games"]
    expect("games --json", {"dice", "pebble"} <= {game["id"] for game in listed}, listed)
    expect("dice in JSON", [g for g in listed if g["id"] == "dice"][0]["seats"] == [2, 4])
    fine("games", "--all", has="d’ordinaire", LANG="fr_FR.UTF-8")
    fine("games", "--all", has="usually", LANG="de_DE.UTF-8")
    fine("games", "--all", has="usually", LC_ALL="C", LANG="fr_FR.UTF-8")
    fine("rules", "pebble", has=["P3.2", "A choice is final"])
    fine("rules", "pebble", "--lang", "fr", has="Un choix est définitif")
    expect("no colour in a pipe", "\x1b" not in fine("rules", "pebble"))
    expect("colour on demand", "\x1b[" in fine("rules", "pebble", "--color", "always"))


def test_moves():
    moves = fine("moves", "dice").split()
    expect("24 moves at the start", len(moves) == 24 and "a2a3" in moves, moves)
    found = json.loads(fine("moves", "dice", "--json"))
    expect("moves --json", found["pending"] == ["p1"] and set(found["moves"]["p1"]) == set(moves), found)
    found = json.loads(fine("moves", "dice", "--position", FEN.replace(" w 2", " b 2"), "--json"))
    expect("a FEN as position", found["pending"] == ["p2"], found)
    fine("moves", "dice", "--position", json.dumps({"fen": FEN}), has="a2a3")
    fine("moves", "dice", "--position", "-", has="a2a3", stdin=FEN)
    with tempfile.NamedTemporaryFile("w", suffix=".fen") as file:
        file.write(FEN)
        file.flush()
        fine("moves", "dice", "--position", "@" + file.name, has="a2a3")
    expect("chance is a seat", "*>deal:1" in fine("moves", "pebble"))
    for bad in ["", "x", "{", "{\"fen\":3}", "[]", "W17/8", FEN + " 1 1 1", "W9" + FEN[2:], "\x00", "{" * 100000,
                "99999999999999999999/8 w 2 - 0 1", "@/no/such/file", "é" * 50]:
        if "\x00" not in bad:
            refused(1, "moves", "dice", "--position", bad)
    refused(1, "moves", "dice", "--log", "/no/such/file", has="/no/such/file")
    refused(2, "moves", "dice", "--log", "/dev/null", "--seats", "2", has="--seats")
    refused(1, "moves", "dice", "--log", "/dev/null")


def test_apply():
    fine("apply", "dice", "--moves", "a2a3 h7h6", has=["White", "To move: p1 (White)"])
    found = json.loads(fine("apply", "dice", "--moves", "a2a3", "--json"))
    expect("apply --json", found["pending"] == ["p2"] and found["applied"] == 1, found)
    expect("the view is the position", found["view"]["fen"].split()[1] == "b", found["view"])
    refused(1, "apply", "dice", "--moves", "a2a3 a7a5", has=["move 2", "'a7a5'"], lacks="[")
    refused(1, "apply", "dice", "--moves", "a2a3 a7a5", "--json", has=["move 2", "'a7a5'", "[3.2]"])
    refused(1, "apply", "dice", "--moves", "zzz", "--json", has=["move 1", "'zzz'", "[notation]"])
    refused(1, "apply", "dice", "--moves", "p9>a2a3", "--json", has="[seat]")
    refused(1, "apply", "pebble", "--moves", "p1>play:1", has="*>MOVE")
    deals = "*>deal:1 *>deal:2 *>deal:3 *>deal:4 *>deal:5 *>deal:6 *>stake:2"
    found = json.loads(fine("apply", "pebble", "--moves", deals, "--view", "p2", "--json"))
    expect("a view has holes", found["view"]["p1"]["hand"] == "? ? ?" and found["view"]["p2"]["hand"] == "2 4 6", found)
    expect("both choose", found["pending"] == ["p1", "p2"], found)
    expect("a seat reads its own moves only", found["moves"] == {"p2": ["play:2", "play:4", "play:6"]}, found)
    found = json.loads(fine("apply", "pebble", "--moves", deals, "--view", "-", "--json"))
    expect("a watcher reads no moves", found["moves"] == {}, found)
    found = json.loads(fine("apply", "pebble", "--moves", "*>deal:1", "--view", "p2", "--json"))
    expect("nobody reads what chance has left", found["pending"] == ["*"] and found["moves"] == {}, found)
    found = json.loads(fine("apply", "pebble", "--moves", deals + " p2>play:6 p1>play:5", "--json"))
    expect("the six wins", found["view"]["p2"]["pebbles"] == 2, found)
    refused(1, "apply", "pebble", "--moves", deals + " p1>play:6", "--json", has=["move 8", "[P3.1]"])
    once = fine("apply", "pebble", "--seed", "7", "--moves", "")
    expect("a seed repeats", once == fine("apply", "pebble", "--seed", "7"))
    end = json.loads(fine("apply", "dice", "--position", "8/8/8/3B6+4/3W14/8/8/8 w 2 - 4 30", "--moves", "d4d5", "--json"))
    expect("the end", end["pending"] == [] and end["result"]["winners"] == ["p1"], end)
    refused(1, "apply", "dice", "--position", "8/8/8/3B6+4/3W14/8/8/8 w 2 - 4 30", "--moves", "d4d5 d5d6", "--json", has="[over]")


def engine(game, *lines):
    return fine("engine", game, stdin="\n".join(lines) + "\n").splitlines()


def test_engine():
    said = engine("dice", "position fen 8/8/3w44/2w45/8/8/8/W16B1 w 2 - 0 30 moves c5+d6 h1r d6e7", "d", "quit", "d")
    expect("the example of the protocol", said == ["8/4w6+3/8/8/8/8/8/W16b1 b 2 - 2 33", "ongoing"], said)
    said = engine("dice", "position startpos", "go perft 2")
    expect("perft", said[-1] == "total: 576" and len(said) == 25 and "a2a3: 24" in said, said)
    expect("perft 0", engine("dice", "go perft 0") == ["total: 1"])
    said = engine("dice", "position startpos moves a2a3 a2a3 h7h6", "d")
    expect("an illegal move stops the list", said[0] == "info string illegal move a2a3" and " b 2 - 1 2" in said[-2], said)
    said = engine("dice", "setoption name Mode value 4i", "setoption name Alliance value false", "position startpos", "d")
    expect("options build the start", " 4i ally=off 0 1" in said[0], said)
    said = engine("dice", "setoption name Size value 1000", "setoption name Colour value red", "setoption", "d")
    expect("wrong options", all(line.startswith("info string error") for line in said[:3]) and said[-1] == "ongoing", said)
    said = engine("dice", "position fen nonsense", "position", "position fen", "go perft x", "\x01\x7f", "x" * 100000, "", "# c", "isready")
    expect("garbage", said[-1] == "readyok" and all(line.startswith("info string error") for line in said[:-1]), said)
    said = engine("dice", "position startpos", "go depth 3")
    expect("bestmove", said[-1].startswith("bestmove ") and said[-2].startswith("info depth 3 score cp "), said)
    said = engine("dice", "position fen 8/8/8/3B6+4/3W14/8/8/8 w 2 - 4 30 moves d4d5", "go", "d")
    expect("no move at the end", said[0] == "bestmove (none)" and said[2] == "win w elimination", said)
    expect("uci", engine("dice", "uci")[-1] == "uciok")
    said = engine("pebble", "seed 3", "roll", "legal", "go", "view p1", "show")
    expect("pebble: what was drawn", said.pop(0).startswith("info drawn *>deal:"), said)
    expect("pebble: legal", json.loads(said[0])["pending"] == ["p1", "p2"], said)
    expect("pebble: bestmove", said[1].startswith("bestmove play:"), said)
    expect("pebble: a view with holes", json.loads(said[2])["view"]["p2"]["hand"] == "? ? ?", said)
    expect("pebble: a view without the moves of others", list(json.loads(said[2])["moves"]) == ["p1"], said)
    said = engine("pebble", 'position json {"on_table":3,"p1":{"hand":"1"},"p2":{"hand":"2"}} moves p2>play:2 p1>play:1', "d")
    expect("pebble: JSON and moves", json.loads(said[0])["result"]["winners"] == ["p2"], said)
    hunt = '{"seats":"N E S W","units":{"N":"h1 h3 h4"},"row":"p17 - - - -","deck":"-","begin":"action N"}'
    hunt += " moves hunt:p17 +h1 +h3 +h4 p1>card:0 p2>card:0 p3>card:0 p4>card:0"
    said = engine("spears", "setoption name free_overpay value true", "position json " + hunt, "legal")
    expect("spears: house rules count in a position", json.loads(said[0])["moves"]["p1"] == ["-h1", "-h3"], said)


def test_pipe():
    """Without a terminal: plain lines in, plain lines out, and an end."""
    out = fine("play", has="ochre play GAME")
    out = fine("play", "dice", "--seed", "1", has=["24 moves; ? helps", "Goodbye."])
    expect("no control codes", "\x1b" not in out, out)
    out = fine("play", "dice", "--seed", "1", stdin="a2a3\nwhy a2a3\nzzz\n99\na1a\nhint\nundo\nundo\nquit\n",
               has=["from a2 to a3", "is not possible", "'zzz'", "99", "Which one?", "Perhaps", "Taken back."])
    for lang, says in (("en", "See rule 3.2."), ("fr", "Voir la règle 3.2.")):
        out = fine("play", "dice", "--seed", "1", "--lang", lang, stdin="why a1a4\na1a4\nquit\n")
        expect(f"a refusal leads on to its rule, {lang}", says in out and "[3." not in out, out)
    for bad in ("why buy:h9", "buy:w3", "hunt:p01", "-h1"):
        out = fine("play", "spears", "--seats", "human,level:1,level:1,level:1", "--seed", "3", stdin=bad + "\nquit\n")
        expect(f"no code behind the refusal of {bad}", not re.search(r"\[[A-Z]?\d[\d.]*\]", out), out)
    out = fine("play", "dice", "--position", "8/8/3B41W12/8/3W24/8/8/W17 w 2 - 0 1", stdin="moves\nquit\n",
               has=["In danger", "f6 and d4, from the 4 on d6"])
    out = fine("play", "spears", "--seats", "human,level:4,level:4,level:4", "--seed", "3", stdin="hint\nquit\n", has="Perhaps")
    said = re.search(r"a chance of about (\d+) %(?:; \S+ would have (\d+) %)?\.", out)
    expect("a hint is not second best", said and (not said[2] or int(said[2]) <= int(said[1])), out)
    once = fine("play", "dice", "--seed", "1", stdin="a2a3\nb2b3\n")
    expect("a seed repeats the play", once == fine("play", "dice", "--seed", "1", stdin="a2a3\nb2b3\n"))
    for game, other in (("dice", "Black"), ("tribes", "B")):
        opened = [fine("play", game, "--seed", str(seed), stdin="quit\n").split("\n")[0] for seed in range(1, 9)]
        expect(f"{game}: the lot decides who begins", set(opened) == {"The lot decides: you begin.", f"The lot decides: {other} begins."}, opened)
        out = fine("play", game, "--option", "first=p2", "--seed", "1", stdin="quit\n")
        expect(f"{game}: unless somebody has", "The lot decides" not in out, out)
    out = fine("play", "dice", "--lang", "fr", stdin="quitter\n", has="24 coups\u202f;")
    out = fine("play", "dice", "--position", "8/8/3w44/2w45/8/8/8/W16B1 w 2 - 0 30", stdin="moves\nquit\n", has="an alliance of 6")
    heads = re.findall(r"^(?:White> )? {2}(\w+)$", out, re.M)
    expect("moves stand under the headings of the game, in its order", heads == ["Join", "Slide", "Stay"], heads)
    out = fine("play", "pebble", "--seats", "random,greedy,greedy", "--seed", "5", has="The play is over")
    fine("play", "dice", stdin="resign\n", has=["The play is over: Black wins"])
    end = '{"seats":"N E S W","vigor":1,"own":{"N":"p24"},"begin":"defence"}'
    out = fine("play", "spears", "--seats", "greedy,greedy,greedy,greedy", "--position", end, has="meat 3, bone 4, trophy 3")
    expect("spears has no score", "point" not in out, out)
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "a.log")
        fine("play", "dice", "--option", "first=p1", "--seats", "greedy,human", "--log", log, stdin="1\n", has=["--resume " + log])
        text = open(log).read()
        expect("the log says who plays", "\n# players greedy,human\n" in text, text)
        out = fine("play", "--resume", log, stdin="moves\n", has="Black: ")
        fine("moves", "dice", "--log", log)
        fine("replay", log)
        steps = [json.loads(line) for line in fine("replay", log, "--steps", "p1").splitlines()]
        expect("replay --steps: numbers go on", steps and all(a["step"] == b["since"] for a, b in zip(steps, steps[1:])))
        expect("replay --steps: the story is whole",
               [entry["step"] for step in steps for entry in step["story"]] == list(range(1, steps[-1]["step"] + 1)))
        expect("replay --steps: who is asked has moves",
               all(("p1" in step["asked"]) == (step["ask"] > 0 and len(step["moves"]) > 0) for step in steps))
        expect("replay --steps: what is printed comes with the first step alone", ["printed" in step for step in steps].index(False) == 1 and
               sum("printed" in step for step in steps) == 1, steps[0])
        refused(2, "replay", log, "--steps", "p9")
        tribes = os.path.join(folder, "tribes")
        fine("sim", "tribes", "--seats", "random,random", "--games", "1", "--seed", "1", "--logs", tribes)
        tribes = os.path.join(tribes, os.listdir(tribes)[0])
        first = [json.loads(fine("replay", tribes, "--steps", "p1", "--lang", lang).splitlines()[0]) for lang in ("en", "fr")]
        names = [{board["name"] for board in step["printed"]["boards"].values()} for step in first]
        expect("replay --steps: boards are named in the language asked for", len(names[0]) == 15 and not names[0] & names[1], str(names))
        record = fine("replay", log, "--as", "record", has=['[FEN "', '[Result "*"]', "\n*\n"])
        pgn = os.path.join(folder, "a.pgn")
        fine("play", "--resume", log, stdin=f"save {pgn}\nquit\n", has="record")
        expect("the terminal saves the same record", open(pgn).read() == record, open(pgn).read())
        fine("verify", pgn, has="moves are legal")
        fine("moves", "dice", "--log", pgn)
        again = fine("replay", pgn, "--as", "log", has="ochre 1")
        moves = [line for line in text.split("\n") if line.startswith("p")]
        expect("record and log say the same", moves == [line for line in again.split("\n") if line.startswith("p") and line[1] in "12"], again)
        refused(2, "replay", pgn, "--as", "log", "--json", has="exclude")
        refused(2, "replay", pgn, "--as", "poem", has="poem")
        open(pgn, "w").write(record.replace("1. ", "1. a1a8 "))
        refused(1, "verify", pgn, has=["line 4, column 4: a1a8", "too far"], lacks="[")
        tiles = os.path.join(folder, "tiles.log")
        fine("play", "tribes", "--seats", "random,random", "--seed", "2", "--log", tiles)
        taken = [line for line in open(tiles) if re.match(r"p[12] T", line)]
        expect("tribes: behind T3 stands the tile", taken and all(re.fullmatch(r"p[12] T\d+ # [a-zPEM+]+\n", line) for line in taken), taken)
        fine("verify", tiles)
        notes = [step["note"] for step in json.loads(fine("replay", tiles, "--json"))["steps"] if "note" in step]
        expect("replay --json has the notes of the log", notes == [line.split(" # ")[1].strip() for line in taken], notes)
        fine("replay", tiles, has=taken[0].strip())
        refused(2, "play", "dice", "--resume", log, has="which game")
        refused(2, "play", "--resume", log, "--option", "size=8", has="--option")
        open(log, "w").write(text.replace("p1 ", "p1 zz", 1))
        refused(1, "play", "--resume", log, has=log)
        refused(1, "play", "--resume", os.path.join(folder, "none"), has="none")
        out = call("play", "dice", "--log", os.path.join(folder, "no", "such", "a.log"), stdin="1\n")
        expect("a log that cannot be written is told", "cannot be kept" in out.stdout and out.returncode == 0, out)


def test_output():
    with open("/dev/full", "w") as full:
        done = subprocess.run([OCHRE, "games", "--all"], stdout=full, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    expect("a full disk is a failure", done.returncode == 1 and "failed" in done.stderr, done.stderr)


for test in [test_words, test_places, test_completion, test_misuse, test_games, test_moves, test_apply, test_engine, test_pipe, test_output]:
    test()
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
