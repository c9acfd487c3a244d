"""Executes the notebook with the installed wheel, into target/notebook, with its pictures as files; fails on an error in it. Run by `make notebook`."""

import base64
import pathlib

import nbformat
from nbclient import NotebookClient

target = pathlib.Path("target/notebook")
target.mkdir(parents=True, exist_ok=True)
notebook = nbformat.read("examples/python/figures.ipynb", as_version=4)
NotebookClient(notebook, kernel_name="python3", timeout=None).execute()
nbformat.write(notebook, target / "figures.ipynb")
outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
pictures = [output.data["image/png"] for output in outputs if "image/png" in output.get("data", {})]
for number, picture in enumerate(pictures, start=1):
    path = target / f"figure-{number}.png"
    path.write_bytes(base64.b64decode(picture))
    print(f"notebook: {path}")
if len(pictures) != 5:
    raise SystemExit(f"notebook stopped: it has {len(pictures)} pictures, and there are five papers.")
