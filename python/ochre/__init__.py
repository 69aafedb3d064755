"""Four prehistoric board games for research.

>>> import ochre
>>> state = ochre.Setup("breakthrough").start()
>>> state.turn
0
>>> state.apply("a2a3")
>>> state.view(1).move_text(state.legal()[0])
'b7a6'

`Setup`, `State`, `View`, `Player` and `Batch` are the C interface (docs/c.md); `vector` is a batch with numpy arrays, `progress` a bar for what takes long. Adapters for other
frameworks stand in `ochre.gymnasium`, `ochre.pettingzoo` and `ochre.spiel`, which import those only when they are imported themselves.
"""
from ._core import ALL, CHANCE, WATCHER, Array, Batch, Lot, Player, Refused, Setup, State, View, __version__, games, players
from ._progress import progress
from ._vector import Rollout, Vector, setup, vector

__all__ = ["ALL", "CHANCE", "WATCHER", "Array", "Batch", "Lot", "Player", "Refused", "Rollout", "Setup", "State", "Vector", "View", "__version__",
           "games", "players", "progress", "setup", "vector"]
