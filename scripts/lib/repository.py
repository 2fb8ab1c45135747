"""Makes a Maven repository of our jars, as an archive; see scripts/dist."""

import hashlib
import shutil

import dist
from dist import HDFS, ROOT, TARGET, VERSION, WOVEN

NAME = f"okapi-maven-{VERSION}"
GROUP = "io/okapifs"
# Where the poms are, by the names of their artifacts; all of them have jars but the parent.
POMS = {
    "okapi": ROOT,
    "okapi-native": ROOT / "native",
    "okapi-ec": ROOT / "okapi-ec",
    "okapi-ec-tool": ROOT / "okapi-ec-tool",
    "okapi-hadoop-common": ROOT / "hadoop-common-project" / "hadoop-common",
    "okapi-hdfs-fixes": HDFS / "hdfs-fixes",
    "hadoop-hdfs-client": HDFS / "hadoop-hdfs-client",
    "hadoop-hdfs": HDFS / "hadoop-hdfs",
    "okapi-hadoop-client-api": ROOT / "hadoop-client-modules" / "hadoop-client-api",
}


def main():
    folder = TARGET / NAME
    shutil.rmtree(folder, ignore_errors=True)
    for artifact, module in POMS.items():
        place = folder / GROUP / artifact / VERSION
        place.mkdir(parents=True)
        dist.copy(module / "pom.xml", place / f"{artifact}-{VERSION}.pom")
        if artifact != "okapi":
            built = module / "target" / f"{artifact}-{VERSION}.jar"
            dist.copy(dist.stripped(built) if built in WOVEN.values() else built, place / built.name)
        for file in list(place.iterdir()):
            sum_beside(file)
    dist.sums(folder)
    dist.archive(folder)


def sum_beside(file):
    """Which Maven compares what it fetches with."""
    digest = hashlib.sha1(file.read_bytes()).hexdigest()
    file.with_name(file.name + ".sha1").write_text(digest)


if __name__ == "__main__":
    main()
