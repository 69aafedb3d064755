"""Multi-agent environments for PettingZoo.

    env = ochre.pettingzoo.env("tribes", seats=3)
    parallel = ochre.pettingzoo.parallel_env("pebble", seats=3)

Agents are "player_0" … "player_3". An observation is {"observation": float32 numbers, "action_mask": int8}, as in PettingZoo's classic games. Rewards are the
payoffs when play is over. In `env` whoever is asked acts, one after the other, unseen where several choose at once; an illegal action raises
ochre.Refused. In `parallel_env` everybody acts in every round; the actions of those who are not asked are not looked at.
"""
from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ._core import ALL, CHANCE, Lot, Setup, State
from ._vector import setup as make_setup

__all__ = ["RawEnv", "RawParallelEnv", "env", "parallel_env", "raw_env"]


class _Table:
    """One play with its spaces, seeds and observations: what both kinds share."""

    def __init__(self, agreed: Setup, render_mode: str | None):
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode: expected None, 'ansi' or 'human', not {render_mode!r}")
        self.agreed, self.render_mode = agreed, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(agreed.seats)]
        self._spaces = {agent: gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(-np.inf, np.inf, (agreed.observation_size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (agreed.actions,), np.int8)}) for agent in self.possible_agents}
        self._actions = {agent: gymnasium.spaces.Discrete(agreed.actions) for agent in self.possible_agents}
        self._generator = np.random.default_rng()
        self.play: State | None = None

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._generator = np.random.default_rng(seed)
            for place, agent in enumerate(self.possible_agents):
                self._actions[agent].seed(seed + place)
        self.lot = Lot(int(self._generator.integers(2**63)))
        self.play = self.agreed.start()
        self.play.roll(self.lot)

    def seat_of(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"agent: there is no {agent!r} (expected one of {', '.join(self.possible_agents)})")
        return self.possible_agents.index(agent)

    def look(self, seat: int) -> dict[str, np.ndarray]:
        view = self.play.view(seat)
        is_asked = seat in self.play.pending
        mask = np.asarray(view.mask()).astype(np.int8) if is_asked else np.zeros(self.agreed.actions, np.int8)
        return {"observation": np.asarray(view.observe()), "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() is called without a render mode")
            return None
        text = self.play.view(ALL).text()
        if self.render_mode == "human":
            print(text)
            return None
        return text


class RawEnv(AECEnv):
    """See `env`."""

    metadata = {"render_modes": ["human", "ansi"], "name": "ochre_v1", "is_parallelizable": False, "render_fps": 2}

    def __init__(self, agreed: Setup, render_mode: str | None = None):
        super().__init__()
        self._table = _Table(agreed, render_mode)
        self.metadata = {**self.metadata, "name": f"{agreed.game}_v1"}
        self.possible_agents, self.render_mode = self._table.possible_agents, render_mode

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self._table._spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self._table._actions[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self._table.look(self._table.seat_of(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.play.turn]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self._table.play
        play.apply(action, self.possible_agents.index(agent))
        play.roll(self._table.lot)
        self._cumulative_rewards[agent] = 0.0
        if play.is_over:
            result = play.result()
            for seat, other in enumerate(self.possible_agents):
                self.rewards[other] = result["payoff"][seat]
                self.terminations[other] = True
                self.infos[other] = {"rank": result["rank"][seat], "score": result["score"][seat], "reason": result["reason"]}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[play.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self._table.render()

    def close(self) -> None:
        """Nothing is held that is not memory."""


class RawParallelEnv(ParallelEnv):
    """See `parallel_env`."""

    metadata = {"render_modes": ["human", "ansi"], "name": "ochre_v1", "render_fps": 2}

    def __init__(self, agreed: Setup, render_mode: str | None = None):
        self._table = _Table(agreed, render_mode)
        self.metadata = {**self.metadata, "name": f"{agreed.game}_v1"}
        self.possible_agents, self.render_mode = self._table.possible_agents, render_mode
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self._table._spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self._table._actions[agent]

    def _look(self) -> dict[str, dict[str, np.ndarray]]:
        return {agent: self._table.look(seat) for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None):
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._look(), {agent: {} for agent in self.agents}

    def _move(self, actions: dict[str, int]) -> None:
        """All who are asked, from the lowest seat; one that is not legal refuses them all."""
        play = self._table.play
        asked = [seat for seat in play.pending if seat != CHANCE]
        after = play.copy()
        for seat in asked:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise ValueError(f"actions: {agent} is asked and has none")
            after.apply(actions[agent], seat)
        self._table.play = after
        after.roll(self._table.lot)

    def step(self, actions: dict[str, int]):
        if not self.agents:
            raise ValueError("play is over: reset() begins another")
        self._move(actions)
        play, agents = self._table.play, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        rewards = dict(zip(agents, play.rewards()))
        ended = {agent: play.is_over for agent in agents}
        if play.is_over:
            result = play.result()
            infos = {agent: {"rank": result["rank"][seat], "score": result["score"][seat]} for seat, agent in enumerate(agents)}
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return self._look(), rewards, ended, {agent: False for agent in agents}, infos

    def render(self) -> str | None:
        return self._table.render()

    def close(self) -> None:
        """Nothing is held that is not memory."""


def raw_env(game: str, *, render_mode: str | None = None, **terms: Any) -> RawEnv:
    """Without PettingZoo's wrappers."""
    return RawEnv(make_setup(game, **terms), render_mode)


def env(game: str, *, render_mode: str | None = None, **terms: Any) -> AECEnv:
    """Whoever is asked acts. `terms` are seats and options as ochre.setup() takes them."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, render_mode=render_mode, **terms))


def parallel_env(game: str, *, render_mode: str | None = None, **terms: Any) -> RawParallelEnv:
    """Everybody acts in every round; of those who are not asked the action mask is empty and the action is not looked at."""
    return RawParallelEnv(make_setup(game, **terms), render_mode)
