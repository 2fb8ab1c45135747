#!/usr/bin/python3
"""Draws what `bin/bench transition-io --json` printed, and prints it as a table in Markdown.

usage: fig_transition_io.py RESULTS.jsonl FIGURE.svg
"""

import json
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.patches import Patch  # noqa: E402

METHODS = ("regroup", "convertible", "rewrite")


def load(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.startswith("{")]


def members(policy):
    """k of CODEC-k-r-CELLk."""
    return int(re.search(r"-(\d+)-\d+-\d+k$", policy).group(1))


def table(rows):
    lines = [
        "| file, blocks of | from | to | method | groups ahead | bytes per byte of the file"
        " | by the layout | moved | data written again | by the client |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        size = row["file_bytes"]
        lines.append(
            f"| {size / 2**20:g} MiB, {row['block_bytes'] / 2**10:g} KiB"
            f" | {row['from']} | {row['to']} | {row['method']}"
            f" | {row.get('lookahead_groups', '-')}"
            f" | {row['ratio']:.4f} | {row['expected_ratio']:.4f}"
            f" | {row['relocated_bytes'] / size:.3f} | {row['data_bytes_rewritten'] / size:g}"
            f" | {row['client_bytes'] / size:g} |"
        )
    return "\n".join(lines) + "\n"


def bars(axis, rows, title):
    """Bars for each change, one for each method; what moves without look-ahead on top."""
    changes = list(dict.fromkeys((members(row["from"]), members(row["to"])) for row in rows))
    for row in rows:
        m = METHODS.index(row["method"])
        at = changes.index((members(row["from"]), members(row["to"]))) + (m - 1) * 0.27
        if row.get("lookahead_groups") != 0:
            axis.bar(at, row["ratio"], 0.25, color=f"C{m}")
        elif row["relocated_bytes"] > 0:
            moved = row["relocated_bytes"] / row["file_bytes"]
            axis.bar(at, moved, 0.25, bottom=row["ratio"], color="none", edgecolor="k", hatch="//")
    axis.set_xticks(range(len(changes)), [f"{a} to {b}" for a, b in changes], rotation=45)
    axis.set_ylim(0, 3.2)
    axis.set_ylabel("bytes of blocks read and written per byte of the file")
    axis.set_title(title, fontsize="medium")
    axis.legend(
        handles=[Patch(color=f"C{m}", label=method) for m, method in enumerate(METHODS)]
        + [Patch(fill=False, hatch="//", label="data that moves first, without look-ahead")],
        fontsize="x-small",
    )


def savings(axis, rows):
    """What regrouping and merging save of a rewrite, measured and calculated."""
    rewrites = {
        members(row["to"]): row["expected_ratio"] for row in rows if row["method"] == "rewrite"
    }
    for m, method in enumerate(METHODS[:2]):
        points = sorted(
            (members(row["to"]), 100 * (1 - row["expected_ratio"] / rewrites[members(row["to"])]))
            for row in rows
            if row["method"] == method and members(row["to"]) > members(row["from"])
        )
        axis.plot(*zip(*points), "o-", color=f"C{m}", label=method)
    axis.axhline(50, color="gray", linestyle=":", label="Okapi: about 50 % measured")
    axis.axhline(70, color="gray", linestyle="--", label="Okapi: up to 70 % with convertible codes")
    axis.set_xlabel("data members behind")
    axis.set_ylabel("I/O saved of a rewrite, %")
    axis.set_title("by the layout, whole groups", fontsize="medium")
    axis.legend(fontsize="x-small")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    results = load(sys.argv[1])
    rows = [row for row in results if row["result"] == "transition-io"]
    if not rows:
        sys.exit(f"no results: file={sys.argv[1]}")
    print(table(rows), end="")
    shapes = list(dict.fromkeys((row["file_bytes"], row["block_bytes"]) for row in rows))
    figure, axes = plt.subplots(1, len(shapes) + 1, figsize=(5 * (len(shapes) + 1), 4.5))
    for axis, shape in zip(axes, shapes):
        of_shape = [row for row in rows if (row["file_bytes"], row["block_bytes"]) == shape]
        bars(axis, of_shape, f"{shape[0] / 2**20:g} MiB, blocks of {shape[1] / 2**10:g} KiB")
    whole = [row for row in rows if row["file_bytes"] == shapes[0][0]]
    savings(axes[-1], whole + [r for r in results if r["result"] == "transition-io-calculated"])
    figure.text(0.01, 0.005, sys.argv[1], fontsize=7)
    figure.tight_layout()
    figure.savefig(sys.argv[2], metadata={"Date": None})


if __name__ == "__main__":
    main()
