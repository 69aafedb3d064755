#!/usr/bin/python3
"""abi.py HEADER LIBRARY STATIC LAYOUTS LISTED [--again]: is the binary interface what it was?

LISTED holds the symbols with their versions, the layout of every struct and the numbers of the header, as they were released. All of it must
still be there and be the same; what is new must be listed too (--again writes the list anew: only for what was added). HEADER, shared and
static library must show the same names, and compile as C and as C++.
"""
import os
import re
import subprocess
import sys
import tempfile


def run(*command, **extra):
    return subprocess.run(command, check=True, capture_output=True, text=True, **extra).stdout


def shown(library, *options):
    names = [line.split()[-1] for line in run("nm", "--defined-only", *options, library).splitlines() if " T " in line]
    return sorted(names)


def compiles(header):
    """As C and as C++, without a warning; every struct of LAYOUTS was printed by a C program already."""
    with tempfile.NamedTemporaryFile("w", suffix=".c") as source:
        source.write(f'#include "{header}"\nint main(void) {{ return ochre_abi() == OCHRE_ABI ? 0 : 1; }}\n')
        source.flush()
        for command in (["cc", "-std=c99"], ["cc", "-std=c11"], ["c++", "-x", "c++", "-std=c++11"]):
            try:
                run(*command, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", source.name)
            except FileNotFoundError:
                return f"{command[0]}: there is no such compiler"
            except subprocess.CalledProcessError as wrong:
                return f"{' '.join(command)}: {wrong.stderr}"
    return None


def main():
    header, library, static, layouts, listed = map(os.path.abspath, sys.argv[1:6])
    symbols = shown(library, "-D")
    now = symbols + run(layouts).splitlines()
    if "--again" in sys.argv:
        with open(listed, "w", encoding="utf-8") as text:
            text.write("\n".join(now) + "\n")
    with open(listed, encoding="utf-8") as text:
        before = text.read().splitlines()
    wrong = [f"gone or changed: {line}" for line in before if line not in now]
    wrong += [f"not listed: {line}" for line in now if line not in before]
    with open(header, encoding="utf-8") as text:
        declared = sorted(re.findall(r"OCHRE_API [^;]*?\b(ochre_\w+)\(", text.read()))
    if [name.split("@")[0] for name in symbols] != declared:
        wrong.append("the shared library does not show what the header declares")
    if shown(static, "-g") != declared:
        wrong.append("the static library does not show what the header declares")
    wrong += [name for name in symbols if not re.search(r"@@OCHRE_1(_\d+)?$", name)]
    trouble = compiles(header)
    wrong += [trouble] if trouble else []
    print("\n".join(wrong))
    print(f"abi: {len(symbols)} symbols, {len(now) - len(symbols)} places, {len(wrong)} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
