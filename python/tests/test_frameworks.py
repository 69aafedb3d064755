"""The conformance tests of PettingZoo, Gymnasium and OpenSpiel themselves, on our adapters."""
import contextlib
import io
import unittest
import warnings

import numpy as np
import ochre
import ochre.gymnasium
import ochre.pettingzoo
import ochre.spiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

TABLES = [("breakthrough", 2), ("pebble", 3), ("spears", 4), ("tribes", 3), ("valley", 2)]


def silently(function, *args, **named):
    """Their tests print."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        return function(*args, **named)


class PettingZoo(unittest.TestCase):
    def test_api(self):
        for game, seats in TABLES:
            silently(api_test, ochre.pettingzoo.env(game, seats=seats), num_cycles=100)

    def test_parallel_api(self):
        for game, seats in TABLES:
            silently(parallel_api_test, ochre.pettingzoo.parallel_env(game, seats=seats), num_cycles=60)

    def test_seeds(self):
        for game, seats in TABLES:
            silently(seed_test, lambda game=game, seats=seats: ochre.pettingzoo.env(game, seats=seats), num_cycles=40)

    def test_performance(self):
        """It steps for five seconds, and prints how often."""
        silently(performance_benchmark, ochre.pettingzoo.env("tribes", seats=3))

    def test_parallel_seeds(self):
        """Their parallel_seed_test knows no masks; this asks the same with legal actions."""
        for game, seats in TABLES:
            one, two = (ochre.pettingzoo.parallel_env(game, seats=seats) for _ in range(2))
            for _ in range(2):
                seen, other = one.reset(seed=3)[0], two.reset(seed=3)[0]
                for _ in range(30):
                    for agent in seen:
                        self.assertTrue((seen[agent]["observation"] == other[agent]["observation"]).all())
                    if not one.agents:
                        break
                    actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in one.agents}
                    (seen, *told), (other, *also) = one.step(actions), two.step(actions)
                    self.assertEqual(told, also)

    def test_an_illegal_action_is_refused(self):
        env = ochre.pettingzoo.env("breakthrough")
        env.reset(seed=1)
        self.assertRaises(ochre.Refused, env.step, 191)
        self.assertRaisesRegex(ValueError, "agent: there is no 'player_2' .*player_0, player_1", env.observe, "player_2")
        parallel = ochre.pettingzoo.parallel_env("pebble", seats=2)
        parallel.reset(seed=1)
        self.assertRaisesRegex(ValueError, "player_1 is asked", parallel.step, {"player_0": int(np.argmax(parallel._look()["player_0"]["action_mask"]))})
        self.assertRaises(ochre.Refused, parallel.step, {"player_0": 77, "player_1": 0})


class Gymnasium(unittest.TestCase):
    def test_checker(self):
        for game in ("breakthrough", "pebble", "tribes"):
            silently(check_env, ochre.gymnasium.env(game, illegal_reward=-1.0))

    def test_vector_env(self):
        env = ochre.gymnasium.vector_env("pebble", 6, seats=3, opponents=["greedy", "random"], seat=1)
        observations, infos = env.reset(seed=4)
        again, _ = env.reset(seed=4)
        self.assertTrue((observations == again).all())
        ends, rewards = 0, 0.0
        for _ in range(60):
            self.assertTrue(env.observation_space.contains(observations))
            actions = infos["action_mask"].argmax(axis=1)
            observations, reward, terminated, truncated, infos = env.step(actions)
            self.assertFalse(truncated.any())
            self.assertTrue((reward[~terminated] == 0).all())
            ends, rewards = ends + terminated.sum(), rewards + reward.sum()
        self.assertGreater(ends, 20)
        self.assertTrue(0 < rewards < ends)
        self.assertRaisesRegex(ValueError, "shape", env.step, [0])
        self.assertRaises(ochre.Refused, env.step, [500] * 6)
        self.assertRaisesRegex(TypeError, "actions: expected whole numbers, not float64", env.step, [0.0] * 6)
        env.close()
        self.assertRaisesRegex(ValueError, "closed", env.reset)

    def test_bad_terms(self):
        self.assertRaisesRegex(ValueError, "opponents: expected", ochre.gymnasium.vector_env, "pebble", 2, seats=3, opponents=["random"])
        self.assertRaisesRegex(ValueError, "opponents: expected", ochre.gymnasium.vector_env, "pebble", 2, opponents=[None])
        self.assertRaisesRegex(ValueError, "seat: expected", ochre.gymnasium.vector_env, "pebble", 2, seat=5)
        self.assertRaisesRegex(ochre.Refused, "no computer player", ochre.gymnasium.vector_env, "pebble", 2, opponents="nobody")


class OpenSpiel(unittest.TestCase):
    def test_what_is_no_state(self):
        game = ochre.spiel.load_game("pebble")
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        self.assertEqual(game.deserialize_state(state.serialize()).history(), state.history())
        for text in ("junk", "1.5", "-1"):
            self.assertRaisesRegex(ValueError, "text: expected what", game.deserialize_state, text)
        self.assertRaises(ochre.Refused, game.deserialize_state, "999999")

    def test_their_search_plays_our_games(self):
        from open_spiel.python.algorithms import mcts

        for name in ("breakthrough", "tribes(players=2)"):
            game = ochre.spiel.load_game(name)
            state = game.new_initial_state()
            generator = np.random.RandomState(1)
            while state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(int(generator.choice(outcomes, p=chances)))
            evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=generator)
            bot = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=generator, solve=False)
            self.assertIn(bot.step(state), state.legal_actions())

    def test_their_random_simulation(self):
        """What pyspiel's random_sim_test asks of a game of its own: masks, chances, clones, serialization, returns."""
        for name in ("breakthrough", "pebble(players=3)", "spears(players=3)"):
            game = ochre.spiel.load_game(name)
            state, lot = game.new_initial_state(), ochre.Lot(9)
            for _ in range(120):
                if state.is_terminal():
                    break
                legal = state.legal_actions()
                self.assertEqual(legal, sorted(set(legal)))
                self.assertEqual(np.flatnonzero(state.legal_actions_mask()).tolist(), legal)
                if state.is_chance_node():
                    self.assertAlmostEqual(sum(chance for _, chance in state.chance_outcomes()), 1)
                clone = state.clone()
                state.apply_action(legal[lot.below(len(legal))])
                self.assertEqual(clone.move_number() + 1, state.move_number())
                self.assertTrue(all(game.min_utility() <= value <= game.max_utility() for value in state.returns()))
            self.assertEqual(str(game.deserialize_state(state.serialize())), str(state))


if __name__ == "__main__":
    unittest.main()
