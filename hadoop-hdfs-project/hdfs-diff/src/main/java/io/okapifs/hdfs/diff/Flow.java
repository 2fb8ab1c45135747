package io.okapifs.hdfs.diff;

/** What of HDFS a pointcut is about: the sections of docs/HDFS-DIFF.md, in their order. */
enum Flow {
  WRITE("Writing"),
  READ("Reading"),
  FILE("Files, their names and policies"),
  ALLOCATE("Allocation and pipelines"),
  LEASE("Files whose writers died"),
  JOURNAL("Journal, image and replay"),
  REPORTS("What DataNodes report"),
  HEALTH("What counts as stored, safe or missing"),
  PLACEMENT("Placement and excess"),
  REPAIR("Repair"),
  TRANSITION("Transitions"),
  OPS("Start, settings, fsck"),
  TOOLS("Tools"),
  FIX("Corrections of HDFS's own bugs");

  private final String title;

  Flow(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
