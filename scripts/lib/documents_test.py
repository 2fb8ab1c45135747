#!/usr/bin/env python3
"""What the documents name is there: files and headings that they link to, tests, settings, scripts.

Of generated pages only the links are looked at: tests of their own say where they are stale.
That of docs/SETTINGS.md is here.
"""

import re
import unittest
from functools import cache
from pathlib import Path

import settings as page_of_settings

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("**/*.md")])
GENERATED = {
    *("CODES.md", "PAPERS.md", "RESULTS.md", "HDFS-DIFF.md", "HDFS-FIXES.md", "WHY-WEAVING.md"),
    *("UPSTREAM-TESTS.md", "SETTINGS.md"),
}
WRITTEN = [page for page in PAGES if page.name not in GENERATED]
MESSAGES = ROOT / "hadoop-hdfs-project/hadoop-hdfs-client/src/main/proto"
SETTINGS = page_of_settings.FILE

CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^]]*]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
TEST = re.compile(r"`([A-Z]\w*Test)(?:\.(\w+)(\*?))?`")
SCRIPT = re.compile(r"\b((?:scripts|bin)/[\w./-]*\w)|`(\w+_test\.py)`")
SETTING = re.compile(r"\bdfs\.(?:client|namenode|datanode)\.ec\.[\w.-]*\w")
METHOD = re.compile(r"\bvoid (\w+)\(")


def text_of(page: Path) -> str:
    return CODE.sub("", page.read_text())


def anchor(heading: str) -> str:
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def anchors(page: Path) -> set[str]:
    return {anchor(heading) for heading in HEADING.findall(text_of(page))}


def wrong_links(page: Path, text: str) -> list[str]:
    wrong = []
    for link in LINK.findall(text):
        path, _, fragment = link.partition("#")
        if "://" in path:
            continue
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            wrong.append(f"{page.name}: no such file: {link}")
        elif fragment and fragment not in anchors(target):
            wrong.append(f"{page.name}: no such heading: {link}")
    return wrong


@cache
def tests() -> dict[str, Path]:
    """Classes by name, of main as well: some of these end with Test."""
    return {
        file.stem: file
        for file in ROOT.glob("**/src/*/java/**/*.java")
        if "target" not in file.parts
    }


@cache
def cases(name: str) -> frozenset[str]:
    """Methods of a test class and of the classes that it extends."""
    text = tests()[name].read_text()
    parents = re.findall(rf"class {name} extends (\w+)", text)
    inherited = [cases(parent) for parent in parents if parent in tests()]
    return frozenset(METHOD.findall(text)).union(*inherited)


def wrong_tests(page: Path, text: str) -> list[str]:
    wrong = []
    for name, case, begins in TEST.findall(text):
        if name not in tests():
            wrong.append(f"{page.name}: no such test: {name}")
        elif case and not any(
            each.startswith(case) if begins else each == case for each in cases(name)
        ):
            wrong.append(f"{page.name}: no such case: {name}.{case}{begins}")
    return wrong


def settings() -> set[str]:
    return set(re.findall(r"<name>(.*?)</name>", SETTINGS.read_text()))


def wrong_settings(page: Path, text: str) -> list[str]:
    return [
        f"{page.name}: no such setting: {key}"
        for key in SETTING.findall(text)
        if key not in settings()
    ]


def wrong_scripts(page: Path, text: str) -> list[str]:
    wrong = []
    for path, test in SCRIPT.findall(text):
        file = ROOT / path if path else ROOT / "scripts" / "lib" / test
        if not file.exists():
            wrong.append(f"{page.name}: no such script: {path or test}")
    return wrong


class Documents(unittest.TestCase):

    def none_of(self, wrong, pages):
        found = [each for page in pages for each in wrong(page, text_of(page))]
        self.assertEqual(found, [], "\n".join(found))

    def test_links_lead_to_files_and_headings(self):
        self.none_of(wrong_links, PAGES)

    def test_tests_and_their_cases_are_there(self):
        self.none_of(wrong_tests, WRITTEN)

    def test_settings_are_there(self):
        self.none_of(wrong_settings, WRITTEN)

    def test_scripts_are_there(self):
        found = [each for page in WRITTEN for each in wrong_scripts(page, page.read_text())]
        self.assertEqual(found, [], "\n".join(found))

    def test_the_page_of_formats_names_every_message(self):
        text = "".join(file.read_text() for file in MESSAGES.glob("*.proto"))
        messages = re.findall(r"^ *message (\w+)", text, re.MULTILINE)
        self.assertGreater(len(messages), 20)
        page = (ROOT / "docs/FORMAT.md").read_text()
        self.assertEqual([name for name in messages if f"`{name}`" not in page], [])

    def test_the_page_of_settings_is_what_the_file_says_today(self):
        text = SETTINGS.read_text()
        page = (ROOT / "docs/SETTINGS.md").read_text()
        self.assertEqual(page, page_of_settings.page(text), "run scripts/lib/settings.py")
        self.assertNotEqual(page, page_of_settings.page(text.replace("256m", "257m")))
        self.assertEqual([key for key in settings() if f"| `{key}` |" not in page], [])

    def test_what_is_not_there_rings(self):
        page = ROOT / "README.md"
        self.assertEqual(
            [
                *wrong_links(page, "[a](docs/NONE.md) [b](docs/STATUS.md#none) [c](LICENSE)"),
                *wrong_tests(page, "`NoneTest` `FsckTest.none` `FsckTest.nothing*` `FsckTest`"),
                *wrong_settings(page, "dfs.client.ec.none dfs.datanode.ec.group-repair.threads"),
                *wrong_scripts(page, "scripts/none bin/hdfs `none_test.py` `soak_test.py`"),
            ],
            [
                "README.md: no such file: docs/NONE.md",
                "README.md: no such heading: docs/STATUS.md#none",
                "README.md: no such test: NoneTest",
                "README.md: no such case: FsckTest.none",
                "README.md: no such case: FsckTest.nothing*",
                "README.md: no such setting: dfs.client.ec.none",
                "README.md: no such script: scripts/none",
                "README.md: no such script: none_test.py",
            ],
        )


if __name__ == "__main__":
    unittest.main()
