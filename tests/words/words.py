#!/usr/bin/env python3
"""Is every word that a person reads translated, and every translation used?

    words.py ROOT PART…       checks the parts: source strings against po/fr/*.po
    words.py ROOT --together  do the parts agree where they say the same?
    words.py ROOT --french    is French set as French is, and are moves told in one voice?
    words.py ROOT --self-test plants mistakes and sees whether they are found

A part is a folder of games (src/games/PART) or a room (PARTS below). A string is missing when no catalogue has it,
unused when the part's own catalogue has it but no source does. Placeholders {0} … must be the same in both languages."""
import os
import re
import subprocess
import sys
import tempfile

KEYWORDS = ["N_", "_", "text_say:2", "text_say_count:3,4", "text_tell:3", "text_tell_count:4,5",
            "text_word:2", "text_word_count:2,3", "canvas_say:4",
            "page_say:2", "page_word:2", "page_line:4", "SAY:3", "why_refuse:3", "why_refuse_count:4,5", "why_word:2"]
# The same calls hold the sentence for everybody else, too.
KEYWORDS_OF_OTHERS = ["text_tell:4", "text_tell_count:6,7"]
# What the doors of the rules refuse: options, positions, packs and records.
REFUSALS = ["complain:2", "error_set:3", "reader_refuse:4", "reader_refuse_member:5", "refuse:4", "spears_refuse_text:3",
            "tribes_refuse:4"]
# Of the rooms: what a table, a lesson and a book of puzzles refuse.
DOORS = {"opening.c", "packfile.c", "lesson.c", "lesson_walk.c", "cmd_puzzles.c", "puzzle_book.c", "puzzle_find.c", "roster.c",
         "roster_crew.c", "shard.c", "many.c", "fleet.c"}
ROOMS = {"ai", "cli", "lab", "module", "server", "table"}
TABLE_COMMANDS = {"cmd_case.c", "cmd_pack.c", "cmd_replay.c", "cmd_verify.c"}
SERVER_COMMANDS = {"admin_show.c", "cmd_admin.c", "cmd_backup.c", "cmd_serve.c", "replay_steps.c"}
LAB_COMMANDS = {"cmd_bench.c", "cmd_compare.c", "cmd_merge.c", "cmd_perft.c", "cmd_sim.c", "cmd_tournament.c", "lab.c", "lab.h", "many.c",
                "many.h"}


def sources(root, part):
    """The files whose strings belong to a part."""
    def listed(folder):
        path = os.path.join(root, "src", folder)
        names = sorted(os.listdir(path)) if os.path.isdir(path) else []
        return [os.path.join(path, name) for name in names if name.endswith((".c", ".h"))]

    def named(files, names):
        return [file for file in files if os.path.basename(file) in names]

    commands = listed("cli")
    if part == "cli":
        others = TABLE_COMMANDS | LAB_COMMANDS | SERVER_COMMANDS
        return [file for file in commands if os.path.basename(file) not in others]
    if part in ("ai", "base", "module", "rules"):
        return listed(part)
    if part == "table":
        return listed("table") + named(commands, TABLE_COMMANDS)
    if part == "server":
        return listed("server") + named(commands, SERVER_COMMANDS)
    if part == "lab":
        return listed("lab") + listed("fleet") + named(commands, LAB_COMMANDS)
    return listed(os.path.join("games", part))


def read_po(text):
    """(msgid, msgid_plural or "") -> (list of msgstr, is_fuzzy)"""
    entries = {}
    fields, fuzzy, field = {}, False, None

    def finish():
        nonlocal fields, fuzzy, field
        if fields.get("msgid"):
            strings = [value for name, value in sorted(fields.items()) if name.startswith("msgstr")]
            entries[(fields["msgid"], fields.get("msgid_plural", ""))] = (strings, fuzzy)
        fields, fuzzy, field = {}, False, None

    for line in text.splitlines() + [""]:
        if line.startswith("#~"):
            raise SystemExit("an obsolete entry (#~): " + line)
        if line.startswith("#"):
            if field:
                finish()
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.startswith("msg"):
            name, value = line.split(" ", 1)
            if name == "msgid" and field:
                finish()
            field = name
            fields[field] = unquote(value)
        elif line.startswith('"'):
            fields[field] += unquote(line)
        elif field:
            finish()
    return entries


def unquote(text):
    text = text.strip()[1:-1]
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m.group(1), m.group(1)), text)


def extract(files, keywords):
    if not files:
        return {}
    command = ["xgettext", "--from-code=UTF-8", "-L", "C", "-o", "-", "-k"] + ["-k" + word for word in keywords]
    done = subprocess.run(command + files, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return read_po(done.stdout.decode())


def wanted_of(root, part):
    """All strings of a part; refusals where a person meets them."""
    files = sources(root, part)
    doors = [file for file in files if part not in ROOMS or os.path.basename(file) in DOORS]
    return {**extract(files, KEYWORDS), **extract(files, KEYWORDS_OF_OTHERS), **extract(doors, REFUSALS)}


def placeholders(text):
    return set(re.findall(r"\{\d\}", text))


# "You takes", "You is", "Vous prend": the verb behind you is in the second person.
THIRD_PERSON = re.compile(r"\b[Yy]ou (?:(?:is|was|has|does)\b|(?!always|pass|cross|miss|guess|less|us\b|as\b|towards)\w+s\b)")
SECOND_PERSON_FR = re.compile(
    r"^Vous (?:(?:ne|vous|en|y|le|la|les|lui|leur|n[’']|l[’']|m[’'])\s?)*(?:\w+ez|êtes|faites|dites)\b", re.U)


def check_person(one, strings):
    """Sentences to "you" are in the second person, in both languages."""
    if THIRD_PERSON.search(one):
        yield f"third person behind you: {one[:60]!r}"
    for string in strings:
        if one.startswith("You ") and string.startswith("Vous ") and not SECOND_PERSON_FR.search(string):
            yield f"third person behind vous: {string[:60]!r}"


def check_entry(key, strings, fuzzy):
    one, many = key
    said = repr(one[:60])
    if fuzzy:
        yield f"fuzzy: {said}"
    if not all(strings) or len(strings) != (2 if many else 1):
        yield f"untranslated: {said}"
    yield from check_person(one, strings)
    yield from check_person(many, strings)
    allowed = placeholders(one) | placeholders(many)
    for number, string in enumerate(strings):
        wanted = placeholders(many) if many and number else placeholders(one)
        # A singular may spell the number out in one language and not in the other.
        if placeholders(string) != wanted and not (many and number == 0 and placeholders(string) <= allowed):
            yield f"placeholders differ: {said} -> {string[:60]!r}"
        if bool(one.startswith("\n")) != bool(string.startswith("\n")) or one.endswith("\n") != string.endswith("\n"):
            yield f"line ends differ: {said}"


def text_of(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


def read_all(root):
    po = os.path.join(root, "po", "fr")
    names = sorted(name for name in os.listdir(po) if name.endswith(".po"))
    return {name[:-3]: read_po(text_of(os.path.join(po, name))) for name in names}


def check(root, part):
    """What is wrong with a part, one line each."""
    catalogues = read_all(root)
    wanted = wanted_of(root, part)
    own = catalogues.get(part)
    if own is None:
        yield f"po/fr/{part}.po is missing"
        own = {}
    known = {}
    for name, entries in catalogues.items():
        if name.startswith("web"):
            continue  # the page's own: not in the binary's catalogue
        known.update({key[0]: key[1] for key in entries})
    for one, many in wanted:
        if one not in known:
            yield f"missing in po/fr/{part}.po: {one[:60]!r}"
        elif many and known[one] != many:
            yield f"plural differs: {one[:60]!r}"
    names = {one for one, _ in wanted}
    for key, (strings, fuzzy) in own.items():
        if key[0] not in names:
            yield f"unused in po/fr/{part}.po: {key[0][:60]!r}"
        yield from check_entry(key, strings, fuzzy)


def together(root):
    """All parts end up in one catalogue, those of the page in another, so they must agree on what they share."""
    said = {}
    for part, entries in read_all(root).items():
        for key, (strings, _) in entries.items():
            first, before = said.setdefault((part.startswith("web"), key[0]), (part, strings))
            if before != strings:
                yield f"said in two ways, in po/fr/{first}.po and po/fr/{part}.po: {key[0][:60]!r}"


# In French no line breaks before these marks: a narrow blank stands before ; ! ?, a wide one before : and within « ».
NARROW, WIDE = "\u202f", "\u00a0"
LOOSE = re.compile(rf"(?<![\s{NARROW}{WIDE}])[ {WIDE}][;!?](?=[\s»)]|$)|(?<=\S)[ {NARROW}]:(?=\s|$)|«[^{WIDE}]|[^{WIDE}]»"
                   r"|(?<=[a-zé}])[;!?](?= [a-zà-ÿ])|^[ ][:;!?]")
# "Prendre le 2", "Ne soigner personne", "Eau : échanger une tuile", "…, puis donner": what somebody may do is said to
# them, "Prenez le 2". Where English has an imperative, no infinitive stands in French.
CLAUSE = r"(?:^|: |^\{0\},? (?:and |et |puis |then )?|, (?:then|puis) |, (?:or|ou) )"
IMPERATIVE = re.compile(CLAUSE + r"(?:add|accept|attack|ban|be|begin|block|bring|buy|call|change|chase|choose|complete|convert|"
                        r"decline|do|drop|end|exchange|exhaust|explore|fight|gather|give|go|grow|heal|hunt|join|keep|lay|"
                        r"leave|let|look|lose|make|move|oblige|offer|place|play|procreate|put|refuse|remove|renew|sacrifice|"
                        r"send|settle|skip|slide|stand|stay|stop|support|swap|take|touch|turn|use|walk)\b", re.I)
INFINITIVE = re.compile(CLAUSE.replace(": ", WIDE + ": ")
                        + r"(?:(?:ne|se|le|la|les) |[nsl]’)?(?!votre\b|pierre\b)\w+(?:er|ir|oir|re)\b(?!-)", re.I)
# The tables of words (docs/words) call actions so; two buttons are the shell's, whose buttons are as on any page.
ALLOWED = {"Procréer", "Explorer", "Procréer avec une main", "Explorer avec une main", "Se déplacer",
           "Se déplacer avec une main", "Reposer", "Fermer"}


def loose_french(text):
    found = LOOSE.search(text)
    return f"an ordinary blank, or none, in {text[max(0, found.start() - 30):found.end() + 10]!r}" if found else None


def is_infinitive(english, french):
    return bool(IMPERATIVE.search(english) and INFINITIVE.search(french)) and french not in ALLOWED


def prose_of(markdown):
    """The lines of a page that are no code, without code spans."""
    is_code = False
    for line in markdown.splitlines():
        is_code ^= line.startswith("```")
        if not is_code and not line.startswith("    "):
            yield re.sub(r"`[^`]*`", "x", line)


def french(root):
    """How French is set, everywhere; and the voice in which moves and questions are told, in the games."""
    games = {name for name in os.listdir(os.path.join(root, "src", "games"))}
    for part, entries in read_all(root).items():
        has_moves = part in games or part[4:] in games
        for (english, _), (strings, _) in entries.items():
            for string in strings:
                wrong = loose_french(string)
                if wrong:
                    yield f"po/fr/{part}.po: {wrong}"
                if has_moves and is_infinitive(english, string):
                    yield f"po/fr/{part}.po: infinitive where somebody is told what to do: {string[:60]!r}"
    rules = os.path.join(root, "docs", "rules")
    for name in sorted(os.listdir(rules)) if os.path.isdir(rules) else []:
        for line in prose_of(text_of(os.path.join(rules, name))) if name.endswith(".fr.md") else []:
            wrong = loose_french(line)
            if wrong:
                yield f"docs/rules/{name}: {wrong}"


def self_test():
    """Each kind of mistake must be found, and a sound part must pass."""
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    source = 'void f(void)\n{\n    text_say(text, "{0} sits", a);\n    text_say_count(text, n, "one", "{0} many", b);\n}\n'
    source += 'void g(void)\n{\n    text_tell(text, seat, "You take", "{0} takes", a);\n}\n'
    good = 'msgid "You take"\nmsgstr "Vous prenez"\n\nmsgid "{0} takes"\nmsgstr "{0} prend"\n\n'
    good += 'msgid "{0} sits"\nmsgstr "{0} assis"\n\nmsgid "one"\nmsgid_plural "{0} many"\nmsgstr[0] "un"\nmsgstr[1] "{0}"\n'
    planted = {
        "missing": good.split("\n\n", 1)[1],
        "unused": good + '\nmsgid "more"\nmsgstr "plus"\n',
        "fuzzy": good.replace("msgid", "#, fuzzy\nmsgid", 1),
        "untranslated": good.replace('"{0} assis"', '""'),
        "placeholders differ": good.replace("{0} assis", "{1} assis"),
        "plural differs": good.replace("{0} many", "{0} lots"),
        "third person behind vous": good.replace("Vous prenez", "Vous prend"),
        "third person behind you": good + '\nmsgid "You takes"\nmsgstr "Vous prenez"\n',
        "said in two ways": good,
        "po/fr/toy.po: an ordinary blank": good.replace("{0} assis", "{0} : assis"),
        "po/fr/toy.po: infinitive": good + '\nmsgid "Take {0}"\nmsgstr "Prendre {0}"\n',
        "docs/rules/toy.fr.md: an ordinary blank": good,
        "": good,
    }
    failed = 0
    for mistake, text in planted.items():
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "src", "games", "toy"))
            os.makedirs(os.path.join(root, "po", "fr"))
            open(os.path.join(root, "src", "games", "toy", "toy.c"), "w").write(source)
            open(os.path.join(root, "po", "fr", "toy.po"), "w").write(head + text)
            if mistake == "said in two ways":
                open(os.path.join(root, "po", "fr", "twin.po"), "w").write(head + good.replace("assis", "debout"))
            if mistake.startswith("docs/rules"):
                os.makedirs(os.path.join(root, "docs", "rules"))
                open(os.path.join(root, "docs", "rules", "toy.fr.md"), "w").write("# Jouet\n\n`a ;` Vraiment ?\n")
            found = list(check(root, "toy")) + list(together(root)) + list(french(root))
            is_right = any(line.startswith(mistake) for line in found) if mistake else not found
            failed += not is_right
            print("ok  " if is_right else "FAIL", mistake or "nothing wrong", found)
    return failed


def main():
    root, parts = sys.argv[1], sys.argv[2:]
    if parts == ["--self-test"]:
        sys.exit(1 if self_test() else 0)
    wrong = 0
    for part in parts:
        for line in {"--together": together, "--french": french}.get(part, lambda root: check(root, part))(root):
            print(f"{part}: {line}")
            wrong += 1
    print(f"{len(parts)} parts, {wrong} mistakes")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
