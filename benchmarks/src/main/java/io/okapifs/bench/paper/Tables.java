package io.okapifs.bench.paper;

import io.okapifs.ec.analysis.PaperTable;
import io.okapifs.ec.analysis.PaperTables;
import java.util.Set;
import java.util.TreeSet;

/** The tables that rows may name: those of okapi-ec, and Okapi's, which layouts give. */
public final class Tables {
  private Tables() {}

  public static Set<String> names() {
    Set<String> names = new TreeSet<>(PaperTables.names());
    names.addAll(OkapiTables.all().keySet());
    return names;
  }

  static PaperTable compute(String name) {
    return OkapiTables.all().getOrDefault(name, () -> PaperTables.compute(name)).get();
  }

  /** What one types to see it. */
  static String line(String name) {
    return (OkapiTables.all().containsKey(name) ? "bin/bench" : "bin/okapi-ec") + " tables "
        + name;
  }
}
