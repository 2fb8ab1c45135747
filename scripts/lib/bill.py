"""The bill of materials of an archive (CycloneDX), from those that Maven makes of modules."""

import hashlib
import json
import re
import sys
from pathlib import Path

from testing import ROOT

MODULES = ["dist", "benchmarks", "hadoop-client-modules/hadoop-client-api"]
APACHE = [{"license": {"id": "Apache-2.0"}}]


def write(folder: Path, name: str, version: str, ours: dict[str, Path]) -> None:
    """Writes bom.json of what is bundled in a folder.

    ours: files of jars of ours by the names that they have there
    """
    known = {}
    for module in MODULES:
        bom = ROOT / module / "target" / "bom.json"
        if not bom.is_file():
            sys.exit(f"{bom.relative_to(ROOT)} is not there: run scripts/build")
        made = json.loads(bom.read_text())
        for component in made["components"]:
            known[file_name(component)] = component
    components = {}
    for jar in sorted(folder.rglob("*.jar")):
        file = ours[jar.name].name if jar.name in ours else jar.name
        component = known.get(file) or of_ours(file, version)
        # Of the file that is bundled: what Maven saw of a woven jar names the folder of its build.
        components[component["purl"]] = component | {
            "hashes": [{"alg": "SHA-256", "content": sha256(jar)}]}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": made["specVersion"],
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "name": name, "version": version, "licenses": APACHE},
        },
        "components": [components[purl] for purl in sorted(components)],
    }
    (folder / "bom.json").write_text(json.dumps(bill, indent=2) + "\n")


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def file_name(component: dict) -> str:
    """The jar of a component, as Maven names it."""
    classifier = re.search(r"[?&]classifier=([^&]*)", component["purl"])
    end = f"-{classifier.group(1)}" if classifier else ""
    return f"{component['name']}-{component['version']}{end}.jar"


def of_ours(file: str, version: str) -> dict:
    """A jar of ours that no module depends on."""
    name = file.removesuffix(".jar").removesuffix(f"-{version}")
    if not name.startswith("okapi-"):
        sys.exit(f"no module knows what {file} is")
    return {
        "type": "library", "group": "io.okapifs", "name": name, "version": version,
        "licenses": APACHE, "purl": f"pkg:maven/io.okapifs/{name}@{version}?type=jar"}
