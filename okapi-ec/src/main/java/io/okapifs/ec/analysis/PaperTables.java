package io.okapifs.ec.analysis;

import io.okapifs.ec.EcException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * All tables that can be computed again: Tables 1 to 3 and Figure 3 of LESS, FAST'26 (sections 2.3
 * and 4.1), Tables 1 and 2 of SHEC, HotDep'14 (section 2.3), and what slides on Butterfly, FAST'16,
 * claim of its repairs; two-block-repairs is in no paper. Any thread may call it.
 */
public final class PaperTables {
  private static final Map<String, Supplier<PaperTable>> TABLES = new TreeMap<>();

  static {
    TABLES.put("less-table-1", LessTables::table1);
    TABLES.put("less-table-2", LessTables::table2);
    TABLES.put("less-table-3", LessTables::table3);
    TABLES.put("less-figure-3", LessTables::figure3);
    TABLES.put("two-block-repairs", LessTables::twoBlockRepairs);
    TABLES.put("shec-table-1", ShecTables::table1);
    TABLES.put("shec-table-2", ShecTables::table2);
    TABLES.put("butterfly", ButterflyTables::repairs);
  }

  private PaperTables() {}

  /** The names that {@link #compute} knows. */
  public static Set<String> names() {
    return Set.copyOf(TABLES.keySet());
  }

  /**
   * The table, computed at every call: wide codes take seconds.
   *
   * @param name one of {@link #names()}
   * @throws EcException for any other name, saying which there are
   */
  public static PaperTable compute(String name) {
    Supplier<PaperTable> table = TABLES.get(name);
    if (table == null) {
      throw new EcException("no such table: name=" + name + "; tables: " + TABLES.keySet());
    }
    return table.get();
  }

  /** All tables. */
  public static List<PaperTable> computeAll() {
    return TABLES.values().stream().map(Supplier::get).toList();
  }
}
