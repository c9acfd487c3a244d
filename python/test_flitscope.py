"""Tests of the installed wheel, run by `make wheel`. The wheel is compared with the program in FLITSCOPE."""

import inspect
import json
import os
import pydoc
import random
import struct
import subprocess
import tempfile
import unittest

import flitscope
import numpy
import pandas

PROGRAM = os.environ["FLITSCOPE"]
SYSTEMS = {
    "torus-broadcast": {"k": (3, 9), "vcs": (3, 6), "flits": (4, 48), "beta": (0.0, 0.1), "load": (0.0, 0.008)},
    "kary-ncube": {"k": (2, 5), "n": (2, 3), "vcs": (3, 6), "flits": (4, 48), "load": (0.0, 0.01)},
    "hypercube-mmpp": {"n": (2, 5), "vcs": (2, 5), "hurst": (0.55, 0.85), "lag1": (0.3, 0.8), "load": (0.0, 0.03)},
    "hypercube-slotted": {"n": (2, 6), "load": (0.0, 0.2)},
    "banyan-multicast": {"n": (3, 6), "fanout": (1, 4), "multicast": (0.0, 1.0), "load": (0.0, 1.0)},
}


def scenarios(count, seed, **common):
    """Scenarios of all systems, alternately as a dict and as keys and values."""
    draw = random.Random(seed)
    number = lambda low, high: draw.randint(low, high) if isinstance(low, int) else draw.uniform(low, high)
    for place in range(count):
        system = list(SYSTEMS)[place % len(SYSTEMS)]
        keys = {"system": system, **{key: number(*span) for key, span in SYSTEMS[system].items()}, **common}
        yield keys if place % 3 else "&".join(f"{key}={value}" for key, value in keys.items())


def asked(command, given, *options):
    """The answers of the program itself, in order."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(scenario) + "\n" for scenario in given)
        file.flush()
        run = subprocess.run([PROGRAM, command, "--jsonl", *options, file.name], capture_output=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def leaves(value, name=""):
    """Everything in an answer that is neither a list nor an object, with its name; lists of objects would be rows of their own."""
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        return
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, f"{name}.{key}" if name else str(key))
    elif value is not None:
        yield name, value


def fields(answer, columns):
    """The cells of the row of an answer, by column."""
    point = answer.pop("points", [{}])[0]
    parts = [answer.pop("scenario"), point.pop("values", {}) | answer.pop("values", {}), answer | point]
    row = {}
    for part, prefix in zip(parts, ["", "values.", "answer."]):
        for name, value in leaves(part):
            # Of names that differ only in case, a later one has a prefix more.
            row[next((column for column in (2 * prefix + name, prefix + name) if column in columns), name)] = value
    return row


def bits(value):
    return struct.pack("<d", value) if isinstance(value, (int, float, numpy.number)) else value


class Wheel(unittest.TestCase):
    def same(self, table, answers):
        self.assertEqual(list(table.index), list(range(len(answers))))
        compared = 0
        for place, answer in enumerate(answers):
            row = table.loc[place].dropna().to_dict()
            wanted = fields(answer, table.columns)
            self.assertEqual({name: bits(value) for name, value in row.items()}, {name: bits(value) for name, value in wanted.items()})
            compared += len(wanted)
        print(f"\n{len(answers)} answers, {compared} fields: equal bit by bit", flush=True)

    def test_a_thousand_solved_scenarios_equal_those_of_the_program(self):
        given = list(scenarios(1000, seed=1))
        self.same(flitscope.solve(given), asked("solve", given))

    def test_a_thousand_simulated_scenarios_equal_those_of_the_program(self):
        given = list(scenarios(1000, seed=2, cycles=1000))
        self.same(flitscope.simulate(given, workers=2), asked("simulate", given, "--threads", "1"))

    def test_options_are_those_of_the_program(self):
        given = [{"system": "kary-ncube", "n": 2, "cycles": 2000}]
        self.same(flitscope.simulate(given, replications=3), asked("simulate", given, "--replications", "3"))
        self.same(flitscope.simulate(given, precision=0.2), asked("simulate", given, "--precision", "0.2"))
        loads = [0.1 + 0.2, numpy.float64(1e-9)]
        table = flitscope.solve("system=banyan-multicast", loads=loads)
        self.assertEqual([float(load).hex() for load in table.load], [float(load).hex() for load in loads])

    def test_the_bins_of_several_runs_add_up(self):
        given = [{"system": "kary-ncube", "k": 4, "n": 2, "load": 0.004, "cycles": 5000, "seed": seed} for seed in range(1, 5)]
        bins = flitscope.simulate(given, rows="histogram", workers=2)
        sums = bins.groupby(["from", "to"])["count"].sum()
        counts = {}
        for answer in asked("simulate", given, "--histogram"):
            edges = answer["histogram"]["edges"]
            for edge, beyond, count in zip(edges, edges[1:], answer["histogram"]["counts"]):
                counts[edge, beyond] = counts.get((edge, beyond), 0) + count
        self.assertEqual(sums.to_dict(), {bin: count for bin, count in counts.items() if count})
        self.assertEqual(set(bins.index), set(range(4)))

    def test_points_stay_with_their_scenario_in_order(self):
        table = flitscope.solve(scenarios(50, seed=3), points=7)
        self.assertEqual(list(table.index), [place for place in range(50) for _ in range(7)])
        for _, curve in table.groupby("scenario"):
            self.assertTrue(curve.load.is_monotonic_increasing)
        halves = flitscope.solve({"system": "kary-ncube"}, fractions=(0.5, 1))
        self.assertEqual(list(halves.load / halves.saturation), [0.5, 1.0])

    def test_a_scenario_that_is_not_accepted_raises(self):
        given = [{"system": "kary-ncube"}, {"system": "kary-ncube", "k": 1}]
        for function in (flitscope.solve, flitscope.simulate):
            with self.assertRaisesRegex(ValueError, r"^scenarios\[1\]: k = 1 is out of range: use a whole number from 2 to"):
                function(given[1:] * 0 + given)

    def test_or_stays_as_a_row(self):
        given = [{"k": 8, "id": "007"}, "k=1", 5, {"k": 8, "x": 1, "id": 2**53 + 1}, {"k": 4, "id": None}, float("nan")]
        table = flitscope.solve(given, errors="keep")
        self.assertEqual([isinstance(error, str) for error in table.error], [False, True, True, True, False, True])
        self.assertEqual([state == "stable" for state in table.state], [True, False, False, False, True, False])
        self.assertEqual([table.id[0], table.id[3]], ["007", 2**53 + 1])
        self.assertIn("error", flitscope.solve([{}], errors="keep"))

    def test_numbers_of_numpy_and_single_scenarios_are_taken(self):
        one = flitscope.solve({"system": "kary-ncube", "k": numpy.int64(4), "load": numpy.float64(0.001)})
        pandas.testing.assert_frame_equal(one, flitscope.solve("system=kary-ncube&k=4&load=0.001"))
        self.assertEqual(len(flitscope.solve([])), 0)

    def test_what_is_no_scenario_or_option_is_named(self):
        with self.assertRaisesRegex(TypeError, "is not accepted in a scenario"):
            flitscope.solve([{"k": {8}}])
        with self.assertRaisesRegex(ValueError, "errors = 'ignore' is not accepted"):
            flitscope.solve([{}], errors="ignore")
        with self.assertRaisesRegex(ValueError, "threads = 0"):
            flitscope.simulate([{}], workers=0)
        with self.assertRaisesRegex(ValueError, "--fractions cannot be given with --points"):
            flitscope.solve([{}], points=2, fractions=[0.5])

    def test_a_table_of_rates_is_a_path_or_a_matrix(self):
        mesh = {"system": "kary-ncube", "k": 4, "n": 2, "wiring": "mesh", "routing": "dimension-order", "vcs": 2, "flits": 16, "load": 0.01}
        rates = numpy.zeros((16, 16))
        for node in range(16):
            rates[node][4 * (node % 4) + node // 4] = 2.5
        pattern = flitscope.solve(mesh | {"pattern": "transpose"})
        table = flitscope.solve(mesh, rates=rates)
        self.assertEqual(list(table.latency), list(pattern.latency))
        self.assertEqual(list(flitscope.solve(mesh, rates=pandas.DataFrame(rates)).saturation), list(pattern.saturation))
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("0 5 1\n5 0 2\n")
            file.flush()
            run = flitscope.simulate(mesh | {"cycles": 20000}, rates=file.name)
            self.assertEqual((run.pattern[0], run.state[0]), ("table", "stable"))
            question = {"question": "load-for-latency", "target": 30, "scenario": mesh}
            self.assertGreater(flitscope.explore(question, rates=file.name)["load"], 0)
        with self.assertRaisesRegex(ValueError, "has 2 nodes and the network 16"):
            flitscope.solve(mesh, rates=[[0, 1], [1, 0]])

    def test_a_question_has_a_dict_and_questions_have_a_list_in_order(self):
        at = lambda k: {"question": "load-for-latency", "target": 60, "scenario": {"system": "kary-ncube", "k": k, "n": 2}}
        answers = flitscope.explore(map(at, (8, 10, 6)))
        self.assertEqual([answer["scenario"]["k"] for answer in answers], [8, 10, 6])
        self.assertEqual(flitscope.explore(at(8)), answers[0])
        # The answer, forwards.
        one = answers[1]
        back = flitscope.solve({**one["scenario"], "load": one["load"]})
        self.assertAlmostEqual(back.latency[0], 60, places=6)
        with self.assertRaisesRegex(ValueError, r"^questions\[0\]: "):
            flitscope.explore({"question": "which"})
        self.assertIn("error", flitscope.explore({"question": "which"}, errors="keep"))

    def test_a_grid_has_every_combination_that_is_possible(self):
        given = flitscope.grid("system=kary-ncube&n=2", over={"k": [4, 8], "V": range(3, 6)}, fractions=[0.5, 0.9], seeds="1..4")
        self.assertEqual(len(given), 48)
        self.assertEqual(given[0] | {"load": None}, {"system": "kary-ncube", "n": 2, "k": 4, "vcs": 3, "seed": 1, "load": None})
        self.assertEqual([scenario["seed"] for scenario in given[:5]], [1, 2, 3, 4, 1])
        table = flitscope.solve(given)
        self.assertTrue((table.state == "stable").all() and set((table.load / table.saturation).round(12)) == {0.5, 0.9})
        with self.assertWarnsRegex(UserWarning, "1 of 2 combinations are impossible"):
            self.assertEqual(len(flitscope.grid("system=kary-ncube&k=8", over={"vcs": [2, 3]})), 1)
        with self.assertRaisesRegex(ValueError, "Unknown key x"):
            flitscope.grid("system=kary-ncube", over={"x": [1]})

    def test_a_trace_has_a_row_for_each_message(self):
        table = flitscope.trace("system=kary-ncube&k=4&n=2&flits=8&load=0.005", to=2000)
        self.assertTrue(len(table) > 50 and table.arrived.is_monotonic_increasing)
        for row in table.itertuples():
            self.assertEqual((row.path[0], row.path[-1], len(row.path)), (row.source, row.destination, len(row.entered) + 1))
            self.assertTrue(row.generated <= row.entered[0] < row.arrived)
        late = flitscope.trace("system=kary-ncube&k=4&n=2&flits=8&load=0.005", from_=1000, to=2000)
        self.assertEqual(sorted(late.message), sorted(table.message[table.generated >= 1000]))

    def test_lists_are_those_of_the_program(self):
        listed = lambda *arguments: [json.loads(line) for line in subprocess.run([PROGRAM, *arguments], capture_output=True, check=True).stdout.splitlines()]
        for table, command in [(flitscope.presets(), "presets"), (flitscope.lessons(), "lessons"), (flitscope.keys(), "keys")]:
            rows = listed(command)
            self.assertEqual(len(table), len(rows))
            for key in rows[0]:
                self.assertEqual(list(table[key].dropna()), [row[key] for row in rows if key in row])
        own = flitscope.keys("kary-ncube").set_index("key")
        self.assertEqual((own.loc["k", "min"], own.loc["k", "default"]), (2, 8))
        self.assertEqual(own.loc["reading", "options"], ["printed", "corrected", "refined", "average", "flow"])
        with self.assertRaisesRegex(ValueError, "system = ring is not among the options"):
            flitscope.keys("ring")
        solved = flitscope.solve(flitscope.lessons().link)
        self.assertEqual(len(solved), len(flitscope.lessons()))

    def test_help_names_every_function_with_its_parameters(self):
        whole = pydoc.plain(pydoc.render_doc(flitscope))
        functions = [function for name in flitscope.__all__ if inspect.isfunction(function := getattr(flitscope, name))]
        self.assertEqual(len(functions), 8)
        for function in functions:
            self.assertIn(f"    {function.__name__}(", whole)
            for parameter in inspect.signature(function).parameters:
                self.assertRegex(function.__doc__, rf"(?m)^    (\w+, )*{parameter}(, \w+)*: ")


if __name__ == "__main__":
    unittest.main()
