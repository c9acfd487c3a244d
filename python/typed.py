"""A user of the installed wheel with types, checked by mypy in `make wheel`."""

import flitscope
import pandas

cube = "system=kary-ncube k=8 n=2"
solved: pandas.DataFrame = flitscope.solve(cube, fractions=[0.5, 0.9])
runs: pandas.DataFrame = flitscope.simulate(flitscope.grid(cube, over={"vcs": [3, 4]}, seeds=range(1, 3)), workers=2)
answer: dict[str, object] = flitscope.explore({"question": "sensitivity", "scenario": cube})
answers: list[dict[str, object]] = flitscope.explore([{"question": "sensitivity", "scenario": cube}])
messages: pandas.DataFrame = flitscope.trace(cube, to=1000)
lists: list[pandas.DataFrame] = [flitscope.keys("kary-ncube"), flitscope.presets(), flitscope.lessons()]
