"""A vector environment for Gymnasium: one learner's seat, the others played by our computer players.

    env = ochre.gymnasium.vector_env("tribes", num_envs=64, opponents="greedy")
    observations, infos = env.reset(seed=1)
    observations, rewards, terminations, truncations, infos = env.step(actions)

The learner's reward is its payoff when a play ends, else 0. Where a play ended, the next one begins with the next step's observation already in
place (autoreset in the same step); `infos["final_info"]` has the ranks and scores. Legal actions are `infos["action_mask"]`, and part of nothing
that is learnt from. `env(game)` is a single one.
"""
from __future__ import annotations

from typing import Any, Sequence

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space

from ._core import Refused, Setup
from ._vector import setup as make_setup
from ._vector import vector

__all__ = ["Env", "VectorEnv", "env", "vector_env"]


def _seats(agreed: Setup, seat: int, opponents: str | Sequence[str]) -> list[str | None]:
    """Who plays which seat: the learner None, the opponents in the order of the seats after it."""
    names = [opponents] * (agreed.seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != agreed.seats - 1 or not all(isinstance(name, str) for name in names):
        raise ValueError(f"opponents: expected a name, or {agreed.seats - 1} of them")
    if not 0 <= seat < agreed.seats:
        raise ValueError(f"seat: expected a number from 0 to {agreed.seats - 1}")
    players: list[str | None] = [None] * agreed.seats
    for i, name in enumerate(names):
        players[(seat + 1 + i) % agreed.seats] = name
    return players


def _spaces(agreed: Setup) -> tuple[gymnasium.spaces.Box, gymnasium.spaces.Discrete]:
    return (gymnasium.spaces.Box(-np.inf, np.inf, (agreed.observation_size,), np.float32), gymnasium.spaces.Discrete(agreed.actions))


class VectorEnv(gymnasium.vector.VectorEnv):
    """See `vector_env`."""

    def __init__(self, agreed: Setup, num_envs: int, seat: int, opponents: str | Sequence[str], threads: int):
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}
        self.num_envs, self.seat = num_envs, seat
        self._vector = vector(agreed, num_envs, threads=threads, players=_seats(agreed, seat, opponents))
        self.single_observation_space, self.single_action_space = _spaces(agreed)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = "ansi"

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._vector.mask.astype(np.int8)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        """All plays from the start; without a seed the numbers go on from the last one."""
        super().reset(seed=seed)
        self._vector.reset(int(self.np_random.integers(2**63)))
        return self._vector.observation.copy(), self._infos()

    def step(self, actions):
        """Actions as an array; an illegal one raises ochre.Refused, and nothing has moved."""
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, not {actions.dtype}")
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions: expected the shape {(self.num_envs,)}, not {actions.shape}")
        self._vector.step(actions)
        now = self._vector
        infos = self._infos()
        if now.done.any():
            infos["final_info"] = {"rank": now.rank.copy(), "score": now.score.copy(), "moves": now.moves.copy()}
            infos["_final_info"] = now.done.copy()
        return (now.observation.copy(), now.reward[:, self.seat].astype(np.float64), now.done.copy(),
                np.zeros(self.num_envs, dtype=bool), infos)

    def render(self) -> tuple[str, ...]:
        """What the learner sees, as text."""
        return tuple(self._vector.state(i).view(self.seat).text() for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        self._vector.close()


def vector_env(game: str, num_envs: int, *, seat: int = 0, opponents: str | Sequence[str] = "random", threads: int = 1,
               **terms: Any) -> VectorEnv:
    """Many plays of a game for one learner, who sits at `seat`. `opponents` is one player, or one for each seat after it; `terms` are seats and
    options as ochre.setup() takes them."""
    return VectorEnv(make_setup(game, **terms), num_envs, seat, opponents, threads)


class Env(gymnasium.Env):
    """See `env`."""

    metadata = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(self, agreed: Setup, seat: int, opponents: str | Sequence[str], illegal_reward: float | None):
        self._vector = vector(agreed, 1, players=_seats(agreed, seat, opponents))
        self.seat, self.render_mode, self._illegal = seat, "ansi", illegal_reward
        self.observation_space, self.action_space = _spaces(agreed)
        self._final: tuple[np.ndarray, str] | None = None

    def _now(self) -> tuple[np.ndarray, dict[str, Any]]:
        return self._vector.observation[0].copy(), {"action_mask": self._vector.mask[0].astype(np.int8)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        self._vector.reset(int(self.np_random.integers(2**63)))
        self._final = None
        return self._now()

    def step(self, action):
        if self._final is not None:
            raise gymnasium.error.ResetNeeded("play is over: reset() begins another")
        before, info = self._now()
        try:
            self._vector.step([action])
        except Refused as refused:
            if self._illegal is None:
                raise
            self._final = (before, "")
            return before, self._illegal, True, False, {**info, "refused": str(refused)}
        if not self._vector.done[0]:
            observation, info = self._now()
            return observation, 0.0, False, False, info
        self._final = (before, "")  # the batch is in the next play already; the last thing seen stands for the end
        info = {"action_mask": np.zeros(self.action_space.n, np.int8), "rank": self._vector.rank[0].tolist(),
                "score": self._vector.score[0].tolist()}
        return before, float(self._vector.reward[0, self.seat]), True, False, info

    def render(self) -> str:
        return self._vector.state(0).view(self.seat).text()

    def close(self) -> None:
        self._vector.close()


def env(game: str, *, seat: int = 0, opponents: str | Sequence[str] = "random", illegal_reward: float | None = None, **terms: Any) -> Env:
    """One play at a time. An illegal action raises ochre.Refused; with `illegal_reward` it ends the play with that reward instead."""
    return Env(make_setup(game, **terms), seat, opponents, illegal_reward)
