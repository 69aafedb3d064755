#!/usr/bin/python3
"""Is what `make install` puts down enough? Installs into a temporary directory and compiles the example against it."""
import os
import subprocess
import sys
import tempfile

BUILD, SOURCE = os.environ["MESON_BUILD_ROOT"], os.environ["MESON_SOURCE_ROOT"]


def run(*command, **extra):
    return subprocess.run(command, check=True, capture_output=True, text=True, **extra).stdout


with tempfile.TemporaryDirectory() as folder:
    run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", folder)
    pc = next(os.path.join(top, name) for top, _, names in os.walk(folder) for name in names if name == "ochre.pc")
    library = os.path.dirname(os.path.dirname(pc))
    asked = {**os.environ, "PKG_CONFIG_PATH": os.path.dirname(pc), "PKG_CONFIG_SYSROOT_DIR": folder}
    flags = run("pkg-config", "--cflags", "--libs", "ochre", env=asked).split()
    prefix = run("pkg-config", "--variable=prefix", "ochre", env=asked).strip().removeprefix(folder)
    program = os.path.join(folder, "random_play")
    run("cc", f"{SOURCE}/docs/examples/random_play.c", *flags, "-o", program)
    said = run(program, "dice", "7", env={**os.environ, "LD_LIBRARY_PATH": library})
    assert "dice: over after " in said, said
    run("cc", f"{SOURCE}/docs/examples/random_play.c", "-I" + os.path.join(folder, prefix.lstrip("/"), "include"),
        os.path.join(library, "libochre.a"), *run("pkg-config", "--libs-only-l", "--static", "ochre", env=asked).split()[1:], "-o", program)
    assert "libochre" not in run("ldd", program)
    assert run(program, "dice", "7") == said
    exported = [line.split()[-1].split("@")[0] for line in
                run("nm", "-D", "--defined-only", os.path.join(library, "libochre.so")).splitlines()]
    strangers = [name for name in exported if not name.startswith(("ochre_", "OCHRE_"))]
    assert not strangers, strangers
    games = run(os.path.join(folder, prefix.lstrip("/"), "bin", "ochre"), "games")
    assert "dice" in games, games
print(f"installed: {len(exported)} functions exported")
sys.exit(0)
