"""States, views, players and batches from Python; needs numpy."""
import copy
import doctest
import gc
import io
import json
import os
import pathlib
import pickle
import signal
import sys
import threading
import unittest

import numpy as np
import ochre
import ochre._progress
import ochre._vector
import ochre.spiel

TERMS = ["breakthrough", "pebble seats=3", "dice size=6", "spears seats=3", "tribes seats=4", "valley"]


def load_tests(loader, tests, pattern):
    for module in (ochre, ochre._progress, ochre._vector, ochre.spiel):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


class States(unittest.TestCase):
    def test_random_plays(self):
        for terms in TERMS:
            state, lot = ochre.Setup(terms).start(), ochre.Lot(3)
            for _ in range(150):
                if state.is_over:
                    break
                self.assertIn(state.turn, state.pending)
                legal = state.legal()
                self.assertEqual(np.flatnonzero(np.asarray(state.mask())).tolist(), legal)
                if state.turn == ochre.CHANCE:
                    self.assertAlmostEqual(sum(chance for _, chance in state.chances()), 1)
                    self.assertEqual([outcome for outcome, _ in state.chances()], legal)
                else:
                    view = state.view(state.turn)
                    self.assertEqual(view.legal(), legal)
                    self.assertEqual(view.read_move(view.move_text(legal[-1])), legal[-1])
                    self.assertTrue(view.move_words(legal[-1]))
                    self.assertIn("phase", json.loads(view.json()))
                    self.assertEqual(view.imagine(5).view(view.viewer).key(), view.key())
                other = copy.copy(state)
                self.assertEqual(other, state)
                state.random(lot)
                self.assertNotEqual(other, state)

    def test_the_end(self):
        for terms in TERMS:
            state, lot = ochre.Setup(terms).start(), ochre.Lot(1)
            self.assertRaisesRegex(ochre.Refused, "play goes on", state.result)
            while state.random(lot) >= 0:
                pass
            result = state.result()
            self.assertEqual(result["payoff"], state.rewards())
            self.assertEqual(len(state.scores()), state.setup.seats)
            self.assertEqual(state.legal(), [])
            self.assertRaisesRegex(ochre.Refused, "play is over", state.apply, 0)

    def test_pickle_and_pack(self):
        for terms in TERMS:
            state, lot = ochre.Setup(terms).start(), ochre.Lot(2)
            for _ in range(30):
                state.random(lot)
            again = pickle.loads(pickle.dumps(state))
            self.assertEqual(again, state)
            self.assertEqual(again.key(), state.key())
            self.assertRaises(TypeError, hash, state)

    def test_equal_setups_are_equal(self):
        position = ochre.Setup("breakthrough").start().view(ochre.ALL).json()
        same = [ochre.Setup("pebble seats=3"), ochre.setup("pebble", seats=3), pickle.loads(pickle.dumps(ochre.Setup("pebble seats=3")))]
        self.assertEqual(len(set(same)), 1)
        others = {ochre.Setup("pebble"), ochre.Setup("breakthrough"), same[0]}
        self.assertEqual(len(others), 3)
        self.assertNotEqual(same[0], "pebble seats=3")
        self.assertEqual(repr(ochre.Setup("breakthrough", position=position)), "ochre.Setup('breakthrough', position=…)")

    def test_a_lot_goes_on_where_it_was(self):
        lot = ochre.Lot(3)
        lot.below(10)
        again, other = pickle.loads(pickle.dumps(lot)), copy.copy(lot)
        numbers = [lot.below(1000) for _ in range(20)]
        self.assertEqual(numbers, [again.below(1000) for _ in range(20)])
        self.assertEqual(numbers, [other.below(1000) for _ in range(20)])
        for wrong in (b"", bytes(32), bytes(31), b"x" * 33):
            self.assertRaisesRegex(ValueError, "no place", lot.__setstate__, wrong)

    def test_a_pack_is_a_path_too(self):
        folder = pathlib.Path(__file__).resolve().parents[2] / "packs" / "tribes"
        pack = sorted(folder.glob("*.json"))[0]
        self.assertEqual(ochre.Setup("tribes", pack=pack), ochre.Setup("tribes", pack=pack.read_text(encoding="utf-8")))

    def test_planes_cover_the_observation(self):
        for terms in TERMS:
            setup = ochre.Setup(terms)
            self.assertEqual(sum(int(np.prod(shape)) for _, _, shape in setup.planes()), setup.observation_size)
            self.assertEqual(json.loads(setup.json())["actions"], setup.actions)

    def test_what_is_printed_is_in_no_view(self):
        for terms in TERMS:
            setup = ochre.Setup(terms)
            printed = json.loads(setup.printed())
            self.assertFalse(set(printed) & set(json.loads(setup.start().view(0).json())))
        self.assertEqual(len(json.loads(ochre.Setup("spears").printed())["cards"]["prey"]), 24)

    def test_a_seat_is_told_its_own_cards_and_not_those_of_others(self):
        start = ochre.Setup("pebble seats=2").start()
        start.track()
        one, two = start.copy(), start.copy()
        one.apply("deal:1")
        two.apply("deal:6")
        self.assertNotEqual(one.told(0), two.told(0))
        self.assertEqual(one.told(1), two.told(1))
        self.assertEqual(one.copy().told(0), one.told(0))
        self.assertRaisesRegex(ValueError, "apply", one.random, ochre.Lot(1))
        self.assertRaisesRegex(ValueError, "track", ochre.Setup("pebble").start().told, 0)


class Players(unittest.TestCase):
    def test_thoughts(self):
        view = ochre.Setup("breakthrough").start().view(0)
        player = ochre.Player("mcts:100")
        thoughts = player.think(view, seed=3)
        self.assertEqual(thoughts["action"], player.choose(view, seed=3))
        self.assertIn(thoughts["action"], view.legal())
        self.assertEqual(thoughts["iterations"], 100)
        self.assertAlmostEqual(sum(thoughts["payoff"]), 1, places=3)

    def test_stop(self):
        view = ochre.Setup("breakthrough").start().view(0)
        player = ochre.Player("mcts:3600s")
        thread = threading.Thread(target=player.stop)
        thread.start()
        self.assertIn(player.choose(view), view.legal())
        thread.join()


class Vectors(unittest.TestCase):
    def test_arrays_are_views_of_the_same_memory(self):
        env = ochre.vector("tribes", num_envs=8, seats=3, seed=1)
        before = env.observation
        copied = before.copy()
        env.step(env.sample())
        self.assertIs(env.observation, before)
        self.assertFalse((copied == before).all())
        self.assertEqual(env.observation.dtype, np.float32)
        self.assertEqual(env.mask.dtype, np.bool_)
        self.assertEqual(np.asarray(env.batch.mask).ctypes.data, env.mask.ctypes.data)

    def test_threads_do_not_matter(self):
        one, two = (ochre.vector("spears", num_envs=10, seats=3, threads=n, seed=7) for n in (1, 3))
        for _ in range(60):
            actions = one.sample().copy()
            self.assertTrue((two.sample() == actions).all())
            one.step(actions)
            two.step(actions.astype(np.int64))
            for name in ("seat", "observation", "mask", "reward", "done", "score"):
                self.assertTrue((getattr(one, name) == getattr(two, name)).all(), name)

    def test_plays_are_those_of_states(self):
        env = ochre.vector("breakthrough", num_envs=3, seed=1, legal=True)
        states = [env.state(i) for i in range(3)]
        for _ in range(30):
            actions = [state.legal()[0] for state in states]
            env.step(actions)
            for i, state in enumerate(states):
                state.apply(actions[i])
                if state.is_over:
                    states[i] = state.setup.start()
                    self.assertTrue(env.done[i])
                    self.assertEqual(env.reward[i].tolist(), state.rewards())
                self.assertEqual(env.state(i), states[i])
                self.assertEqual(env.legal[i][:env.legal_count[i]].tolist(), states[i].legal())

    def test_lists_are_made_where_they_are_wanted(self):
        quiet = ochre.vector("breakthrough", num_envs=2, mask=False)
        self.assertIsNone(quiet.legal_count)
        self.assertEqual(ochre.vector("breakthrough", num_envs=2).legal_count.tolist(), [22, 22])
        quiet.step([state.legal()[3] for state in (quiet.state(0), quiet.state(1))])
        with self.assertRaisesRegex(ochre.Refused, "play 0: action -1"):
            quiet.step([-1, -1])

    def test_a_rollout_is_as_many_steps_by_lot(self):
        names = ("seat", "observation", "mask", "legal", "legal_count", "reward", "done", "rank", "score", "moves")
        for terms in TERMS:
            one, two = (ochre.vector(ochre.Setup(terms), num_envs=5, threads=n, seed=7, legal=True) for n in (1, 2))
            rollout = None
            for _ in range(3):
                rollout = one.rollout(20, out=rollout)
                for row in range(20):
                    self.assertTrue((two.sample() == rollout.action[row]).all())
                    two.step(rollout.action[row])
                    for name in names:
                        if name == "legal":  # behind the end of a list stands what was there
                            for play, count in enumerate(two.legal_count):
                                self.assertTrue((rollout.legal[row, play, :count] == two.legal[play, :count]).all())
                        else:
                            self.assertTrue((getattr(rollout, name)[row] == getattr(two, name)).all(), (terms, name))
                for name in names:
                    if name != "legal":
                        self.assertTrue((getattr(one, name) == getattr(two, name)).all(), (terms, name))
                self.assertEqual([one.state(play) for play in range(5)], [two.state(play) for play in range(5)])

    def test_a_rollout_writes_what_is_wanted(self):
        env = ochre.vector("breakthrough", num_envs=3, seed=2)
        rollout = env.rollout(4, want=["action", "done"])
        self.assertEqual([name for name, array in vars(rollout).items() if array is not None], ["action", "done"])
        legal = np.flatnonzero(env.mask[1]).tolist()
        self.assertEqual(legal, env.state(1).legal())  # its own arrays say how the plays stand
        self.assertEqual(env.seat.tolist(), [0, 0, 0])
        env.rollout(1, want=[])
        self.assertEqual(env.seat.tolist(), [1, 1, 1])
        env.batch.rollout(1, seat=env.batch.seat)  # its own array, for the last row
        self.assertEqual(env.seat.tolist(), [0, 0, 0])

    def test_a_rollout_is_interrupted(self):
        class Enough(Exception):
            pass

        def enough(*_):
            raise Enough

        env = ochre.vector("breakthrough", num_envs=1024, seed=4)
        before = signal.signal(signal.SIGALRM, enough)
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        try:
            self.assertRaises(Enough, env.rollout, 1 << 20, want=[])
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        for play in (0, 1023):  # the arrays say how the plays stand, and they go on
            state = env.state(play)
            self.assertEqual((env.seat[play], np.flatnonzero(env.mask[play]).tolist()), (state.turn, state.legal()))
        env.step(env.sample())

    def test_a_fork_has_a_crew_of_its_own(self):
        """A child has no threads but the one that forked; it plays on all the same, as the parent does."""
        env = ochre.vector("spears", num_envs=64, threads=3, seed=4)
        env.step(env.sample())
        ours, theirs = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # ends what hangs
            rollout = env.rollout(20)
            env.step(env.sample())
            os.write(theirs, rollout.action.tobytes() + env.seat.tobytes())
            del env
            os._exit(0)
        os.close(theirs)
        rollout = env.rollout(20)
        env.step(env.sample())
        with open(ours, "rb") as pipe:
            self.assertEqual(pipe.read(), rollout.action.tobytes() + env.seat.tobytes())
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_set(self):
        env = ochre.vector("breakthrough", num_envs=2)
        state = env.setup.start()
        state.apply("a2a3")
        env.batch.set(1, state)
        self.assertEqual(env.seat.tolist(), [0, 1])


class DLPack(unittest.TestCase):
    def test_the_same_memory(self):
        batch = ochre.vector("breakthrough", num_envs=3, legal=True).batch
        for name in ("observation", "mask", "legal", "seat", "reward", "done"):
            array = getattr(batch, name)
            taken, seen = np.from_dlpack(array), np.asarray(array)
            self.assertEqual((taken.dtype, taken.shape, taken.strides, taken.ctypes.data), (seen.dtype, seen.shape, seen.strides, seen.ctypes.data))
            self.assertEqual(array.__dlpack_device__(), (1, 0))

    def test_memory_stays_as_long_as_it_is_lent(self):
        setup = ochre.Setup("breakthrough")
        taken = np.from_dlpack(setup.start().mask())
        gc.collect()
        self.assertEqual(np.flatnonzero(taken).tolist(), setup.start().legal())
        before = sys.getrefcount(array := setup.start().mask())
        array.__dlpack__()  # nobody takes it
        self.assertEqual(sys.getrefcount(array), before)

    def test_what_cannot_be(self):
        array = ochre.Setup("breakthrough").start().mask()
        for named in ({"stream": 1}, {"dl_device": (2, 0)}, {"dl_device": (1, 7)}, {"copy": True}):
            self.assertRaises(BufferError, array.__dlpack__, **named)
        self.assertRaises(TypeError, array.__dlpack__, dl_device=3)
        self.assertRaises(TypeError, array.__dlpack__, dl_device=("a", 1))
        self.assertRaises(TypeError, array.__dlpack__, 1)


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Progress(unittest.TestCase):
    def test_a_bar_on_a_terminal_alone(self):
        for where, is_silent in ((io.StringIO(), True), (Terminal(), False)):
            self.assertEqual(list(ochre.progress(iter("abc"), total=3, words="letters", to=where)), ["a", "b", "c"])
            self.assertEqual(where.getvalue() == "", is_silent)

    def test_what_it_says(self):
        from ochre._progress import _line
        self.assertEqual(_line(1, 3, 2.0, "plays"), "plays [==========                    ] 1/3, 4 s left")
        self.assertEqual(_line(0, 3, 0.0, ""), "[                              ] 0/3")
        self.assertEqual(_line(7, None, 2.0, "plays"), "plays 7 in 2 s")


class Lists(unittest.TestCase):
    """apply() trusts the list that legal() has made, as long as it is the list of this state as it is."""

    def refused(self, state, action):
        with self.assertRaises(ochre.Refused):
            state.apply(action, 0)

    def test_a_list_is_of_one_state(self):
        setup = ochre.Setup("breakthrough")
        state, other = setup.start(), setup.start()
        first = state.legal()[0]
        state.apply(first)
        self.refused(state, first)
        other.legal()
        self.refused(state, first)
        other.apply(first)
        self.assertEqual(state, other)
        listed = other.legal()
        state.legal(0)
        self.refused(state, first)
        other.apply(listed[0])
        self.refused(state, first)

    def test_a_list_ends_with_its_state(self):
        setup = ochre.Setup("breakthrough")
        moved = setup.start()
        first = moved.legal()[0]
        moved.apply(first)
        for _ in range(50):  # sooner or later in the same memory
            state = setup.start()
            state.legal()
            del state
            state = moved.copy()
            self.refused(state, first)

    def test_a_list_ends_with_a_move_of_another_kind(self):
        setup, lot = ochre.Setup("breakthrough"), ochre.Lot(1)
        for move in (lambda state: state.random(lot), lambda state: state.apply("a2a3"), lambda state: state.apply(state.view(0).legal()[0], 0)):
            state = setup.start()
            first = state.legal()[0]
            move(state)
            self.refused(state, first)

    def test_playout(self):
        for terms in ("breakthrough", "tribes seats=3", "dice size=6"):
            setup = ochre.Setup(terms)
            one, two, lot, same = setup.start(), setup.start(), ochre.Lot(4), ochre.Lot(4)
            moves = one.playout(lot)
            for _ in range(moves):
                self.assertGreaterEqual(two.random(same), 0)
            self.assertTrue(one.is_over and one == two)
            self.assertEqual(one.playout(lot), 0)


class Spiel(unittest.TestCase):
    def test_a_game_like_openspiel(self):
        game = ochre.spiel.load_game("pebble(players=3,cards=2)")
        state = game.new_initial_state()
        lot = ochre.Lot(5)
        while not state.is_terminal():
            if state.is_chance_node():
                self.assertEqual(state.current_player(), ochre.spiel.CHANCE_PLAYER)
                outcomes = state.chance_outcomes()
                action = outcomes[lot.below(len(outcomes))][0]
            else:
                action = state.legal_actions()[lot.below(len(state.legal_actions()))]
                self.assertEqual(len(state.observation_tensor()), game.observation_tensor_size())
            self.assertEqual(state.string_to_action(state.current_player(), state.action_to_string(state.current_player(), action)), action)
            child = state.child(action)
            state.apply_action(action)
            self.assertEqual(str(child), str(state))
            self.assertEqual([child.information_state_string(p) for p in range(3)], [state.information_state_string(p) for p in range(3)])
        self.assertEqual(state.returns(), state.rewards())
        again = game.deserialize_state(state.serialize())
        self.assertEqual(again.history(), state.history())
        self.assertEqual(again.information_state_string(1), state.information_state_string(1))
        self.assertEqual(state.current_player(), ochre.spiel.TERMINAL_PLAYER)


if __name__ == "__main__":
    unittest.main()
