"""described.py: messages held to docs/wire.json, the description of the wire that the page's types are made from.

    trouble("toServer", {"t": "ping"})      None
    trouble("fromServer", {"t": "ping"})    'fromServer has no message "ping"'
"""
import functools
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@functools.lru_cache(maxsize=None)
def description():
    with open(os.path.join(ROOT, "docs", "wire.json"), encoding="utf-8") as text:
        return json.load(text)


@functools.lru_cache(maxsize=None)
def validator(direction, kind):
    """What checks one message; None when there is no such message."""
    try:
        import jsonschema  # here, because tools that only start a server do without it
    except ImportError:
        sys.exit("described.py needs what checks schemas: scripts/need test installs it (python3-jsonschema)")
    schema = description()[direction].get(kind)
    return schema and jsonschema.Draft202012Validator({"$defs": description()["$defs"], **schema})


def trouble(direction, message):
    """Why the message is not as described; None when it is."""
    kind = message.get("t") if isinstance(message, dict) else None
    check = validator(direction, kind) if isinstance(kind, str) else None
    if not check:
        return f"{direction} has no message {json.dumps(kind)}"
    for error in check.iter_errors(message):
        place = "".join(f"[{part!r}]" for part in error.absolute_path)
        return f"{direction} {kind}{place}: {error.message[:400]}"
    return None
