#!/usr/bin/python3
"""The Debian package, as `make deb` makes it of build/: what is in it, and nothing that Debian's own checker has a word about.

test_deb.py OCHRE; `make stock` (and `make test-long`, as root) installs, upgrades, removes and purges it on a fresh Debian."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "wire"))
from client import binary, main  # noqa: E402

PROGRAM = ["/usr/bin/ochre", "/usr/share/bash-completion/completions/ochre.bash", "/lib/systemd/system/ochre.service",
           "/lib/systemd/system/ochre@.service", "/etc/default/ochre", "/etc/ochre/", "/usr/share/doc/ochre/changelog.gz",
           "/usr/share/doc/ochre/copyright"]
EXAMPLES = ["Caddyfile", "grafana-dashboard.json", "haproxy-servers.cfg", "haproxy.cfg", "nginx-servers.conf", "nginx.conf", "ochre.cron",
            "prometheus.yml", "server.conf"]


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@unittest.skipUnless(shutil.which("dh"), "debhelper is not here (scripts/need deb)")
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="ochre-deb-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        made = subprocess.run([os.path.join(ROOT, "scripts", "deb"), "--to", os.path.join(cls.folder, "deb")], capture_output=True, text=True)
        if made.returncode != 0:
            raise AssertionError(made.stderr)
        cls.package, = glob.glob(os.path.join(cls.folder, "deb", "*.deb"))
        subprocess.run(["dpkg-deb", "-R", cls.package, os.path.join(cls.folder, "in")], check=True)
        lines = [line.split() for line in output_of("dpkg-deb", "-c", cls.package).splitlines()]
        cls.modes = {words[5].lstrip("."): (words[0], words[1]) for words in lines}

    def read(self, path):
        with open(os.path.join(self.folder, "in", path.lstrip("/")), encoding="utf-8") as text:
            return text.read()

    def test_what_must_be_there(self):
        with open(os.path.join(os.environ["MESON_BUILD_ROOT"], "meson-info", "intro-installed.json"), encoding="utf-8") as text:
            manuals = set(re.findall(r'/(man1/ochre[a-z-]*\.1)"', text.read())) - {"man1/ochre-mpi.1"}
        self.assertIn("man1/ochre-serve.1", manuals)
        for path in PROGRAM + [f"/usr/share/doc/ochre/examples/{name}" for name in EXAMPLES] + \
                [f"/usr/share/man/{page}.gz" for page in manuals]:
            self.assertIn(path, self.modes)

    def test_nothing_else(self):
        """No other place is written to, nothing of /usr/local, nothing that needs MPI."""
        for path in self.modes:
            self.assertRegex(path, r"^/($|etc/|lib/|usr/$|usr/bin/|usr/share/)")
            self.assertNotRegex(path, "local|mpi")
        self.assertEqual({owner for _, owner in self.modes.values()}, {"root/root"})

    def test_the_program_is_the_one_that_was_tried(self):
        packaged = output_of(os.path.join(self.folder, "in", "usr/bin/ochre"), "--version")
        self.assertEqual(packaged, output_of(binary(), "--version"))
        version = re.search(r"^Version: (\S+)", self.read("DEBIAN/control"), re.M).group(1)
        self.assertRegex(version, "^" + re.escape(packaged.split()[1]) + r"(~\d+)?$")

    def test_units_name_program_and_user(self):
        for name, folder in (("ochre.service", "%S/ochre"), ("ochre@.service", "%S/ochre-servers/%i")):
            unit = self.read(f"/lib/systemd/system/{name}")
            self.assertIn(f"ExecStart=/usr/bin/ochre serve --data {folder} ", unit)
            self.assertIn("\nUser=ochre\n", unit)
            self.assertNotIn("DynamicUser", unit)
            self.assertNotRegex(unit, r"@[a-z]+@")

    def test_tables_outlive_all_but_a_purge(self):
        """By the scripts themselves; the fresh Debian of `make stock` tries it."""
        for name in ("preinst", "postinst", "prerm"):
            self.assertNotRegex(self.read(f"DEBIAN/{name}"), r"\brm\b|deluser")
        removal = self.read("DEBIAN/postrm").split('if [ "$1" = purge ]; then')
        self.assertEqual(len(removal), 2)
        self.assertNotIn("rm -r", removal[0])
        self.assertIn("purge removes the tables", removal[1])

    def test_lintian_has_nothing_to_say(self):
        if not shutil.which("lintian"):
            self.skipTest("lintian is not here (scripts/need deb)")
        run = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", self.package], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)


if __name__ == "__main__":
    main(sys.modules[__name__])
