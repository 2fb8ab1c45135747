package io.okapifs.bench.paper;

import io.okapifs.bench.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All rows, in the order of papers and their pages. */
public final class PaperRows {
  private static final int NEAREST = 3;

  /** Every row once. */
  public static final List<Row> ALL =
      Stream.of(
              LessRows.all(), ShecRows.all(), ButterflyRows.all(), LibraryRows.all(),
              OkapiLayoutRows.all(), OkapiReadRows.all(), OkapiCostRows.all())
          .flatMap(List::stream)
          .toList();

  private PaperRows() {}

  /**
   * Rows by their ids; fig stands for figure, and tab for table.
   *
   * @throws IllegalArgumentException for an id that there is not, naming the nearest ones
   */
  public static List<Row> byIds(List<String> ids) {
    List<Row> rows = new ArrayList<>();
    for (String id : ids) {
      String full = id.replace("-fig-", "-figure-").replace("-tab-", "-table-");
      rows.add(
          find(full)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "no such row: id=" + id + "; nearest: " + nearest(full)
                              + "; --list names all " + ALL.size())));
    }
    return rows;
  }

  private static Optional<Row> find(String id) {
    return ALL.stream().filter(row -> row.id().equals(id)).findFirst();
  }

  private static String nearest(String id) {
    return String.join(", ", Nearest.of(id, ALL.stream().map(Row::id).toList(), NEAREST));
  }
}
