"""Games and states as OpenSpiel knows them, without OpenSpiel.

    game = ochre.spiel.load_game("tribes(players=3)")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            ...

Where several seats choose at once they do so one after the other, unseen (what OpenSpiel calls a turn-based game of the simultaneous one).
`information_state_string` is equal exactly when a player has been told the same since the start; `observation_tensor` is what it sees now.
"""
from __future__ import annotations

import re
from typing import Any

from ._core import ALL, CHANCE, Setup
from ._core import State as _Play

__all__ = ["CHANCE_PLAYER", "TERMINAL_PLAYER", "Game", "State", "load_game"]

CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4


class Game:
    """What OpenSpiel's Game has, as far as it makes sense here."""

    def __init__(self, agreed: Setup, short: str):
        self.setup, self._short = agreed, short

    def new_initial_state(self) -> State:
        return State(self, self.setup.start())

    def num_players(self) -> int:
        return self.setup.seats

    def num_distinct_actions(self) -> int:
        return self.setup.actions

    def max_chance_outcomes(self) -> int:
        return self.setup.chance_actions

    def max_game_length(self) -> int:
        return self.setup.moves_max

    def min_utility(self) -> float:
        return 0.0

    def max_utility(self) -> float:
        return 1.0

    def observation_tensor_size(self) -> int:
        return self.setup.observation_size

    def observation_tensor_shape(self) -> list[int]:
        return [self.setup.observation_size]

    def get_type(self) -> Any:
        """As OpenSpiel's algorithms ask for it; the only thing here that needs pyspiel."""
        import pyspiel

        kind, has = pyspiel.GameType, self.setup
        return kind(short_name=has.game, long_name=self._short, dynamics=kind.Dynamics.SEQUENTIAL,
                    chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has.has_chance else kind.ChanceMode.DETERMINISTIC,
                    information=kind.Information.IMPERFECT_INFORMATION if has.has_secrets else kind.Information.PERFECT_INFORMATION,
                    utility=kind.Utility.GENERAL_SUM, reward_model=kind.RewardModel.TERMINAL, max_num_players=has.seats,
                    min_num_players=has.seats, provides_information_state_string=True, provides_information_state_tensor=False,
                    provides_observation_string=True, provides_observation_tensor=True, parameter_specification={})

    def deserialize_state(self, text: str) -> State:
        """A state from `State.serialize`: the history is played again."""
        state = self.new_initial_state()
        for word in text.split():
            if not word.isdecimal():
                raise ValueError(f"text: expected what State.serialize() gave, not {word!r}")
            state.apply_action(int(word))
        return state

    def __str__(self) -> str:
        return self._short

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.setup.fingerprint == self.setup.fingerprint

    def __hash__(self) -> int:
        return hash(self.setup.fingerprint)


class State:
    """A state with its history, and what each player has been told."""

    def __init__(self, game: Game, play: _Play):
        self._game, self._play = game, play
        self._history: list[tuple[int, int]] = []
        play.track()

    # ---- who is asked, and what may be done ----

    def get_game(self) -> Game:
        return self._game

    def current_player(self) -> int:
        turn = self._play.turn
        return TERMINAL_PLAYER if turn < 0 else CHANCE_PLAYER if turn == CHANCE else turn

    def is_terminal(self) -> bool:
        return self._play.is_over

    def is_chance_node(self) -> bool:
        return self._play.turn == CHANCE

    def is_player_node(self) -> bool:
        return not self.is_terminal() and not self.is_chance_node()

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Of whoever is asked; of another player none."""
        if self.is_terminal() or (player is not None and player != self.current_player()):
            return []
        return self._play.legal()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * (self._game.max_chance_outcomes() if self.is_chance_node() else self._game.num_distinct_actions())
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._play.chances()

    # ---- moves ----

    def apply_action(self, action: int) -> None:
        """Raises ochre.Refused with the rule that forbids it."""
        player = self.current_player()
        self._play.apply(action)
        self._history.append((player, action))

    def child(self, action: int) -> State:
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> State:
        copy = State.__new__(State)
        copy._game, copy._play = self._game, self._play.copy()
        copy._history = self._history[:]
        return copy

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """(player, action) of every move."""
        return self._history[:]

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        return len(self._history)

    def serialize(self) -> str:
        return "\n".join(str(action) for action in self.history()) + "\n"

    def action_to_string(self, player: int | None = None, action: int | None = None) -> str:
        """Of (player, action), or of an action of whoever is asked."""
        if action is None:
            player, action = None, player
        seat = self._play.turn if player is None else CHANCE if player == CHANCE_PLAYER else player
        return self._play.view(ALL if seat == CHANCE else seat).move_text(action, seat)

    def string_to_action(self, player: Any, text: str | None = None) -> int:
        if text is None:
            player, text = self.current_player(), player
        seat = CHANCE if player == CHANCE_PLAYER else player
        return self._play.view(ALL if seat == CHANCE else seat).read_move(text, seat)

    # ---- what it brings ----

    def returns(self) -> list[float]:
        return self._play.rewards()

    def rewards(self) -> list[float]:
        return self._play.rewards()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    player_reward = player_return

    # ---- what a player knows ----

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return list(self._play.view(self._of(player)).observe())

    def observation_string(self, player: int | None = None) -> str:
        return self._play.view(self._of(player)).text()

    def information_state_string(self, player: int | None = None) -> str:
        return self._play.told(self._of(player)).hex()

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """A state that the player cannot rule out; `sampler` gives numbers from 0 to 1. Its history is not known."""
        return State(self._game, self._play.view(player).imagine(int(sampler() * 2**53)))

    def _of(self, player: int | None) -> int:
        player = self.current_player() if player is None else player
        if not 0 <= player < self._game.num_players():
            raise ValueError(f"player: expected a number from 0 to {self._game.num_players() - 1}, not {player}")
        return player

    def __str__(self) -> str:
        return self._play.view(ALL).text()


def load_game(spelled: str, parameters: dict[str, Any] | None = None) -> Game:
    """A game as OpenSpiel spells it: "tribes", "tribes(players=3)", "dice(size=6,ally=off)".

    >>> load_game("tribes(players=3)").num_players()
    3
    """
    found = re.fullmatch(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", spelled)
    if not found:
        raise ValueError(f"{spelled!r}: expected NAME or NAME(option=value,…)")
    words = [word.strip() for word in (found[2] or "").split(",") if word.strip()]
    words += [f"{name}={value}" for name, value in (parameters or {}).items()]
    words = [re.sub(r"^players=", "seats=", word) for word in words]
    return Game(Setup(" ".join([found[1], *words])), spelled)
