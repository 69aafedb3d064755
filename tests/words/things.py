#!/usr/bin/env python3
"""One thing, one word: does anything that people read call a thing by another word than docs/words/GAME.md does?

    things.py ROOT GAME…       holds the words of these games to their tables
    things.py ROOT --self-test plants a wrong word and sees whether it is found

A table has a row a thing: what it is, the English word, the French word, and the words that are never used for it in each language.
What people read is the catalogues (po/fr/GAME.po, po/fr/web-GAME.po: English and French), the rules (docs/rules/GAME.md, GAME.fr.md) and the
lessons (lessons/GAME.json).
Refusals of positions and packs are left out: they speak of members of files, which keep their names."""
import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import words  # noqa: E402

HEAD = ["thing", "English", "French", "never in English", "never in French"]


def rows(path):
    """The rows of the first table with our head, as lists of cells."""
    found = []
    for line in open(path, encoding="utf-8"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == len(HEAD) and not set(line) <= set("|- :\n"):
            found.append(cells)
    if not found or found[0] != HEAD:
        raise SystemExit(f"{path}: no table with the head {' | '.join(HEAD)}")
    return found[1:]


def forbidden(path, column):
    """(word, what is said instead): the words that are never used."""
    said = 1 if column == 3 else 2
    return [(word.strip(), cells[said]) for cells in rows(path) for word in cells[column].split(",") if word.strip()]


def sentences(path, left_out):
    """(line, language, text) of a catalogue."""
    language, is_out = "en", False
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        text = re.search(r'"(.*)"', line)
        if line.startswith("msgid "):
            language, is_out = "en", words.unquote(line[len("msgid "):]) in left_out
        elif line.startswith("msgstr"):
            language = "fr"
        if text and not is_out and not line.startswith("#"):
            yield number, language, text.group(1)


def read_by_people(root, game):
    """(path, line, language, text) of everything."""
    left_out = {one for one, _ in words.extract(words.sources(root, game), words.REFUSALS)}
    for name in (f"{game}.po", f"web-{game}.po"):
        path = os.path.join(root, "po", "fr", name)
        if os.path.exists(path):
            for number, language, text in sentences(path, left_out):
                yield path, number, language, text
    for name, language in ((f"{game}.md", "en"), (f"{game}.fr.md", "fr")):
        path = os.path.join(root, "docs", "rules", name)
        if os.path.exists(path):
            for number, text in enumerate(open(path, encoding="utf-8"), 1):
                yield path, number, language, re.sub(r"`[^`]*`", "", text)  # notation is for programs
    path = os.path.join(root, "lessons", f"{game}.json")
    if os.path.exists(path):
        for number, text in enumerate(open(path, encoding="utf-8"), 1):
            for language, said in re.findall(r'"(en|fr)": ("(?:[^"\\]|\\.)*")', text):
                yield path, number, language, json.loads(said)


def check(root, game):
    table = os.path.join(root, "docs", "words", f"{game}.md")
    if not os.path.exists(table):
        yield f"docs/words/{game}.md is missing"
        return
    never = {"en": forbidden(table, 3), "fr": forbidden(table, 4)}
    for path, number, language, text in read_by_people(root, game):
        for word, instead in never[language]:
            if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.I):
                yield f"{os.path.relpath(path, root)}:{number}: '{word}' is called '{instead}': {text.strip()[:70]}"


def self_test():
    failed = 0
    for sentence, is_wrong in (("You take the tile.", False), ("You take the domino.", True), ("Dominoes fall.", False)):
        with tempfile.TemporaryDirectory() as root:
            for folder in ("docs/words", "docs/rules", "po/fr"):
                os.makedirs(os.path.join(root, folder))
            with open(os.path.join(root, "docs/words/toy.md"), "w", encoding="utf-8") as out:
                out.write("| " + " | ".join(HEAD) + " |\n| --- | --- | --- | --- | --- |\n")
                out.write("| what is laid | tile | tuile | domino | domino |\n")
            with open(os.path.join(root, "po/fr/toy.po"), "w", encoding="utf-8") as out:
                out.write(f'msgid "{sentence}"\nmsgstr "…"\n')
            found = list(check(root, "toy"))
            failed += bool(found) != is_wrong
            print("ok  " if bool(found) == is_wrong else "FAIL", sentence, found)
    return failed


def main():
    root, games = sys.argv[1], sys.argv[2:]
    if games == ["--self-test"]:
        sys.exit(1 if self_test() else 0)
    wrong = [line for game in games for line in check(root, game)]
    print("\n".join(wrong + [f"{len(games)} games, {len(wrong)} wrong words"]))
    sys.exit(1 if wrong else 0)


main()
