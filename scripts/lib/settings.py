#!/usr/bin/env python3
"""Prints docs/SETTINGS.md: every setting of okapi-default.xml with type, default and description."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "hadoop-hdfs-project/hadoop-hdfs-client/src/main/resources/okapi-default.xml"

BEGIN = f"""\
# Settings

What Okapi adds to the settings of HDFS. `scripts/lib/settings.py` writes this page from
[okapi-default.xml](../{FILE.relative_to(ROOT)}).

Set values in `hdfs-site.xml` of the machine that reads them: `dfs.client` of clients, `dfs.namenode` of NameNodes,
`dfs.datanode` of DataNodes. Values in `core-site.xml` do not count. Keep the file the same on both NameNodes of a
pair. `hdfs getconf -confKey KEY` says what holds on a machine, `/conf` of a daemon's HTTP server what holds there.

Bytes are a number, or one with a unit such as `256m`. A duration is a number with a unit such as `60s` or `5m`.
"""


def in_one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def row(setting: ET.Element) -> str:
    value = in_one_line(setting.findtext("value"))
    kind, _, text = in_one_line(setting.findtext("description")).partition(". ")
    # Readers of Markdown take stars and pipes for marks.
    text = re.sub(r"([|*<])", r"\\\1", text)
    text = re.sub(r"\b[A-Z-]+\.md\b", r"[\g<0>](\g<0>)", text)
    return f"| `{setting.findtext('name')}` | {kind} | {f'`{value}`' if value else 'none'} | {text} |"


def page(text: str) -> str:
    """A table for each comment between settings."""
    parser = ET.XMLParser(target=ET.TreeBuilder(insert_comments=True))
    lines = [BEGIN]
    for each in ET.fromstring(text, parser):
        if each.tag is ET.Comment:
            heading = in_one_line(each.text)
            lines += ["", f"## {heading}", "", "| key | type | default | meaning |", "|---|---|---|---|"]
        else:
            lines.append(row(each))
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


if __name__ == "__main__":
    print(page(FILE.read_text()), end="")
