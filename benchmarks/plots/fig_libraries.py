#!/usr/bin/python3
"""Draws what `bin/bench libraries --json` printed, and prints it as a table in Markdown.

usage: fig_libraries.py RESULTS.jsonl FIGURE.svg
"""

import json
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


def load(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.startswith("{")]


def summarise(results):
    """Per panel and library: (object size in MB, MB/s, standard deviation), by size."""
    panels = defaultdict(lambda: defaultdict(list))
    for result in results:
        panel = "encode" if result["op"] == "encode" else f"decode, {result['missing']} missing"
        point = (result["object_bytes"] / 1e6, result["mb_per_s"], result["mb_per_s_sd"])
        panels[panel][result["library"]].append(point)
    return {name: {lib: sorted(p) for lib, p in libs.items()} for name, libs in panels.items()}


def table(panels):
    """MB/s: a row per library and object size, a column per panel."""
    cells = defaultdict(dict)
    for panel, libraries in panels.items():
        for library, points in libraries.items():
            for size, speed, _ in points:
                cells[library, size][panel] = f"{speed:.0f}"
    rows = [["library", "object, MB", *panels], ["---"] * (2 + len(panels))]
    for (library, size), speeds in sorted(cells.items()):
        rows.append([library, f"{size:g}", *(speeds.get(panel, "-") for panel in panels)])
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def draw(panels, source):
    figure, axes = plt.subplots(2, 3, figsize=(13, 7), sharex=True)
    for axis, (name, libraries) in zip(axes.flat, panels.items()):
        for library, points in libraries.items():
            sizes, speeds, deviations = zip(*points)
            axis.errorbar(sizes, speeds, deviations, marker="o", capsize=3, label=library)
        axis.set_title(name)
        axis.set_xscale("log", base=2)
        axis.set_yscale("log")
        axis.set_xlabel("object, MB")
        axis.set_ylabel("MB/s")
    axes.flat[0].legend(fontsize="x-small")
    figure.text(0.01, 0.005, f"k = 10, m = 4 (flat XOR: 5); {source}", fontsize=7)
    figure.tight_layout()
    return figure


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    results = load(sys.argv[1])
    if not results:
        sys.exit(f"no results: file={sys.argv[1]}")
    panels = summarise(results)
    print(table(panels), end="")
    draw(panels, sys.argv[1]).savefig(sys.argv[2], metadata={"Date": None})


if __name__ == "__main__":
    main()
