#!/usr/bin/env python3
"""Logs of random plays must satisfy the independent verifier, tampered ones must not: test_fair OCHRE MAKE_LOG VERIFY.MJS"""
import os
import re
import subprocess
import sys
import tempfile

ochre, make_log, verifier = sys.argv[1:4]
failures = 0


def verdict(log):
    """What the independent verifier and `ochre verify` say of a log: (is fair, is fair)."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "play.log")
        with open(path, "w", encoding="utf-8") as out:
            out.write(log)
        replay = subprocess.run([ochre, "replay", path, "--json"], capture_output=True, text=True)
        own = subprocess.run([ochre, "verify", path], capture_output=True, text=True)
        if replay.returncode != 0:
            return False, own.returncode == 0
        other = subprocess.run(["node", verifier, path], input=replay.stdout, capture_output=True, text=True)
        return other.returncode == 0, own.returncode == 0


def expect(what, log, is_fair):
    global failures
    found = verdict(log)
    if found != (is_fair, is_fair):
        failures += 1
        print(f"FAILED {what}: expected {is_fair}, found {found[0]} by the verifier, {found[1]} by ochre verify")


def other_digit(match):
    return match.group(1) + ("1" if match.group(2) == "0" else "0")


def expect_bad_parts(name, log):
    """What can be wrong with the pledges, shares and withheld lines of the present form."""
    zeros = "00" * 32
    expect(name + ", another share", re.sub(r"(share p1 .)(.)", other_digit, log), False)
    expect(name + ", no share", re.sub(r"share p1 .*\n", "", log), False)
    expect(name + ", neither pledge nor share", re.sub(r"(share|pledge) p1 .*\n", "", log), False)
    expect(name + ", a share called withheld", re.sub(r"share p1 .*", "withheld p1", log), False)
    expect(name + ", a share and withheld", log.replace("share p1", "withheld p1\nshare p1"), False)
    expect(name + ", another pledge", re.sub(r"(pledge p1 )(.)", other_digit, log), False)
    expect(name + ", a share more", log.replace("share p1", f"share p2 {zeros}\nshare p1"), False)
    expect(name + ", no seat for it", log.replace("share p1", f"pledge p5 {zeros}\nshare p1"), False)
    if "withheld" in log:
        expect(name + ", withheld and not said", re.sub(r"withheld p2\n", "", log), False)
        expect(name + ", withheld and forgotten", re.sub(r"(withheld|pledge) p2.*\n", "", log), False)
        expect(name + ", another withheld pledge", re.sub(r"(pledge p2 )(.)", other_digit, log), False)
    else:
        expect(name + ", withheld more", log.replace("share p1", f"pledge p2 {zeros}\nwithheld p2\nshare p1"), False)


for game, seats, seed, parts in [("pebble", 2, 1, "o-"), ("pebble", 3, 2, "ow-"), ("pebble", 4, 3, "owoo"), ("spears", 3, 4, "ow-"),
                                 ("pebble", 2, 5, "--"), ("pebble", 3, 6, "1"), ("pebble", 3, 7, "ww")]:
    log = subprocess.run([make_log, game, str(seats), str(seed), parts], capture_output=True, text=True, check=True).stdout
    name = f"{game} with {seats} seats, {parts}"
    expect(name, log, True)
    expect(name + ", another seed", re.sub(r"(reveal )(.)", other_digit, log), False)
    expect(name + ", another promise", re.sub(r"(fair (?:2 )?)(.)", other_digit, log), False)
    expect(name + ", the other form", log.replace("fair 2 ", "fair ") if "fair 2 " in log else log.replace("fair ", "fair 2 "), False)
    if "share p1" in log and parts != "1":
        expect_bad_parts(name, log)
    if parts == "1":
        expect(name + ", another share", re.sub(r"(share p1 .)(.)", other_digit, log), False)
        expect(name + ", no share", re.sub(r"share p1 .*\n", "", log), False)
        expect(name + ", a share more", log.replace("share p1", "share p2 00\nshare p1"), False)
    expect(name + ", no seed", re.sub(r"reveal .*\n", "", log), False)
    expect(name + ", no end", re.sub(r"end .*\n", "", log), False)
    expect(name + ", cut", log[:-1], False)
    if game != "pebble":
        continue
    last = re.findall(r"\* stake:(.)", log)[-1]
    at = log.rindex("* stake:") + len("* stake:")
    for stake in {"1", "2", "3"} - {last}:
        expect(f"{name}, stake {stake} for {last}", log[:at] + stake + log[at + 1:], False)

if subprocess.run(["node", verifier, "--example"], capture_output=True).returncode != 0:
    failures += 1
    print("FAILED the worked examples of docs/fair.md")

print("fair: FAILED" if failures else "fair: all as expected")
sys.exit(1 if failures else 0)
