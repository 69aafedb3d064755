"""Dice: take (taking), stay out of reach or be guarded (danger), look at two at once (plan)."""


def threats(units, owner):
    """Squares where stones of somebody else can be taken, and how many squares each stone of the owner looks at."""
    taken = [unit["takes"].split() for unit in units if unit["owner"] == owner]
    return {square for squares in taken for square in squares}, max((len(squares) for squares in taken), default=0)


def choose(sees, lot):
    units = sees.table["units"]
    own, other = ("w", "b") if sees.seat == 0 else ("b", "w")
    value = {unit["square"]: unit["value"] for unit in units}
    owner = {unit["square"]: unit["owner"] for unit in units}
    danger, _ = threats(units, other)
    takes = [move for move in sees.moves if owner.get(move.text[2:4], own) != own and move.text[2] != "+"]
    flights = [move for move in sees.moves if move.text[:2] in danger]
    rest = [move for move in sees.moves if move not in takes and move not in flights]
    best, choice = -99.0, None
    for move in takes + flights + lot.sample(rest, min(8, len(rest))):
        then = sees.after(move)["units"]
        lost, _ = threats(then, other)
        hopes, aim = threats(then, own)
        standing = {unit["square"]: unit["value"] for unit in then if unit["owner"] == own}
        worth = value[move.text[2:4]] + 1 if move in takes else 0
        worth -= max((standing[square] for square in lost), default=0)
        worth += 0.4 * min(aim, 2) + 0.05 * len(hopes) + 0.1 * lot.random()
        if worth > best:
            best, choice = worth, move
    return choice
