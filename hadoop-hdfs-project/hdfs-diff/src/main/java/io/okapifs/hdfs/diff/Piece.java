package io.okapifs.hdfs.diff;

import java.nio.file.Path;

/** What is woven, in two pieces: each has aspects, a lock and a page of its own. */
public enum Piece {
  /** What decoupled files need; aspects are in the modules that weave. */
  FEATURE("hdfs-diff.lock", "HDFS-DIFF.md"),

  /** Corrections of HDFS's own bugs; aspects are in hdfs-fixes, by the module that weaves them. */
  FIXES("hdfs-fixes.lock", "HDFS-FIXES.md");

  private static final String PROJECT = "hadoop-hdfs-project";

  private final String lock;
  private final String page;

  Piece(String lock, String page) {
    this.lock = lock;
    this.page = page;
  }

  /** The lock, below the folder of the whole project. */
  public Path lock(Path root) {
    return root.resolve(PROJECT).resolve(lock);
  }

  /** The name of the lock, as in texts. */
  public String lockName() {
    return lock;
  }

  /** The name of the page in docs. */
  String page() {
    return page;
  }

  /**
   * Where the aspects are that are woven into an upstream jar.
   *
   * @param module the module that weaves, which has the jar's name
   */
  public Path aspects(Path root, String module) {
    Path project = root.resolve(PROJECT);
    return this == FEATURE
        ? project.resolve(module).resolve("src/main/aspect")
        : project.resolve("hdfs-fixes/src/main/aspect").resolve(module);
  }
}
