#!/usr/bin/python3
"""Draws the figures among the rows that `bin/bench paper --out FOLDER` has written.

usage: paper_plots.py FOLDER

For each row that is a figure and has numbers of ours: FOLDER/ID.svg and ID.png, a panel for each
metric with ours, and the paper's where it prints one. Needs matplotlib of the version in
paper_plots.txt; without it one sentence says so, and nothing is drawn.
"""

import json
import pathlib
import re
import sys

PANELS_MAX = 8
BARS_MAX = 30
WIDTH = 0.4


def number(text):
    """The number of what a table says, None where it says none."""
    found = re.fullmatch(r"(?:about |at most |at least )?(-?\d+(?:\.\d+)?)", text or "")
    return float(found.group(1)) if found else None


def panels(row):
    """Per metric: (item, ours, the paper's), in the row's order; without metrics of no numbers."""
    by_metric = {}
    for value in row["values"]:
        point = (value["item"], number(value.get("ours")), number(value.get("paper")))
        if point[1] is not None or point[2] is not None:
            by_metric.setdefault(value["metric"], []).append(point)
    printed = [
        (metric, ours, paper)
        for metric, points in by_metric.items()
        for _, ours, paper in points
        if paper is not None
    ]
    if len(by_metric) > PANELS_MAX and printed:
        # So many metrics are lines of a simulation; those that the paper prints share a panel.
        return {"": printed[:BARS_MAX]}
    return {m: points[:BARS_MAX] for m, points in list(by_metric.items())[:PANELS_MAX]}


def has_numbers_of_ours(row):
    return any(ours is not None for points in panels(row).values() for _, ours, _ in points)


def draw(row, plt):
    by_metric = panels(row)
    columns = min(len(by_metric), 2)
    lines = -(-len(by_metric) // columns)
    figure, axes = plt.subplots(lines, columns, figsize=(6.5 * columns, 3.6 * lines), squeeze=False)
    for axis in axes.flat[len(by_metric):]:
        axis.set_visible(False)
    for axis, (metric, points) in zip(axes.flat, by_metric.items()):
        places = range(len(points))
        for side, shift, name in ((1, -WIDTH / 2, "ours"), (2, WIDTH / 2, "paper")):
            shown = [(place + shift, point[side]) for place, point in zip(places, points)]
            shown = [(x, y) for x, y in shown if y is not None]
            if shown:
                axis.bar(*zip(*shown), WIDTH, color=f"C{side - 1}", label=name)
        axis.set_xticks(places, [point[0] for point in points], rotation=30, ha="right", fontsize=6)
        axis.set_title(metric, fontsize="small")
        axis.legend(fontsize="x-small")
    figure.suptitle(f"{row['paper']}, {row['place']}", fontsize="medium")
    environment = row["environment"]
    source = f"{row['label']}; commit {environment['commit']}, {environment['processor']}"
    figure.text(0.01, 0.005, source, fontsize=6)
    figure.tight_layout(rect=(0, 0.02, 1, 0.98))
    return figure


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        import matplotlib
    except ImportError:
        print("No plots: matplotlib is not installed; scripts/setup --benchmarks installs it.")
        return
    matplotlib.use("Agg")
    # The same input gives the same file.
    matplotlib.rcParams["svg.hashsalt"] = "paper"
    import matplotlib.pyplot as plt

    folder = pathlib.Path(sys.argv[1])
    index = json.loads((folder / "rows.json").read_text(encoding="utf-8"))
    for entry in index["rows"]:
        row = json.loads((folder / f"{entry['id']}.json").read_text(encoding="utf-8"))
        if row["plotted"] and has_numbers_of_ours(row):
            figure = draw(row, plt)
            figure.savefig(folder / f"{row['id']}.svg", metadata={"Date": None})
            figure.savefig(folder / f"{row['id']}.png", dpi=120)
            plt.close(figure)


if __name__ == "__main__":
    main()
