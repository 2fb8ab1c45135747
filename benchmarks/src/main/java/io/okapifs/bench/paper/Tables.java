package io.okapifs.bench.paper;

import io.okapifs.ec.analysis.PaperTable;
import io.okapifs.ec.analysis.PaperTables;
import java.util.Set;

/** The tables that rows may name: those of okapi-ec. */
public final class Tables {
  private Tables() {}

  public static Set<String> names() {
    return PaperTables.names();
  }

  static PaperTable compute(String name) {
    return PaperTables.compute(name);
  }

  /** What one types to see it. */
  static String line(String name) {
    return "bin/okapi-ec tables " + name;
  }
}
