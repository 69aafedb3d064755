#!/usr/bin/python3
"""The Debian package on a fresh Debian (scripts/stock deb): installed, upgraded, removed, purged. As root, with debootstrap; else skipped (77)."""
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

if os.geteuid() != 0 or not shutil.which("debootstrap") or not shutil.which("dh"):
    print("skipped: it needs root, debootstrap and debhelper (scripts/need stock deb)")
    sys.exit(77)
sys.exit(subprocess.run([os.path.join(ROOT, "scripts", "stock"), "deb"]).returncode)
