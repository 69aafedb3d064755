"""Wrong shapes, types, actions, finished plays, closed batches, and thousands of random calls: an exception that names the argument or the rule,
never a crash, never a result that is silently wrong."""
import array
import gc
import os
import random
import threading
import unittest

import numpy as np
import ochre

TERMS = ["breakthrough", "pebble seats=3", "dice size=6", "spears seats=4", "tribes seats=3", "valley"]
CALLS = int(os.environ.get("OCHRE_CALLS", "2000"))
PROPER = (ValueError, TypeError, IndexError)


class Arguments(unittest.TestCase):
    def setUp(self):
        self.env = ochre.vector("breakthrough", num_envs=4)

    def refused(self, kind, words, function, *args, **named):
        with self.assertRaisesRegex(kind, words):
            function(*args, **named)

    def test_actions(self):
        step = self.env.step
        good = self.env.sample().copy()
        before = self.env.state(0)
        self.refused(ValueError, "actions: expected 4 numbers, got 3", step, good[:3].copy())
        self.refused(ValueError, "actions: expected 4 numbers, got 5", step, np.zeros(5, np.int64))
        self.refused(TypeError, "actions: .*int32 or int64", step, good.astype(np.float32))
        self.refused(TypeError, "actions: .*int32 or int64", step, good.astype(np.uint32).astype(np.float64))
        self.refused(TypeError, "actions: .*int32 or int64", step, good.astype(">i4"))
        self.refused(TypeError, "actions: .*contiguous", step, np.zeros(8, np.int32)[::2])
        for shape in ((2, 2), (4, 1), (1, 4)):
            self.refused(ValueError, r"actions: expected the shape \(4,\)", step, good.reshape(shape))
            self.refused(ValueError, r"actions: expected the shape \(4,\)", step, good.reshape(shape).astype(np.int64))
        self.refused(TypeError, "actions: ", step, None)
        self.refused(TypeError, "actions: ", step, "0123")
        self.refused(TypeError, "actions: ", step, [1, 2, 3, "4"])
        self.refused(ValueError, "actions: expected 4 numbers", step, [1])
        self.refused(ochre.Refused, "play 1: action -1", step, [int(good[0]), -1, 0, 0])
        self.refused(ochre.Refused, "play 0: action", step, np.full(4, 2**40, np.int64))
        self.refused(ValueError, "actions: expected a whole number", step, [2**80, 0, 0, 0])
        self.assertEqual(self.env.state(0), before)
        step(good.tolist())

    def test_batches(self):
        setup = self.env.setup
        self.refused(ValueError, "plays: expected", ochre.Batch, setup, 0)
        self.refused(ValueError, "plays: expected", ochre.Batch, setup, -1)
        self.refused(ValueError, "plays: expected", ochre.Batch, setup, 2**40)
        self.refused(TypeError, "plays: expected", ochre.Batch, setup, 1.5)
        self.refused(ValueError, "threads: expected", ochre.Batch, setup, 1, threads=0)
        self.refused(TypeError, "setup: expected", ochre.Batch, "breakthrough", 1)
        self.refused(TypeError, "seed: expected", ochre.Batch, setup, 1, seed="x")
        self.refused(ValueError, "players: expected 2", ochre.Batch, setup, 1, players=["random"])
        self.refused(ValueError, "players: expected 2", ochre.Batch, setup, 1, players="random")
        self.refused(TypeError, "", ochre.Batch, setup, 1, players=[1, 2])
        self.refused(ochre.Refused, "nobody is left", ochre.Batch, setup, 1, players=["random", "random"])
        self.refused(ValueError, "play: expected a whole number from 0 to 3", self.env.state, 4)
        self.refused(ochre.Refused, "no state of this setup", self.env.batch.set, 0, ochre.Setup("pebble").start())
        self.refused(TypeError, "state: expected", self.env.batch.set, 0, None)

    def test_numbers_that_are_not_aligned(self):
        good = self.env.sample().copy()
        odd = np.frombuffer(bytearray(4 * 1000 + 1), np.int32, offset=1)
        odd[:4] = good
        self.refused(ValueError, "actions: expected an array whose numbers are aligned", self.env.step, odd[:4])
        self.refused(ValueError, "out: expected an array whose numbers are aligned", self.env.batch.random, odd[:4])
        self.refused(ValueError, "reward: expected an array whose numbers are aligned", self.env.batch.rollout, 3,
                     reward=odd[:24].view(np.float32))
        wide = np.frombuffer(bytearray(8 * 4 + 1), np.int64, offset=1)
        wide[:] = good
        self.env.step(wide)

    def test_vectors(self):
        for envs in (0, -1, 2**24 + 1, 1.0, None, "4"):
            self.refused(ValueError, "num_envs: expected a whole number from 1 to 16777216", ochre.vector, "pebble", envs)
        self.refused(ValueError, "num_envs: expected", ochre.vector, "pebble", num_envs=0)
        self.refused(ochre.Refused, "expected 2, 3, 4", ochre.vector, "tribes", 1, seats=5)
        self.refused(ValueError, "players: expected 3", ochre.vector, "tribes", 1, seats=3, players=["greedy"])

    def test_buffers_of_others(self):
        random_out = self.env.batch.random
        self.refused(ValueError, "out: expected 4 numbers, got 5", random_out, np.zeros(5, np.int32))
        self.refused(TypeError, "out: expected an array of int32", random_out, np.zeros(4, np.float32))
        self.refused(ValueError, "out: .*may be written", random_out, b"0123456789abcdef")
        self.refused(TypeError, "out: expected an array", random_out, [0, 0, 0, 0])
        locked = np.zeros(4, np.int32)
        locked.flags.writeable = False
        self.refused(ValueError, "out: .*may be written", random_out, locked)
        view = self.env.setup.start().view(0)
        size = self.env.setup.observation_size
        self.refused(ValueError, f"out: expected {size} numbers", view.observe, np.zeros(size - 1, np.float32))
        self.refused(TypeError, "out: expected an array of float32", view.observe, np.zeros(size, np.float64))
        self.assertIsNotNone(view.observe(array.array("f", [0] * size)))
        self.refused(ValueError, r"out: expected the shape \(4,\)", random_out, np.zeros((2, 2), np.int32))
        self.refused(TypeError, "two dimensions", lambda: self.env.batch.mask[0])
        self.refused(IndexError, "there is no number", lambda: self.env.batch.seat[4])

    def test_rollouts(self):
        env, batch = self.env, self.env.batch
        before = [env.state(play) for play in range(4)]
        kept = env.rollout(2)
        env.reset(0)
        for steps in (0, -1, 2**20 + 1, 2**70, 1.5, None, "3"):
            self.refused(ValueError, "steps: expected a whole number from 1 to 1048576", env.rollout, steps)
            self.refused((ValueError, TypeError), "steps: expected a whole number from 1 to 1048576", batch.rollout, steps)
        self.refused(ValueError, "want: there is no array 'reward_'.*expected some of action, seat", env.rollout, 2, ["reward_"])
        self.refused(ValueError, "want: there is no array 'legal'", env.rollout, 2, ["legal"])
        self.refused(ValueError, "want: an earlier rollout", env.rollout, 2, ["seat"], kept)
        self.refused(TypeError, "out: expected what an earlier rollout", env.rollout, 2, out=kept.seat)
        self.refused(ValueError, "seat: expected 12 numbers, got 8", env.rollout, 3, out=kept)
        self.refused(TypeError, "reward: expected an array of float32", batch.rollout, 2, reward=np.zeros((2, 4, 2)))
        self.refused(ValueError, "reward: expected 16 numbers, got 15", batch.rollout, 2, reward=np.zeros(15, np.float32))
        self.refused(ValueError, r"reward: expected the shape \(2, 4, 2\)", batch.rollout, 2, reward=np.zeros((4, 2, 2), np.float32))
        self.refused(ValueError, r"action: expected the shape \(2, 4\)", batch.rollout, 2, action=np.zeros((4, 2), np.int32))
        self.refused(TypeError, "seat: expected an array of int32", batch.rollout, 1, seat=[0, 0, 0, 0])
        self.refused(ValueError, "done: .*may be written", batch.rollout, 1, done=b"0000")
        self.refused(ValueError, "mask: expected a contiguous", batch.rollout, 1, mask=np.zeros((8, 192), bool)[::2])
        self.refused(TypeError, "", batch.rollout, 1, np.zeros(4, np.int32))
        self.refused(TypeError, "", batch.rollout)
        self.assertEqual([env.state(play) for play in range(4)], before)

    def test_after_close(self):
        env, mask = self.env, self.env.mask
        env.close()
        env.close()
        for call in (lambda: env.step([0] * 4), lambda: env.reset(1), env.sample, lambda: env.state(0), lambda: env.rollout(1),
                     lambda: env.batch.set(0, env.setup.start())):
            self.refused(ValueError, "the batch is closed", call)
        del env, self.env
        self.assertEqual(mask.shape, (4, 192))
        self.assertTrue(mask.any())

    def test_whoever_closes_while_he_is_read(self):
        class Closing:
            def __init__(self, batch):
                self.batch = batch

            def __index__(self):
                self.batch.close()
                return 0

        calls = (lambda batch, bad: batch.step([bad, 0]), lambda batch, bad: batch.reset(bad), lambda batch, bad: batch.state(bad),
                 lambda batch, bad: batch.set(bad, batch.setup.start()), lambda batch, bad: batch.rollout(bad), lambda batch, bad: batch.step((0, bad)))
        for call in calls:
            batch = ochre.vector("breakthrough", 2).batch
            self.refused(ValueError, "the batch is closed|steps: expected", call, batch, Closing(batch))

    def test_setups(self):
        self.refused(TypeError, "pack: expected JSON text or the name of a file, not <class 'dict'>", ochre.Setup, "tribes", {})
        self.refused(TypeError, "position: expected JSON text .*, not <class 'dict'>", ochre.Setup, "tribes", None, {})
        self.refused(TypeError, "pack: expected", ochre.Setup, "tribes", b"{}")
        self.refused(ValueError, "", ochre.Setup, "tribes", "{\0}")

    def test_states(self):
        state = ochre.Setup("pebble seats=2").start()
        self.refused(ValueError, "seat: there is no seat 3", state.legal, 3)
        self.refused(ValueError, "seat: expected", state.legal, -2)
        self.refused(TypeError, "seat: expected", state.legal, "p1")
        self.refused(ochre.Refused, "there is no viewer 4", state.view, ochre.CHANCE)
        self.refused(ochre.Refused, "there is no viewer 99", state.view, 99)
        self.refused(TypeError, "lot: expected", state.roll, 5)
        self.refused(TypeError, "apply takes 1 to 2", state.apply)
        self.refused(TypeError, "action: expected", state.apply, 1.5)
        self.refused(ochre.Refused, "notation", state.apply, "\N{SNOWMAN}")
        self.refused(ochre.Refused, "damaged|no packed|another", state.setup.unpack, bytes(len(state.pack())))
        self.refused(ochre.Refused, "takes", state.setup.unpack, b"")
        self.refused(TypeError, "", state.setup.unpack, "text")
        self.refused(ochre.Refused, "another setup", ochre.Setup("pebble seats=3").unpack, state.pack())
        self.refused(TypeError, "cannot create", type(state))
        self.refused(ochre.Refused, "only a seat observes", state.view(ochre.ALL).observe)
        self.refused(TypeError, "view: expected", ochre.Player("greedy").choose, state)
        self.refused(ochre.Refused, "not asked", ochre.Player("greedy").choose, state.view(0))
        self.refused(ochre.Refused, "there is no game", ochre.Setup, "chess")
        self.refused(ValueError, "", ochre.Setup, "dice\0size=6")
        self.refused(ochre.Refused, "no computer player", ochre.Player, "")
        self.refused(ValueError, "no blanks", ochre.setup, "pebble", cards="2 seats=4")

    def test_finished_plays(self):
        for terms in TERMS:
            setup, lot = ochre.Setup(terms), ochre.Lot(3)
            state = setup.start()
            while state.random(lot) >= 0:
                pass
            over = state.copy()
            self.refused(ochre.Refused, "play is over", state.apply, 0, 0)
            self.refused(ValueError, "", state.apply, 0)
            self.refused(ValueError, "", state.apply, "a2a3")
            self.assertEqual([state.turn, state.pending, state.random(lot), state.roll(lot), state.legal(0), state.chances()],
                             [-1, [], -1, 0, [], []])
            view = state.view(0)
            self.assertEqual((view.legal(), view.ask()), ([], ""))
            self.assertFalse(np.asarray(view.mask()).any())
            self.assertTrue(np.isfinite(np.asarray(view.observe())).all())
            self.refused(ochre.Refused, "", ochre.Player("greedy").choose, view)
            self.refused(ochre.Refused, "play is over", ochre.Batch(setup, 2).set, 0, state)
            self.assertEqual(state, over)
            self.refused(ochre.Refused, "", setup.start().result)

    def test_illegal_actions_name_a_rule_and_move_nothing(self):
        for terms in TERMS:
            setup, lot = ochre.Setup(terms), ochre.Lot(5)
            state = setup.start()
            while state.turn == ochre.CHANCE:
                state.roll(lot)
            legal, before = set(state.legal()), state.copy()
            for action in [*range(-1, min(setup.actions, 300)), setup.actions, 2**31 - 1]:
                if action in legal:
                    continue
                with self.assertRaises(ochre.Refused) as caught:
                    state.apply(action)
                self.assertTrue(caught.exception.rule and str(caught.exception), (terms, action))
            self.assertEqual(state, before)

    def test_what_is_held_outlives_what_it_came_from(self):
        for terms in TERMS:
            setup = ochre.Setup(terms)
            state, batch = setup.start(), ochre.Batch(setup, 3, legal=True)
            view, mask, observation = state.view(ochre.ALL), memoryview(batch.mask), np.asarray(batch.observation)
            legal, play = np.asarray(batch.legal), batch.state(1)
            player, own = ochre.Player("greedy"), state.copy()
            was = (view.json(), bytes(mask), observation.copy(), legal.copy())
            del setup, state, batch
            gc.collect()
            spoil = [bytearray(1 << k) for k in range(4, 18)]  # what was given back is written over
            del spoil
            self.assertEqual((view.json(), bytes(mask)), was[:2])
            self.assertTrue((observation == was[2]).all() and (legal == was[3]).all())
            lot = ochre.Lot(1)
            while own.random(lot) >= 0:
                pass
            self.assertTrue(own.is_over)
            self.assertTrue(player.suits(play.setup))
            self.assertEqual(play.copy(), play)

    def test_a_second_thread_is_refused_not_let_in(self):
        env = ochre.vector("breakthrough", num_envs=64, players=[None, "mcts:30"])
        errors = []

        def step():
            for _ in range(5):
                try:
                    env.step(env.sample().copy())
                except (RuntimeError, ochre.Refused) as error:
                    errors.append(str(error))

        threads = [threading.Thread(target=step) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all("another thread" in error or "play " in error for error in errors), errors)


class RandomCalls(unittest.TestCase):
    """Objects of several setups thrown at each other's methods."""

    def things(self, dice, setups):
        setup = dice.choice(setups)
        state = setup.start()
        lot = ochre.Lot(dice.getrandbits(64))
        for _ in range(dice.randrange(60)):
            state.random(lot)
        view = state.view(dice.choice([*range(setup.seats), ochre.WATCHER, ochre.ALL]))
        return [setup, state, view, lot, ochre.Player(dice.choice(["random", "greedy"])),
                ochre.Batch(setup, dice.randrange(1, 4), seed=dice.getrandbits(64))]

    def argument(self, dice, things):
        numbers = [-1, 0, 1, 3, 5, 6, 7, 41, 190, 2**31, -2**31, 2**63, 2**64, dice.randrange(2000)]
        return dice.choice([dice.choice(numbers), dice.choice(things), None, "a2a3", "play:1", b"", 0.5, [], [0, 1], np.zeros(2, np.int32),
                            np.zeros(3, np.int64), np.zeros(129, np.float32), np.zeros((2, 2)), ""])

    def test_random_calls(self):
        for terms in TERMS:
            dice = random.Random(terms)
            setups = [ochre.Setup(terms), ochre.Setup("pebble")]
            things = self.things(dice, setups)
            made = 0
            for i in range(CALLS):
                if i % 100 == 0:
                    things = self.things(dice, setups) + things[:6]
                thing = dice.choice(things)
                names = [name for name in dir(thing) if not name.startswith("_") and callable(getattr(thing, name))]
                function = getattr(thing, dice.choice(names))
                args = [self.argument(dice, things) for _ in range(dice.choice([0, 0, 1, 1, 1, 2, 3]))]
                try:
                    function(*args)
                    made += 1
                except PROPER as error:
                    self.assertTrue(str(error))
            self.assertGreater(made, CALLS // 10)


if __name__ == "__main__":
    unittest.main()
