"""Batches with numpy arrays, and terms from keywords."""
from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Sequence

from ._core import Batch, Setup, State

if TYPE_CHECKING:
    import numpy as np


def setup(game: str, *, seats: int | None = None, pack: str | PathLike[str] | None = None, position: str | None = None, **options: Any) -> Setup:
    """A setup from keywords.

    >>> setup("pebble", seats=3, cards=2)
    ochre.Setup('pebble seats=3 cards=2')
    """
    words = [game]
    if seats is not None:
        words.append(f"seats={seats}")
    words += [f"{name}={value}" for name, value in options.items()]
    for word in words:
        if " " in word.strip() and word is not words[0]:
            raise ValueError(f"{word!r}: a value has no blanks in it")
    return Setup(" ".join(words), pack, position)


ARRAYS = ("seat", "observation", "mask", "legal", "legal_count", "reward", "done", "rank", "score", "moves")


STEPS_MAX, ENVS_MAX = 1 << 20, 1 << 24


@dataclass
class Rollout:
    """What happened in some steps of a vector, step by step: (steps, plays, …). `action` is what was played, the rest what that led to, so that row n
    holds the seat that plays `action[n + 1]`, and what it saw. None: the vector does not write it, or it was not wanted."""

    action: "np.ndarray | None" = None
    seat: "np.ndarray | None" = None
    observation: "np.ndarray | None" = None
    mask: "np.ndarray | None" = None
    legal: "np.ndarray | None" = None
    legal_count: "np.ndarray | None" = None
    reward: "np.ndarray | None" = None
    done: "np.ndarray | None" = None
    rank: "np.ndarray | None" = None
    score: "np.ndarray | None" = None
    moves: "np.ndarray | None" = None


class Vector:
    """Many plays stepped together. All arrays are numpy views of memory that every step writes anew: copy what is to be kept.

    >>> env = vector("pebble", num_envs=4, seats=3, seed=1)
    >>> env.observation.shape, env.mask.shape, env.reward.shape
    ((4, 22), (4, 6), (4, 3))
    >>> for _ in range(100):
    ...     env.step(env.sample())
    >>> env.mask.any(axis=1).all()
    np.True_
    """

    seat: "np.ndarray"
    observation: "np.ndarray | None"
    mask: "np.ndarray | None"
    legal: "np.ndarray | None"
    legal_count: "np.ndarray | None"
    reward: "np.ndarray"
    done: "np.ndarray"
    rank: "np.ndarray"
    score: "np.ndarray"
    moves: "np.ndarray"

    def __init__(self, batch: Batch):
        import numpy

        self.batch = batch
        self.setup = batch.setup
        self.num_envs = batch.plays
        for name in ARRAYS:
            array = getattr(batch, name)
            setattr(self, name, None if array is None else numpy.asarray(array))
        self._sampled = numpy.zeros(batch.plays, dtype=numpy.int32)
        self.step = batch.step  # no way round for what is called most

    def step(self, actions: "Sequence[int] | np.ndarray") -> None:
        """One action for each play, of the seat that it waits for; then the arrays are new. One that is not legal refuses them all."""
        self.batch.step(actions)

    def reset(self, seed: int) -> None:
        """All plays from the start."""
        self.batch.reset(seed)

    def sample(self) -> "np.ndarray":
        """A random legal action for each play, in the same array every time."""
        self.batch.random(self._sampled)
        return self._sampled

    def rollout(self, steps: int, want: Sequence[str] | None = None, out: Rollout | None = None) -> Rollout:
        """So many steps of every play, all of them at random, in one call: what `step(sample())` as often would do, and faster. `want` names what is
        written of each step (all that the vector writes, and the actions, unless it is named); `out` is an earlier rollout of as many steps, to be
        written over. The vector's own arrays are those of the last step. An interruption (Ctrl-C) ends it early, and the plays go on from where they are.

        >>> env = vector("pebble", num_envs=4, seats=3, seed=1)
        >>> rollout = env.rollout(50)
        >>> rollout.action.shape, rollout.observation.shape
        ((50, 4), (50, 4, 22))
        >>> rollout.reward[rollout.done].sum(axis=1).tolist() == [1.0] * int(rollout.done.sum())
        True
        """
        if out is None:
            out = self._make_rollout(steps, want)
        elif want is not None:
            raise ValueError("want: an earlier rollout has its own arrays")
        elif not isinstance(out, Rollout):
            raise TypeError("out: expected what an earlier rollout returned")
        self.batch.rollout(steps, **vars(out))
        return out

    def _make_rollout(self, steps: int, want: Sequence[str] | None) -> Rollout:
        import numpy

        there = ["action", *(name for name in ARRAYS if getattr(self, name) is not None)]
        for name in there if want is None else want:
            if name not in there:
                raise ValueError(f"want: there is no array {name!r} (expected some of {', '.join(there)})")
        if not hasattr(steps, "__index__") or not 1 <= steps <= STEPS_MAX:
            raise ValueError(f"steps: expected a whole number from 1 to {STEPS_MAX}, not {steps!r}")
        rollout = Rollout()
        for name in there if want is None else want:
            like = self._sampled if name == "action" else getattr(self, name)
            setattr(rollout, name, numpy.empty((steps, *like.shape), like.dtype))
        return rollout

    def state(self, play: int) -> State:
        """A copy of a play as it stands."""
        return self.batch.state(play)

    def close(self) -> None:
        """Ends the threads. Arrays stay as they are; whatever else is asked raises ValueError."""
        self.batch.close()

    def __enter__(self) -> Vector:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def vector(game: str | Setup, num_envs: int, *, seats: int | None = None, threads: int = 1, seed: int = 0,
           players: Sequence[str | None] | None = None, observe: bool = True, mask: bool = True, legal: bool = False,
           pack: str | PathLike[str] | None = None, position: str | None = None, **options: Any) -> Vector:
    """Many plays of one game, stepped together.

    `players` names who plays a seat inside (None: actions come from outside), `observe`, `mask` and `legal` say which arrays are written.

    >>> env = vector("tribes", num_envs=8, seats=2, players=[None, "greedy"])
    >>> env.step(env.sample())
    >>> set(env.seat.tolist())
    {0}
    """
    if not hasattr(num_envs, "__index__") or not 1 <= num_envs <= ENVS_MAX:
        raise ValueError(f"num_envs: expected a whole number from 1 to {ENVS_MAX}, not {num_envs!r}")
    agreed = game if isinstance(game, Setup) else setup(game, seats=seats, pack=pack, position=position, **options)
    return Vector(Batch(agreed, num_envs, threads, seed, players, observe, mask, legal))
