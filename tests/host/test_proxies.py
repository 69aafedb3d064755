#!/usr/bin/python3
"""The proxies of packaging/, as docs/hosting.md has them set up: does a table work through each, and does the server see who asks?

test_proxies.py OCHRE starts nginx, HAProxy and Caddy as Debian 12 has them (scripts/unpack) with the files that are installed for hosts;
nothing is changed in these but ports, paths and the certificate."""
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "wire"))
from client import Answer, NewTable, Peer, Refused, Server, bend, free_port, main, wait_for  # noqa: E402

NAME = "play.example.org"
PACKAGES = ("nginx", "haproxy", "caddy", "liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1")
TABLES = 3  # an address may make that many
LIMITS = {"--tables-per-hour": str(TABLES)}


def setUpModule():
    global FOLDER, UNPACKED, TLS
    FOLDER = tempfile.mkdtemp(prefix="ochre-proxies-")
    unittest.addModuleCleanup(shutil.rmtree, FOLDER)
    UNPACKED = subprocess.run([os.path.join(ROOT, "scripts", "unpack"), *PACKAGES], check=True, stdout=subprocess.PIPE,
                              text=True).stdout.strip()
    subprocess.run([os.path.join(ROOT, "scripts", "page"), "packages"], check=True, stdout=subprocess.DEVNULL)  # a browser's remote control
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", below("key.pem"), "-out", below("cert.pem")],
                   check=True, capture_output=True)
    with open(below("both.pem"), "w", encoding="ascii") as out:
        out.write(read(below("cert.pem")) + read(below("key.pem")))
    TLS = ssl.create_default_context(cafile=below("cert.pem"))  # the certificate is checked, name and all


def below(*names):
    return os.path.join(FOLDER, *names)


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as text:
        return text.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def replace(text, *pairs):
    """Every replacement has something to replace: a recipe that changes is looked at again."""
    for old, new in pairs:
        if old not in text:
            raise AssertionError(f"the recipe has no {old!r}")
        text = text.replace(old, new)
    return text


class TlsPeer(Peer):
    """A WebSocket through the proxy, from an address of its own."""

    def __init__(self, case, source="127.0.0.1", headers=None, **more):
        self.source = source
        super().__init__(case, headers={"Host": case.host, "Origin": f"https://{case.host}", **(headers or {})}, **more)

    def connect(self, port, timeout):
        return connect_tls(port, self.source, timeout)


def connect_tls(port, source="127.0.0.1", timeout=60):
    plain = socket.create_connection(("127.0.0.1", port), timeout=timeout, source_address=(source, 0))
    return TLS.wrap_socket(plain, server_hostname=NAME)


class Proxy:
    """A proxy of packaging/ in front of one server, or of several."""

    @classmethod
    def setUpClass(cls):
        cls.servers = []
        for index in range(cls.SERVERS):
            bent = {"LD_PRELOAD": bend(), "OCHRE_BEND_FILE": below(f"{cls.__name__}-{index}"), "ASAN_OPTIONS": "verify_asan_link_order=0"}
            cls.servers.append(Server("--trust-proxy", "--host-name", NAME, limits=LIMITS, environment=bent if cls.SERVERS > 1 else {}))
            cls.addClassCleanup(cls.servers[-1].close)
        cls.server = cls.servers[0]
        cls.plain_port, cls.port = free_port(), free_port()
        cls.host = f"{NAME}:{cls.port}"
        cls.folder = below(cls.__name__)
        os.mkdir(cls.folder)
        cls.log = open(os.path.join(cls.folder, "log"), "w+", encoding="utf-8", errors="replace")
        cls.addClassCleanup(cls.log.close)
        libraries = os.path.join(UNPACKED, "usr", "lib", f"{os.uname().machine}-linux-gnu")
        cls.process = subprocess.Popen(cls.command(), stdin=subprocess.DEVNULL, stdout=cls.log, stderr=cls.log, cwd=cls.folder,
                                       env={**os.environ, "HOME": cls.folder, "LD_LIBRARY_PATH": libraries})
        cls.addClassCleanup(cls.end)
        wait_for(f"{cls.__name__} to listen", cls.listens)

    @classmethod
    def listens(cls):
        if cls.process.poll() is not None:
            cls.log.seek(0)
            raise AssertionError(f"{cls.__name__} ended with {cls.process.returncode}: {cls.log.read()}")
        try:
            connect_tls(cls.port).close()
            return True
        except OSError:
            return False

    @classmethod
    def end(cls):
        cls.process.terminate()
        try:
            cls.process.wait(20)
        except subprocess.TimeoutExpired:
            cls.process.kill()
            cls.process.wait()

    def http(self, method, path, body=None, headers=(), source="127.0.0.1", origin=None):
        """Byte by byte, because no library would send what is tried here."""
        data = json.dumps(body).encode() if body is not None else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", "Connection: close"]
        if origin:
            lines.append(f"Origin: {origin}")
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        with connect_tls(self.port, source) as link:
            link.sendall("\r\n".join([*lines, *headers, "", ""]).encode("latin-1") + data)
            got = b""
            while piece := link.recv(65536):
                got += piece
        head, _, rest = got.partition(b"\r\n\r\n")
        return Answer(int(head.split()[1]), head.decode("latin-1"), rest)


class Behind(Proxy):
    """What has to hold behind every proxy."""

    SERVERS = 1

    def new_table(self, source, *headers, origin=None):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        return self.http("POST", "/api/tables", {"game": "dice", "seats": seats}, headers, source, origin)

    def table_of(self, answer):
        self.assertEqual(answer.status, 201, answer)
        return NewTable(json.loads(re.search(rb"\{.*\}", answer.body, re.S).group()))

    def test_page(self):
        for version in ("--http1.1", "--http2"):
            def curl(path, *more):
                run = subprocess.run(["curl", "--silent", "--show-error", "--fail", "--max-time", "60", version, "--cacert", below("cert.pem"),
                                      "--resolve", f"{NAME}:{self.port}:127.0.0.1", f"https://{self.host}{path}", *more],
                                     capture_output=True, text=True)
                self.assertEqual(run.returncode, 0, f"{version} {path}: {run.stderr}")
                return run.stdout
            page = curl("/")
            self.assertIn("<html", page)
            for script in re.findall(r'src="(/[^"]+\.js)"', page):
                self.assertTrue(curl(script))
            self.assertEqual(json.loads(curl("/health"))["ok"], True)
            self.assertEqual(curl("/health", "--output", "/dev/null", "--write-out", "%{http_version}"), version[-3:].replace("tp2", "2"))

    def test_a_table_is_played(self):
        table = self.table_of(self.new_table("127.0.0.11", origin=f"https://{self.host}"))
        me = TlsPeer(self, source="127.0.0.11")
        self.addCleanup(me.cut)
        step = me.sit(table.id, table.key("p1"))
        me.move(table.id, step["moves"][0]["m"])
        me.wait_step(table.id, lambda later: later["step"] > step["step"], "the step after the move")

    def test_a_browser_plays(self):
        """With HTTP/2, and WebSockets however the two agree on them."""
        run = subprocess.run([os.path.join(ROOT, "scripts", "with-node"), "node", os.path.join(ROOT, "tests", "host", "browser.mjs"),
                              f"https://{self.host}/"], capture_output=True, text=True, timeout=300)
        self.assertEqual((run.returncode, run.stdout), (0, f"https://{self.host}/ h2\n"), run.stderr)

    def test_pages_of_other_sites_are_refused(self):
        """Another name, and the same name at another port: the server has to be told the port."""
        for origin in ("https://elsewhere.example", f"https://{NAME}", f"https://{NAME}:{self.port + 1}", "null"):
            self.assertEqual(self.new_table("127.0.0.12", origin=origin).status, 403, origin)
            with self.assertRaises(Refused, msg=origin):
                TlsPeer(self, source="127.0.0.12", headers={"Origin": origin})

    def test_measures_stay_with_the_host(self):
        self.assertIn("ochre_", self.server.get("/metrics").text)
        self.assertEqual(self.http("GET", "/metrics").status, 403)
        for path in ("/metrics?", "/metrics?a=b", "/%6detrics", "/metric%73", "//metrics", "/./metrics", "/x/../metrics", "/metrics/",
                     "/metrics#", "/METRICS", "/%2fmetrics", "/;/metrics", f"https://{self.host}/metrics"):
            self.assertNotIn(b"ochre_", self.http("GET", path).body, path)

    def test_other_names_get_nothing(self):
        """Whichever of the two says no: the proxy, or the server that is told the name."""
        own, self.host = self.host, f"elsewhere.example:{self.port}"
        try:
            for path in ("/", "/health", "/api/games"):
                answer = self.http("GET", path)
                self.assertNotIn(b"ochre", answer.body.lower() if answer.status == 200 else b"", path)
                self.assertNotIn(b"dice", answer.body, path)
        finally:
            self.host = own

    def spend(self, source):
        for _ in range(TABLES):
            self.table_of(self.new_table(source))
        self.assertEqual(self.new_table(source).status, 429)

    def test_limits_count_people(self):
        self.spend("127.0.0.21")
        self.table_of(self.new_table("127.0.0.22"))  # who comes from elsewhere is somebody else

    def test_nobody_invents_an_address(self):
        self.spend("127.0.0.31")
        for forged in (["X-Forwarded-For: 10.0.0.1"], ["x-forwarded-for: 10.0.0.2, 10.0.0.3"],
                       ["X-Forwarded-For: 10.0.0.4", "X-Forwarded-For: 10.0.0.5"], ["X-Forwarded-For:"],
                       ["X-Forwarded-For: ,"], ["Forwarded: for=10.0.0.6"], ["X-Real-IP: 10.0.0.7"], ["X_Forwarded_For: 10.0.0.8"],
                       # A proxy must not be talked into leaving its own line out.
                       ["Connection: X-Forwarded-For"], ["Connection: close, X-Forwarded-For", "X-Forwarded-For: 10.0.0.9"]):
            self.assertEqual(self.new_table("127.0.0.31", *forged).status, 429, forged)

    def test_plain_http_leads_to_tls(self):
        with socket.create_connection(("127.0.0.1", self.plain_port), timeout=60) as link:
            link.sendall(f"GET /table/x HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
            got = b""
            while piece := link.recv(65536):
                got += piece
        self.assertRegex(got.decode("latin-1"), rf"^HTTP/1\.[01] 30[18] (?s:.*)[Ll]ocation: https://{NAME}(:\d+)?/table/x\r\n")


class Nginx(Behind, unittest.TestCase):
    RECIPE = "nginx.conf"

    @classmethod
    def with_servers(cls, text):
        return replace(text, ("127.0.0.1:8080;", f"127.0.0.1:{cls.server.port};"))

    @classmethod
    def command(cls):
        site = replace(cls.with_servers(read("packaging", cls.RECIPE)), ("listen 80;", f"listen 127.0.0.1:{cls.plain_port};"), ("listen [::]:80;", ""),
                       ("listen 443 ssl", f"listen 127.0.0.1:{cls.port} ssl"), ("listen [::]:443 ssl http2;", ""),
                       ("/etc/letsencrypt/live/play.example.org/fullchain.pem", below("cert.pem")),
                       ("/etc/letsencrypt/live/play.example.org/privkey.pem", below("key.pem")))
        write(os.path.join(cls.folder, "site"), site)
        temporary = "".join(f"{kind}_temp_path {cls.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        write(os.path.join(cls.folder, "nginx.conf"),
              f"daemon off;\nmaster_process off;\npid {cls.folder}/pid;\nevents {{}}\n"
              f"http {{\naccess_log off;\n{temporary}include {cls.folder}/site;\n}}\n")
        return [os.path.join(UNPACKED, "usr/sbin/nginx"), "-e", "stderr", "-p", cls.folder, "-c", os.path.join(cls.folder, "nginx.conf")]

    def test_recipe_is_silent(self):
        """No warning about anything that this nginx does not know, or knows better."""
        run = subprocess.run([*self.command(), "-t", "-q"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


class HAProxy(Behind, unittest.TestCase):
    RECIPE = "haproxy.cfg"

    @classmethod
    def with_servers(cls, text):
        return replace(text, ("127.0.0.1:8080\n", f"127.0.0.1:{cls.server.port}\n"))

    @classmethod
    def command(cls):
        # The recipe follows what Debian has in its file; users, chroot and logs of its first section are for a machine with those.
        debian = read(UNPACKED, "etc/haproxy/haproxy.cfg").replace("/etc/haproxy", os.path.join(UNPACKED, "etc/haproxy"))
        defaults = debian[debian.index("\ndefaults"):]
        site = replace(cls.with_servers(read("packaging", cls.RECIPE)), ("bind :80\n", f"bind 127.0.0.1:{cls.plain_port}\n"),
                       ("bind :443 ", f"bind 127.0.0.1:{cls.port} "), ("/etc/haproxy/play.example.org.pem", below("both.pem")))
        write(os.path.join(cls.folder, "haproxy.cfg"), f"global\n\tlog stderr local0\n\tmaxconn 200\n\tstats socket {cls.folder}/desk\n" + defaults + site)
        return [os.path.join(UNPACKED, "usr/sbin/haproxy"), "-db", "-f", os.path.join(cls.folder, "haproxy.cfg")]

    def test_recipe_is_silent(self):
        run = subprocess.run([*self.command(), "-c"], capture_output=True, text=True,
                             env={**os.environ, "LD_LIBRARY_PATH": os.path.join(UNPACKED, "usr/lib", f"{os.uname().machine}-linux-gnu")})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("WARNING", run.stderr + run.stdout)


class Caddy(Behind, unittest.TestCase):
    @classmethod
    def command(cls):
        site = replace(read("packaging", "Caddyfile"), ("# tls /etc/caddy/play.example.org.pem /etc/caddy/play.example.org.key",
                                                        f"tls {below('cert.pem')} {below('key.pem')}"),
                       ("127.0.0.1:8080\n", f"127.0.0.1:{cls.server.port}\n"))
        ports = f"{{\n\tadmin off\n\thttp_port {cls.plain_port}\n\thttps_port {cls.port}\n\tdefault_bind 127.0.0.1\n}}\n"
        write(os.path.join(cls.folder, "Caddyfile"), ports + site)
        return [os.path.join(UNPACKED, "usr/bin/caddy"), "run", "--config", os.path.join(cls.folder, "Caddyfile"), "--adapter", "caddyfile"]

    def test_recipe_is_silent(self):
        run = subprocess.run([os.path.join(UNPACKED, "usr/bin/caddy"), "fmt", os.path.join(ROOT, "packaging", "Caddyfile")],
                             capture_output=True, text=True)
        self.assertEqual(run.stdout, read("packaging", "Caddyfile"), "caddy fmt has other blanks")


class Several:
    """Several servers behind one proxy. They share no tables here: which of them answers is what is asked."""

    SERVERS = 3

    @classmethod
    def with_servers(cls, text):
        for index, server in enumerate(cls.servers):
            text = replace(text, (f"127.0.0.1:{8081 + index}", f"127.0.0.1:{server.port}"))
        return text

    def setUp(self):
        """Every test begins with all of them in the proxy's eyes."""
        for server in self.servers:
            if not server.process or server.process.poll() is not None:
                server.start()
        wait_for("the proxy to use all servers", lambda: all(self.is_asked(index) for index in range(self.SERVERS)))

    def is_asked(self, index):
        """Is this server among those that the proxy asks? Only it knows its table."""
        server = self.servers[index]
        if not hasattr(server, "mark"):
            server.mark = server.new_table("dice", [{"kind": "me"}, {"kind": "bot", "bot": "random"}]).id
        statuses = {self.http("GET", f"/api/tables/{server.mark}").status for _ in range(2 * self.SERVERS)}
        self.assertLessEqual(statuses, {200, 404})
        return 200 in statuses

    def test_a_killed_server_is_passed_over(self):
        """Nobody is refused, from the first request on: the proxy has not noticed yet, and asks another."""
        self.servers[1].kill()
        for _ in range(20):
            self.assertEqual(self.http("GET", "/api/games").status, 200)
            self.assertEqual(self.http("POST", "/api/tables", {"game": "nothing"}).status, 400)
        self.assertEqual([self.is_asked(index) for index in range(self.SERVERS)], [True, False, True])

    def test_lines_of_a_killed_server_end_and_go_on_elsewhere(self):
        peers = [TlsPeer(self) for _ in range(6)]
        for peer in peers:
            self.addCleanup(peer.cut)
        lines = [int(re.search(r"^ochre_connections (\d+)", server.get("/metrics").text, re.M).group(1)) for server in self.servers]
        self.assertEqual(sum(lines), 6)
        self.assertLessEqual(max(lines), 3, "whoever has fewest is next")
        self.servers[lines.index(max(lines))].kill()
        ended = [peer for peer in peers if self.is_cut(peer)]
        self.assertEqual(len(ended), max(lines))
        for _ in ended:
            self.addCleanup(TlsPeer(self).cut)

    @staticmethod
    def is_cut(peer):
        try:
            peer.ask(t="ping", id=1)
            return False
        except (AssertionError, OSError):
            return True

    def test_upgrades_are_passed_on(self):
        peer = TlsPeer(self)
        self.addCleanup(peer.cut)
        self.assertEqual(peer.greeting["t"], "hello")

    def test_nobody_invents_an_address(self):
        """Limits hold for each server: an address has used up what three of them allow, whatever it claims."""
        statuses = [self.http("POST", "/api/tables", {"game": "dice", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]},
                              [f"X-Forwarded-For: 10.0.0.{number}"], "127.0.0.41").status for number in range(4 * TABLES * self.SERVERS)]
        self.assertLessEqual(statuses.count(201), TABLES * self.SERVERS)
        self.assertEqual(statuses[-1], 429)


class NginxSeveral(Several, Proxy, unittest.TestCase):
    RECIPE = "nginx-servers.conf"
    command = classmethod(Nginx.command.__func__)
    test_recipe_is_silent = Nginx.test_recipe_is_silent


class HAProxySeveral(Several, Proxy, unittest.TestCase):
    RECIPE = "haproxy-servers.cfg"
    command = classmethod(HAProxy.command.__func__)
    test_recipe_is_silent = HAProxy.test_recipe_is_silent

    def break_disk(self, index):
        path = below(f"{type(self).__name__}-{index}")
        write(path + ".new", f"full {self.servers[index].data}\n")
        os.rename(path + ".new", path)
        self.addCleanup(lambda: os.path.exists(path) and os.remove(path))
        wait_for("a server that is not well", lambda: self.servers[index].get("/health").status == 503)

    def state(self):
        """How the proxy finds the servers that are to store."""
        with socket.socket(socket.AF_UNIX) as desk:
            desk.connect(os.path.join(self.folder, "desk"))
            desk.sendall(b"show stat\n")
            told = b""
            while piece := desk.recv(65536):
                told += piece
        rows = [line.split(",") for line in told.decode().splitlines()]
        at = rows[0].index("status")
        return {row[1]: row[at].split()[0] for row in rows[1:] if row[0] == "ochre" and row[1] in ("a", "b", "c")}

    def test_only_who_can_store_is_asked(self):
        self.break_disk(2)
        wait_for("the proxy to notice", lambda: [self.is_asked(index) for index in range(self.SERVERS)] == [True, True, False])

    def test_when_none_can_store_they_say_so_themselves(self):
        """The page is served, lines go on, and whoever wants to play reads why not: from a server, not from the proxy."""
        peer = TlsPeer(self)
        self.addCleanup(peer.cut)
        for index in range(self.SERVERS):
            self.break_disk(index)
        wait_for("the proxy to notice", lambda: set(self.state().values()) == {"DOWN"})
        answer = self.http("GET", "/health")
        self.assertEqual((answer.status, b'"ok":false' in answer.body), (503, True), answer)
        for path in ("/api/games", "/"):
            self.assertEqual(self.http("GET", path).status, 200, path)
        peer.ask(t="ping", id=2)


if __name__ == "__main__":
    main(sys.modules[__name__])
