#!/usr/bin/python3
"""An engine of somebody else's for breakthrough: it knows nothing of Ochre but the line protocol (docs/engine.md), and has its own idea of the
rules: it takes what it can, else its foremost pawn goes on."""
import sys


def start():
    board = {}
    for column in "abcdefgh":
        for row, colour in ((1, "w"), (2, "w"), (7, "b"), (8, "b")):
            board[column + str(row)] = colour
    return board


def moves(board, colour):
    ahead = 1 if colour == "w" else -1
    for square, owner in sorted(board.items()):
        if owner != colour:
            continue
        for aside in (-1, 0, 1):
            to = chr(ord(square[0]) + aside) + str(int(square[1]) + ahead)
            if "a" <= to[0] <= "h" and "1" <= to[1] <= "8" and board.get(to) != colour and (aside or to not in board):
                yield square + to


def choose(board, colour):
    far = int if colour == "w" else lambda row: 9 - int(row)
    return max(moves(board, colour), key=lambda move: (far(move[3]) == 8, move[2:4] in board, far(move[3]), move), default="(none)")


def main():
    board, turns = start(), 0
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            print("id name Foremost Pawn\nuciok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:2] == ["position", "startpos"]:
            board, turns = start(), 0
            for move in words[3:]:
                board[move[2:4]] = board.pop(move[0:2])
                turns += 1
        elif words[:1] == ["go"]:
            print("bestmove", choose(board, "wb"[turns % 2]), flush=True)
        elif words[:1] == ["quit"]:
            return


if __name__ == "__main__":
    main()
