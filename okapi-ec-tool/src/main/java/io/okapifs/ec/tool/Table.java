package io.okapifs.ec.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table for programs. A value.
 *
 * @param name of its file, without an ending
 * @param columns their names
 * @param rows as many values each as there are columns: numbers, truth values and words
 */
record Table(String name, List<String> columns, List<List<Object>> rows) {
  Table {
    for (List<Object> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "a row does not fit: table=" + name + ", columns=" + columns + ", row=" + row);
      }
    }
  }

  /** By RFC 4180, but with the line ends of Unix; the first line has the columns. */
  String toCsv() {
    return Stream.concat(Stream.of(columns), rows.stream())
        .map(row -> row.stream().map(Table::field).collect(Collectors.joining(",")))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String field(Object value) {
    String text = String.valueOf(value);
    return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** A row is an object by column. */
  List<Map<String, Object>> toObjects() {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (List<Object> row : rows) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        object.put(columns.get(i), row.get(i));
      }
      objects.add(object);
    }
    return objects;
  }
}
