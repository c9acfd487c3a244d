"""Interconnection networks, solved by analytical models and simulated cycle by cycle, as tables of pandas.

>>> import flitscope
>>> flitscope.solve("system=kary-ncube k=8 n=3", fractions=[0.5]).latency
>>> flitscope.simulate(flitscope.grid("system=kary-ncube n=2 cycles=20000", over={"k": [4, 8]}, fractions=[0.3, 0.6], seeds=range(1, 9)))
>>> flitscope.explore({"question": "load-for-latency", "target": 100, "scenario": "system=kary-ncube k=8 n=3"})["load"]

solve       the model of each scenario, a row for each point
simulate    runs of the network of each scenario, a row for each run
explore     answers to inverse and comparative questions, as dicts
grid        scenarios with all combinations of some values, as dicts
trace       the path of every message of a run, a row for each message
keys        the keys of scenarios, with their units and ranges
presets     the scenes of the page, and lessons its lessons, with their links

A scenario is a dict of keys and values, a link of the page, or text such as ``system=kary-ncube k=8``. ``"load": {"fraction": 0.8}`` in a dict is 0.8 of the load at
which the model of the scenario ends, and ``{"flits": 0.15}`` is 0.15 flits per node and cycle, divided by the message length. Missing keys have the
defaults of JSON on the command line.

Each function runs the command of the same name in ``flitscope``, the program inside the wheel. The columns of ``solve`` and ``simulate`` are those of
``flitscope table``: the keys of the scenario, then the answer, then every quantity by its symbol, a list as ``P_v.0``, ``P_v.1``, ... Every number equals
the one of the program to the last bit. The index ``scenario`` is the position of the scenario in the argument, from 0.

Invalid arguments raise ValueError, with the message of the program. RuntimeError means that the program was stopped or that a simulator broke one of its
laws. A warning names everything that a function leaves out.
"""

from __future__ import annotations

import csv
import json
import math
import os
import pathlib
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import metadata
from typing import Any, Literal, TypeAlias, overload

import pandas

__all__ = ["Question", "Rates", "Scenario", "Values", "explore", "grid", "keys", "lessons", "presets", "simulate", "solve", "trace"]

Scenario: TypeAlias = str | Mapping[str, Any]
Question: TypeAlias = Mapping[str, Any]
Values: TypeAlias = str | Iterable[str | float]
Rates: TypeAlias = str | os.PathLike[str] | Iterable[Iterable[float]]
_Errors: TypeAlias = Literal["raise", "keep"]
_Options: TypeAlias = dict[str, str | float | None]
_Bins: TypeAlias = Literal["histogram", "source_histogram", "network_histogram", "broadcast_histogram"]


def solve(
    scenarios: Scenario | Iterable[Scenario],
    *,
    loads: Iterable[float] | None = None,
    fractions: Iterable[float] | None = None,
    points: int | None = None,
    rates: Rates | None = None,
    workers: int | None = None,
    errors: _Errors = "raise",
) -> pandas.DataFrame:
    """Solves the model of each scenario; returns a DataFrame with a row for each point.

    Without ``loads``, ``fractions`` and ``points`` each scenario is solved at its own load; at most one of the three can be given.

    scenarios: scenarios in any iterable, or a single one.
    loads: these loads, in messages per node per cycle (packets per node per slot; for the banyan, copies per input per slot).
    fractions: these fractions of the load at which the model ends, from 0 to 1,000,000.
    points: the number of equally spaced loads up to that load, from 1 to 100,000.
    rates: traffic of your own in place of a pattern, by pairs of nodes: the path of a file with lines of source, destination and relative rate or with a
        matrix, or a matrix with a row for each source (lists, an array, a DataFrame). The load is that of a node that sends in the mean.
    workers: threads, from 1 to 1,024; by default one for each processor that the process may use.
    errors: "raise" raises ValueError for an invalid scenario; "keep" returns a row for it, with a sentence in ``error``.

    Columns, among others: ``load`` in the unit of ``loads``; ``state`` (stable, saturated, invalid); ``latency`` in cycles (slots in the slotted
    hypercube), ``throughput`` of the banyan in packets per output per slot; ``saturation``, the load at which the model ends; ``zero_load``, the latency
    of an idle network.
    """
    numbers = {"loads": loads, "fractions": fractions}
    options = {name: ",".join(repr(float(number)) for number in of) for name, of in numbers.items() if of is not None}
    return _table("solve", scenarios, errors, options | {"points": points, "threads": workers}, rates=rates)


def simulate(
    scenarios: Scenario | Iterable[Scenario],
    *,
    workers: int | None = None,
    precision: float | None = None,
    replications: int | None = None,
    rows: _Bins | None = None,
    rates: Rates | None = None,
    errors: _Errors = "raise",
) -> pandas.DataFrame:
    """Simulates the network of each scenario, cycle by cycle; returns a DataFrame with a row for each run.

    A run takes the ``cycles`` of its scenario if the scenario names them, else as many as a precision of 0.01 needs. The same ``seed`` gives the same run on
    every machine.

    scenarios: scenarios in any iterable, or a single one.
    workers: threads, each with a run, from 1 to 1,024; by default one for each processor that the process may use.
    precision: the ratio of the half width of the 95 % interval to the mean at which a run stops, above 0 and up to 1.
    replications: the number of independent runs of each scenario, from 1 to 10,000; the interval is that of their means.
    rows: "histogram" returns a row for each bin of the latencies instead, with the columns ``from``, ``to`` (cycles, without ``to`` itself) and ``count``;
        "source_histogram", "network_histogram" and "broadcast_histogram" likewise. The bins of all runs have the same edges, so counts add up.
    rates: traffic of your own, as for ``solve``.
    errors: "raise" raises ValueError for an invalid scenario; "keep" returns a row for it, with a sentence in ``error``.

    Columns, among others: ``load`` and ``throughput`` in messages per node per cycle (packets per node per slot; for the banyan the load is in copies per
    input and the throughput in packets per output, per slot); ``mean_latency`` and ``ci95``, the half width of its 95 % confidence interval, in cycles
    (slots; ``ci95`` of the banyan is that of its throughput); ``percentiles.p50.value`` to ``percentiles.p99.9.value``, ``maximum`` and
    ``standard_deviation`` of the latency; ``state`` (stable, saturated, undecided if the run is too short: ``needs`` is a length that may be enough);
    ``warm_up``, ``window`` and ``batch`` in cycles.
    """
    options: _Options = {"threads": workers, "precision": precision, "replications": replications, "histogram": rows is not None or None}
    return _table("simulate", scenarios, errors, options, rows, rates)


@overload
def explore(
    questions: Question, *, rates: Rates | None = None, workers: int | None = None, errors: _Errors = "raise"
) -> dict[str, Any]: ...
@overload
def explore(
    questions: Iterable[Question], *, rates: Rates | None = None, workers: int | None = None, errors: _Errors = "raise"
) -> list[dict[str, Any]]: ...
def explore(
    questions: Question | Iterable[Question],
    *,
    rates: Rates | None = None,
    workers: int | None = None,
    errors: _Errors = "raise",
) -> dict[str, Any] | list[dict[str, Any]]:
    """Answers inverse and comparative questions; returns a dict for a single question, else a list with a dict for each, in order.

    A question is a dict, ``{"question": .., "scenario": .., ..}``. The reading of its scenario answers it: ``"reading": "flow"`` is our own model.

    "load-for-latency": the ``load`` at which the latency reaches ``target``, in cycles.
    "extreme": the ``"smallest"`` or ``"largest"`` (``want``) ``value`` of the parameter ``key`` that carries the load, with a latency of at most ``target``
        if there is one.
    "broadcast-cost": the ``load`` at which unicast messages take ``percent`` longer than without broadcasts.
    "sensitivity": elasticities d ln y / d ln x of ``latency`` and ``saturation``, a dict by key each; whole numbers have their ``neighbours``.
    "map": ``cells`` of ``measure`` ("saturation" or "latency") over ``x`` and ``y``, each ``{"key": .., "values": [..]}``: a list of rows, one for each
        value of ``y``, with a number for each value of ``x``; at most 1,000,000 numbers.
    "pareto": the cells of such a map by their ``cost`` ("buffers", "pins" or "bisection"): all ``points``, and the Pareto ``front``.
    "compare": ``networks`` with ``nodes`` nodes, from 2 to 1,048,576, with equal channels, wires across the middle, or wires at a node (``normalise``:
        "none", "bisection", "pins"); with ``"simulate": True`` each is simulated at six loads too.

    questions: questions in any iterable, or a single one.
    rates: traffic of your own for the scenario of each question, as for ``solve``.
    workers: threads, from 1 to 1,024; by default one for each processor that the process may use.
    errors: "raise" raises ValueError for an invalid question; "keep" returns a dict with a sentence in ``error`` in its place.

    Every answer has ``question``, ``scenario`` with all keys of the model, a ``sentence``, and ``version``, that of the program. An impossible result is None,
    with its ``reason``. Loads are in messages per node per cycle (packets per node per slot), latencies in cycles (slots).
    """
    single = isinstance(questions, Mapping)
    given: list[Question] = [questions] if isinstance(questions, Mapping) else list(questions)
    with tempfile.TemporaryDirectory(prefix="flitscope-") as folder:
        lines = _answers("explore", given, errors, {"threads": workers, "rates": _rates(rates, folder)}, folder)
        answers: list[dict[str, Any]] = sorted(map(json.loads, lines), key=lambda answer: answer.pop("line"))
    return answers[0] if single else answers


def grid(
    scenario: Scenario,
    *,
    over: Mapping[str, Values] | None = None,
    fractions: Values | None = None,
    seeds: Values | None = None,
) -> list[dict[str, Any]]:
    """Combines values of parameters; returns a list with a scenario, a dict, for each possible combination.

    scenario: the values that all of them share.
    over: values of each key, by its name or its symbol; ``system`` is one of the keys.
    fractions: fractions of the load at which the model ends, from 0 to 1,000,000.
    seeds: seeds of runs.

    Values are numbers and words in any iterable, or text as the command line takes it: "4,8,16", "3..8" for whole numbers, "0.1..1.1:11" for 11 equally
    spaced ones. The values of the last key are next to each other, ``fractions`` and ``seeds`` come after ``over``. A key has at most 1,000,000 values.

    A scenario has the keys of ``scenario`` and all values that differ from the defaults; a fraction becomes ``"load": {"fraction": 0.5}``. Impossible
    combinations (2 virtual channels for a ring of 8 nodes) are left out, and a warning gives their number. ValueError is raised if no combination is
    possible, or for an unknown key.

    >>> len(flitscope.grid("system=kary-ncube n=2", over={"k": [4, 8], "vcs": range(3, 6)}, fractions=[0.5, 0.9], seeds=range(1, 5)))
    48
    """
    options = [f"--over={key}={_values(values)}" for key, values in (over or {}).items()]
    options += [f"--{name}={_values(of)}" for name, of in {"fractions": fractions, "seeds": seeds}.items() if of is not None]
    return _objects("grid", *options, scenario=scenario)


def trace(scenario: Scenario, *, to: int, from_: int = 0) -> pandas.DataFrame:
    """Follows the messages generated in some cycles of the run of a scenario; returns a DataFrame with a row for each, in the order of arrival.

    scenario: a single one; a banyan has no trace, because its packets are delivered or lost in one slot.
    to, from_: the last and the first of these cycles, from 0 to 1,000,000,000.

    Columns: ``message``, its number in the order in which messages are generated, from 0; ``broadcast``, the number of the broadcast that it is a copy of,
    missing in others; ``source`` and ``destination``, nodes from 0; ``generated`` and ``arrived``, cycles (slots in the slotted hypercube), whose
    difference is the latency; ``path``, a list of the nodes from the source to the destination; ``entered``, for each hop the cycle in which the header
    crossed the channel; ``waited``, for each hop the cycles that the header waited before.

    In a saturated network, messages that have not arrived after twice the traced cycles plus 20,000 are left out; a warning gives their number.
    """
    lines = _objects("trace", f"--from={from_}", f"--to={to}", scenario=scenario)
    return _frame(lines, "message", "broadcast", "source", "destination", "generated", "arrived", "path", "entered", "waited")


def keys(system: str | None = None) -> pandas.DataFrame:
    """Lists the keys of scenarios; returns a DataFrame with a row for each key of each system.

    system: only this one, such as "kary-ncube"; an unknown name raises ValueError.

    Columns: ``system``; ``key``, its name in a scenario; ``symbol``, its name in the formulas of the model; ``name`` in words; ``unit``, empty for a number
    without one; ``kind`` ("whole" or any "number", a "choice", ..); ``min`` and ``max``, the accepted range; ``default``, the value of a missing key;
    ``options`` of a choice, a list; ``model``, true if the model has the key, false if only the simulation has it; ``help``, a sentence. Cells without a value
    are missing.
    """
    columns = ["system", "key", "symbol", "name", "unit", "kind", "min", "max", "default", "options", "model", "help"]
    return _frame(_objects("keys", *([] if system is None else [system]), "--json"), *columns)


def presets() -> pandas.DataFrame:
    """Lists the scenes of the page; returns a DataFrame with a row for each.

    Columns: ``slug``, a name for files; ``title``; ``line``, a sentence; ``link``, a scenario for every function that takes one.
    """
    return _frame(_objects("presets"), "slug", "title", "line", "link")


def lessons() -> pandas.DataFrame:
    """Lists the lessons of the page; returns a DataFrame with a row for each.

    Columns: ``slug``, a name for files; ``title``; ``line``, the goal; ``link``, the first scene; ``steps``, a list of dicts, each with a question, ``ask``,
    and a ``link``.
    """
    return _frame(_objects("lessons"), "slug", "title", "line", "link", "steps")


def _table(
    command: str,
    scenarios: Scenario | Iterable[Scenario],
    errors: _Errors,
    options: _Options,
    rows: _Bins | None = None,
    rates: Rates | None = None,
) -> pandas.DataFrame:
    """The answers to scenarios, as `flitscope table` has them."""
    given: list[Scenario] = [scenarios] if isinstance(scenarios, (str, Mapping)) else list(scenarios)
    with tempfile.TemporaryDirectory(prefix="flitscope-") as folder:
        answers = pathlib.Path(folder, "answers.jsonl")
        with answers.open("wb") as file:
            file.writelines(_answers(command, given, errors, options | {"rates": _rates(rates, folder)}, folder))
        if not given:
            return pandas.DataFrame()
        wanted = [f"--rows={rows}"] if rows is not None else []
        header, *texts = csv.reader(line.decode() for line in _output("table", *wanted, str(answers), folder=folder))
    table = pandas.DataFrame({name: _column(column) for name, column in zip(header, zip(*texts))})
    table = table.sort_values("line", kind="stable")
    table.index = pandas.Index(table.pop("line") - 1, name="scenario")
    if "id" in table:
        # The original id: in a table of text 007 would become a number.
        ids = [scenario.get("id") if isinstance(scenario, Mapping) else None for scenario in given]
        table["id"] = [ids[place] for place in table.index]
    if errors == "keep" and "error" not in table:
        table.insert(0, "error", None)
    return table


def _rates(rates: Rates | None, folder: str) -> str | None:
    """The path of a table of rates; a matrix is written into the folder."""
    if rates is None or isinstance(rates, (str, os.PathLike)):
        return None if rates is None else os.fspath(rates)
    rows = rates.to_numpy() if isinstance(rates, pandas.DataFrame) else rates
    file = pathlib.Path(folder, "rates.csv")
    file.write_text("".join(",".join(repr(float(rate)) for rate in row) + "\n" for row in rows), encoding="utf-8")
    return str(file)


def _answers(
    command: str, given: list[Scenario] | list[Question], errors: _Errors, options: _Options, folder: str
) -> Iterator[bytes]:
    """The answer to each line, as soon as it is complete; answers are out of order, and each names its line."""
    if errors not in ("raise", "keep"):
        raise ValueError(f'errors = {errors!r} is not accepted: use "raise" or "keep".')
    if not given:
        return
    texts = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items() if value is not None]
    lines = pathlib.Path(folder, "lines.jsonl")
    lines.write_text("".join(map(_line, given)), encoding="utf-8")
    count = 0
    for answer in _output(command, "--jsonl", "--unordered", *texts, str(lines), folder=folder):
        if errors == "raise":
            _check(answer, "questions" if command == "explore" else "scenarios")
        yield answer
        count += 1
    if count < len(given):
        raise RuntimeError(f"flitscope {command} has answered {count} of {len(given)} lines.")


def _objects(command: str, *arguments: str, scenario: Scenario | None = None) -> list[dict[str, Any]]:
    """The objects that a command prints, one a line, about a scenario if it takes one."""
    with tempfile.TemporaryDirectory(prefix="flitscope-") as folder:
        if scenario is not None:
            file = pathlib.Path(folder, "scenario.json")
            file.write_text(_line(scenario), encoding="utf-8")
            arguments += (str(file),)
        return list(map(json.loads, _output(command, *arguments, folder=folder)))


def _frame(objects: list[dict[str, Any]], *columns: str) -> pandas.DataFrame:
    """A row for each object. These columns are first, even if no object has them."""
    table = pandas.DataFrame(objects)
    return table.reindex(columns=[*columns, *(name for name in table.columns if name not in columns)])


def _line(value: Scenario | Question) -> str:
    return json.dumps(dict(value) if isinstance(value, Mapping) else value, default=_plain) + "\n"


def _plain(value: Any) -> Any:
    """The JSON value for a number or an array of NumPy, a series, or a range."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, range):
        return list(value)
    raise TypeError(f"{value!r} is not accepted in a scenario: use numbers and words.")


def _values(values: Values) -> str:
    """Values as the command line takes them. A range is given by its ends, because a list of its numbers may exceed the length of an argument."""
    if isinstance(values, str):
        return values
    if isinstance(values, range) and values.step == 1 and values:
        return f"{values[0]}..{values[-1]}"
    return ",".join(value if isinstance(value, str) else json.dumps(value, default=_plain) for value in values)


def _column(texts: tuple[str, ...]) -> list[Any]:
    """The values of a column: numbers if every value is one. How `pandas.read_csv` rounds a number depends on its version."""
    if not any(texts):
        return [math.nan] * len(texts)
    readers: tuple[Callable[[str], Any], ...] = (int, float, {"true": True, "false": False}.__getitem__)
    for read in readers:
        try:
            return [read(text) if text else None for text in texts]
        except (ValueError, KeyError):
            pass
    return [text or None for text in texts]


def _check(line: bytes, given: str) -> None:
    """Raises the error that an answer reports for a bad line."""
    if b'"error":' in line:
        answer = json.loads(line)
        if "error" in answer:
            raise ValueError(f"{given}[{answer['line'] - 1}]: {answer['error']}")


def _output(*arguments: str, folder: str) -> Iterator[bytes]:
    """The lines that the program prints, each as soon as it is printed."""
    with tempfile.TemporaryFile(dir=folder) as told:
        with subprocess.Popen(
            [_program(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=told
        ) as process:
            try:
                yield from process.stdout or ()
            except BaseException:
                process.kill()
                raise
        told.seek(0)
        sentence = told.read().decode(errors="replace").strip()
    # 1: some lines are bad, and have error records.
    if process.returncode not in (0, 1):
        kind = ValueError if process.returncode == 2 else RuntimeError
        raise kind(sentence or f"flitscope has ended with {process.returncode}.")
    if sentence:
        # The caller of `grid` or `trace`, through `_objects`.
        warnings.warn(sentence, stacklevel=4)


def _program() -> str:
    """The path of the program of this wheel."""
    name = "flitscope.exe" if os.name == "nt" else "flitscope"
    places = [pathlib.Path(str(file.locate())) for file in metadata.files("flitscope") or () if file.name == name]
    # The place after `pip install --target`, which the list of installed files lacks.
    places.append(pathlib.Path(__file__).parents[1] / "bin" / name)
    for place in places:
        if place.is_file():
            return str(place)
    raise FileNotFoundError("The program flitscope is not where its wheel was installed: install the wheel again.")
