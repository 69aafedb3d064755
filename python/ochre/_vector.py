"""Batches with numpy arrays, and terms from keywords."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from ._core import Batch, Setup, State

if TYPE_CHECKING:
    import numpy as np


def setup(game: str, *, seats: int | None = None, pack: str | None = None, position: str | None = None, **options: Any) -> Setup:
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
        for name in ("seat", "observation", "mask", "legal", "legal_count", "reward", "done", "rank", "score", "moves"):
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
           pack: str | None = None, position: str | None = None, **options: Any) -> Vector:
    """Many plays of one game, stepped together.

    `players` names who plays a seat inside (None: actions come from outside), `observe`, `mask` and `legal` say which arrays are written.

    >>> env = vector("tribes", num_envs=8, seats=2, players=[None, "greedy"])
    >>> env.step(env.sample())
    >>> set(env.seat.tolist())
    {0}
    """
    agreed = game if isinstance(game, Setup) else setup(game, seats=seats, pack=pack, position=position, **options)
    return Vector(Batch(agreed, num_envs, threads, seed, players, observe, mask, legal))
