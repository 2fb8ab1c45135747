package io.okapifs.bench.paper;

/** The papers whose results are looked at. */
public enum SourcePaper {
  LESS("less", "LESS, FAST'26"),
  SHEC("shec", "SHEC, HotDep'14"),
  BUTTERFLY("butterfly", "Butterfly in HDFS and Ceph, FAST'16 (slides)"),
  LIBRARIES("dais", "Erasure coding libraries, DAIS'16"),
  OKAPI("okapi", "Okapi, OSDI'25");

  private final String prefix;
  private final String title;

  SourcePaper(String prefix, String title) {
    this.prefix = prefix;
    this.title = title;
  }

  /** What the ids of its rows begin with. */
  public String prefix() {
    return prefix;
  }

  /** Its name and where it appeared. */
  public String title() {
    return title;
  }
}
