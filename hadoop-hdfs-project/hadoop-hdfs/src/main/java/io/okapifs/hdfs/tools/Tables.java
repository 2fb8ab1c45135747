package io.okapifs.hdfs.tools;

import java.util.List;
import org.apache.hadoop.tools.TableListing;

/** Tables as HDFS's own commands print theirs. */
final class Tables {

  private Tables() {}

  /**
   * An empty table.
   *
   * @param left how many columns, from the first one on, are aligned to the left; others are to the
   *     right
   */
  static TableListing of(int left, String... columns) {
    TableListing.Builder builder = new TableListing.Builder();
    for (int i = 0; i < columns.length; i++) {
      builder.addField(
          columns[i],
          i < left ? TableListing.Justification.LEFT : TableListing.Justification.RIGHT);
    }
    return builder.build();
  }

  /** The first column to the left, others to the right. */
  static TableListing ofNumbers(String... columns) {
    return of(1, columns);
  }

  /** Its header and rows, without blanks at the ends of lines. */
  static List<String> lines(TableListing table) {
    return table.toString().lines().map(String::stripTrailing).toList();
  }
}
