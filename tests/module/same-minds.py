#!/usr/bin/env python3
"""same-minds.py NATIVE WASM: do minds see the same in both, bit for bit?"""
import subprocess
import sys

one, other = (subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines() for program in sys.argv[1:])
differ = [f"{a} and {b}" for a, b in zip(one, other) if a != b] + ["another number of lines"] * (len(one) != len(other))
print("\n".join(differ + [f"{len(one) - len(differ)} passed, {len(differ)} failed"]))
sys.exit(bool(differ) or len(one) < 18)
