"""described.py: messages and answers held to docs/wire.json, the description of the wire that the page's types are made from.

    trouble("toServer", {"t": "ping"})      None
    trouble("fromServer", {"t": "ping"})    'fromServer has no message "ping"'
    answer_trouble("GET", "/health", 200, b'{"ok":1}')      'answer to GET /health[\'ok\']: 1 is not of type …'
"""
import functools
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@functools.lru_cache(maxsize=None)
def description():
    with open(os.path.join(ROOT, "docs", "wire.json"), encoding="utf-8") as text:
        return json.load(text)


def validate_with(schema):
    try:
        import jsonschema  # here, because tools that only start a server do without it
    except ImportError:
        sys.exit("described.py needs what checks schemas: scripts/need test installs it (python3-jsonschema)")
    return jsonschema.Draft202012Validator({"$defs": description()["$defs"], **schema})


def first_error(check, what, value):
    """What the schema has against the value; None: nothing."""
    for error in check.iter_errors(value):
        place = "".join(f"[{part!r}]" for part in error.absolute_path)
        return f"{what}{place}: {error.message[:400]}"
    return None


# ---- messages ----

@functools.lru_cache(maxsize=None)
def validator(direction, kind):
    """What checks one message; None when there is no such message."""
    schema = description()[direction].get(kind)
    return schema and validate_with(schema)


def trouble(direction, message):
    """Why the message is not as described; None when it is."""
    kind = message.get("t") if isinstance(message, dict) else None
    check = validator(direction, kind) if isinstance(kind, str) else None
    if not check:
        return f"{direction} has no message {json.dumps(kind)}"
    return first_error(check, f"{direction} {kind}", message)


# ---- requests ----

def request_name(method, path):
    """The request as docs/wire.json names it; None when it has none of that name."""
    path = path.split("?")[0]
    for name in description()["requests"]:
        if re.fullmatch(re.sub(r"\b(ID|GAME)\b", "[^/]+", name), f"{method} {path}"):
            return name
    return None


@functools.lru_cache(maxsize=None)
def request_validator(name, part):
    schema = {"$ref": "#/$defs/Refused"} if part == "refused" else description()["requests"][name].get(part)
    return schema and validate_with(schema)


def answer_trouble(method, path, status, body):
    """Why the answer to a request (bytes) is not as described; None when it is, or the request is none of the wire."""
    name = request_name(method, path)
    if not name and not path.startswith("/api/"):
        return None
    is_refused = status >= 400 and name != "GET /health"
    if not name and not is_refused:
        return f"{method} {path} is answered with {status}, but not described"
    check = request_validator(name, "refused" if is_refused else "answer")
    try:
        text = body.decode("utf-8")
        value = text if check.schema.get("type") == "string" else json.loads(text)
    except ValueError as error:
        return f"answer to {method} {path}: {error}: {body[:400]!r}"
    return first_error(check, f"answer to {method} {path} ({status})", value)


def body_trouble(method, path, body):
    """Why the body of a request (JSON) is not as described; None when it is, or the request is none of the wire."""
    name = request_name(method, path)
    check = name and request_validator(name, "body")
    return first_error(check, f"body of {method} {path}", body) if check else None
