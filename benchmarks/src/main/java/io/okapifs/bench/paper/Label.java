package io.okapifs.bench.paper;

/** What kind of value ours is. */
public enum Label {
  COMPUTED("computed", "by arithmetic on layouts and on plans of codes; exact"),
  COUNTED("counted", "bytes, runs or objects that a run counted; not a time"),
  MODELLED("modelled", "by a simulation or by modelled disks"),
  RATIO("ratio of one run", "two things measured beside each other; only their ratio is claimed"),
  SUBSTITUTED("substituted", "the paper's input cannot be had; ours is another one, and named");

  private final String text;
  private final String meaning;

  Label(String text, String meaning) {
    this.text = text;
    this.meaning = meaning;
  }

  public String text() {
    return text;
  }

  /** One sentence for readers of the page. */
  public String meaning() {
    return meaning;
  }
}
