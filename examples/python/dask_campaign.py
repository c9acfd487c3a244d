"""A campaign with Dask: on the cores of this machine by default, on a cluster after `dask.distributed.Client(address)`."""

import dask, flitscope, pandas

runs = [f"system=kary-ncube n=2 cycles=20000 load={load} seed={seed}" for load in (0.001, 0.003) for seed in range(1, 33)]
parts = [dask.delayed(flitscope.simulate)(runs[part::8], workers=1) for part in range(8)]
answers = pandas.concat(dask.compute(*parts), ignore_index=True)
print(answers.groupby("load").mean_latency.agg(["count", "mean", "sem"]))
