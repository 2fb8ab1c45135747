package io.okapifs.bench.paper;

/**
 * A table, figure or headline number of a paper. A value.
 *
 * @param id begins with the prefix of the paper, for example less-table-2
 * @param paper where it is printed
 * @param place where in the paper
 * @param says what the paper says there, in our words
 * @param label what kind of values ours are
 * @param source where ours come from
 * @param plotted whether it is drawn
 */
public record Row(
    String id, SourcePaper paper, String place, String says, Label label, Source source,
    boolean plotted) {
  public Row {
    if (!id.matches(paper.prefix() + "(-[0-9a-z]+)+")) {
      throw new IllegalArgumentException(
          "an id is its paper's prefix and words of a-z and 0-9 with - between: id=" + id
              + ", prefix=" + paper.prefix());
    }
  }

  static Row table(
      String id, SourcePaper paper, String place, String says, Label label, Source source) {
    return new Row(id, paper, place, says, label, source, false);
  }

  static Row figure(
      String id, SourcePaper paper, String place, String says, Label label, Source source) {
    return new Row(id, paper, place, says, label, source, true);
  }
}
