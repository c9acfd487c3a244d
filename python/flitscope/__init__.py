"""Interconnection networks, solved by analytical models and simulated cycle by cycle, as tables of pandas.

>>> import flitscope
>>> flitscope.solve("system=kary-ncube&k=8&n=3", fractions=[0.5]).latency
>>> flitscope.simulate([{"system": "kary-ncube", "k": 8, "n": 3, "load": 0.001, "cycles": 20000, "seed": seed} for seed in range(1, 9)])

A scenario is a dict of keys and values, a link of the page, or ``key=value&key=value``. ``"load": {"fraction": 0.8}`` in a dict is 0.8 of the load at
which the model of the scenario ends. Keys that are left out have the defaults of JSON on the command line.

Both functions run ``flitscope solve|simulate --jsonl``, the program that the wheel carries, and their columns are those of ``flitscope table``: the
keys of the scenario, then the answer, then every quantity by its symbol, a list as ``P_v.0``, ``P_v.1``, ... Every number is the one that the program
computes, to the last bit. The index ``scenario`` is the place of the scenario in what was given, from 0.
"""

import csv
import json
import math
import os
import pathlib
import subprocess
import tempfile
from collections.abc import Mapping
from importlib import metadata

import pandas

__all__ = ["simulate", "solve"]


def solve(scenarios, *, loads=None, fractions=None, points=None, workers=None, errors="raise"):
    """Solves the model of each scenario; gives a DataFrame with a row for each point.

    Without ``loads``, ``fractions`` or ``points`` each scenario is solved at its own load; of the three only one can be given.

    scenarios: scenarios in any iterable, or a single one.
    loads: these loads, in messages per node per cycle (packets per node per slot; for the banyan, copies per input per slot).
    fractions: these fractions of the load at which the model ends.
    points: so many equally spaced loads up to that load.
    workers: threads; without it as many as the process may run on.
    errors: "raise" raises ValueError for a scenario that is not accepted; "keep" makes a row of it, with a sentence in ``error``.

    Columns, among others: ``load`` in the unit of ``loads``; ``state`` (stable, saturated, invalid); ``latency`` in cycles (slots in the slotted
    hypercube), ``throughput`` of the banyan in packets per output per slot; ``saturation``, the load at which the model ends; ``zero_load``, the latency
    of an idle network.
    """
    numbers = {"loads": loads, "fractions": fractions}
    options = {name: ",".join(repr(float(number)) for number in of) for name, of in numbers.items() if of is not None}
    return _answers("solve", scenarios, errors, options | {"points": points, "threads": workers})


def simulate(scenarios, *, workers=None, precision=None, replications=None, rows=None, errors="raise"):
    """Simulates the network of each scenario, cycle by cycle; gives a DataFrame with a row for each run.

    A run takes the ``cycles`` of its scenario if it names them, else as many as a precision of 0.01 takes. The same ``seed`` gives the same run everywhere.

    scenarios: scenarios in any iterable, or a single one.
    workers: threads, each with a run; without it as many as the process may run on.
    precision: stops when the half width of the 95 % interval is so many times the mean.
    replications: so many independent runs of each scenario, and the interval of their means.
    rows: "histogram" gives a row for each bin of the latencies instead, with the columns ``from``, ``to`` (cycles, without ``to`` itself) and ``count``;
        "source_histogram", "network_histogram" and "broadcast_histogram" likewise. The bins of all runs have the same edges, so counts add up.
    errors: "raise" raises ValueError for a scenario that is not accepted; "keep" makes a row of it, with a sentence in ``error``.

    Columns, among others: ``load`` and ``throughput`` in messages per node per cycle (packets per node per slot; for the banyan the load is in copies per
    input and the throughput in packets per output, per slot); ``mean_latency`` and ``ci95``, the half width of its 95 % confidence interval, in cycles
    (slots; ``ci95`` of the banyan is that of its throughput); ``percentiles.p50.value`` to ``percentiles.p99.9.value``, ``maximum`` and
    ``standard_deviation`` of the latency; ``state`` (stable, saturated, undecided where the run is too short to tell: ``needs`` is a length that may do);
    ``warm_up``, ``window`` and ``batch`` in cycles.
    """
    options = {"threads": workers, "precision": precision, "replications": replications}
    if rows is not None:
        options["histogram"] = True
    return _answers("simulate", scenarios, errors, options, rows)


def _answers(command, scenarios, errors, options, rows=None):
    if errors not in ("raise", "keep"):
        raise ValueError(f'errors = {errors!r} is not accepted: use "raise" or "keep".')
    scenarios = [scenarios] if isinstance(scenarios, (str, Mapping)) else list(scenarios)
    if not scenarios:
        return pandas.DataFrame()
    options = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items() if value is not None]
    wanted = [f"--rows={rows}"] if rows is not None else []
    with tempfile.TemporaryDirectory(prefix="flitscope-") as folder:
        lines, answers = pathlib.Path(folder, "scenarios.jsonl"), pathlib.Path(folder, "answers.jsonl")
        lines.write_text("".join(map(_line, scenarios)), encoding="utf-8")
        # Out of order each answer names its line.
        with answers.open("wb") as file:
            count = 0
            for answer in _output(command, "--jsonl", "--unordered", *options, str(lines), folder=folder):
                if errors == "raise":
                    _check(answer)
                file.write(answer)
                count += 1
        if count < len(scenarios):
            raise RuntimeError(f"flitscope {command} has answered {count} of {len(scenarios)} scenarios.")
        header, *rows = csv.reader(line.decode() for line in _output("table", *wanted, str(answers), folder=folder))
    table = pandas.DataFrame({name: _column(texts) for name, texts in zip(header, zip(*rows))})
    table = table.sort_values("line", kind="stable")
    table.index = pandas.Index(table.pop("line") - 1, name="scenario")
    if "id" in table:
        # As it was given: in a table of text 007 is a number.
        table["id"] = [scenarios[place].get("id") if isinstance(scenarios[place], Mapping) else None for place in table.index]
    if errors == "keep" and "error" not in table:
        table.insert(0, "error", None)
    return table


def _line(scenario):
    def plain(value):
        # A number of NumPy.
        if hasattr(value, "item"):
            return value.item()
        raise TypeError(f"{value!r} is not accepted in a scenario: use numbers and words.")

    return json.dumps(dict(scenario) if isinstance(scenario, Mapping) else scenario, default=plain) + "\n"


def _column(texts):
    """The values of a column: numbers where all of them are. How `pandas.read_csv` rounds a number depends on its version."""
    if not any(texts):
        return [math.nan] * len(texts)
    for read in (int, float, {"true": True, "false": False}.__getitem__):
        try:
            return [read(text) if text else None for text in texts]
        except (ValueError, KeyError):
            pass
    return [text or None for text in texts]


def _check(answer):
    """Raises what an answer says of a bad scenario."""
    if b'"error":' in answer:
        answer = json.loads(answer)
        if "error" in answer:
            raise ValueError(f"scenarios[{answer['line'] - 1}]: {answer['error']}")


def _output(*arguments, folder):
    """The lines that the program prints, each as soon as it is there."""
    with tempfile.TemporaryFile(dir=folder) as told:
        with subprocess.Popen(
            [_program(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=told
        ) as process:
            try:
                yield from process.stdout
            except BaseException:
                process.kill()
                raise
        # 1: some lines are bad, and are answered as such.
        if process.returncode not in (0, 1):
            told.seek(0)
            sentence = told.read().decode(errors="replace").strip()
            kind = ValueError if process.returncode == 2 else RuntimeError
            raise kind(sentence or f"flitscope has ended with {process.returncode}.")


def _program():
    """Where the program of this wheel is."""
    name = "flitscope.exe" if os.name == "nt" else "flitscope"
    places = [file.locate() for file in metadata.files("flitscope") or () if file.name == name]
    # Where `pip install --target` puts it, which the list of installed files does not say.
    places.append(pathlib.Path(__file__).parents[1] / "bin" / name)
    for place in places:
        if pathlib.Path(place).is_file():
            return str(place)
    raise FileNotFoundError("The program flitscope is not where its wheel was installed: install the wheel again.")
