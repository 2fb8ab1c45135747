package io.okapifs.ec.analysis;

import io.okapifs.ec.EcException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * All tables that can be computed again: Tables 1 to 4, Figure 3 and Theorem 1 of LESS, FAST'26
 * (sections 2.3 and 4.1, appendix A), Tables 1 and 2 and Figures 3, 4 and 6 of SHEC, HotDep'14
 * (sections 2.2 to 2.4), and what slides on Butterfly, FAST'16, claim of its repairs;
 * two-block-repairs is in no paper. Any thread may call it.
 */
public final class PaperTables {
  private static final Map<String, Supplier<PaperTable>> TABLES = new TreeMap<>();

  /** Tables that take long, which are computed only where they are asked for. */
  private static final Map<String, Supplier<PaperTable>> LONG_TABLES = new TreeMap<>();

  static {
    TABLES.put("less-table-1", LessPropertyTable::table1);
    TABLES.put("less-table-2", LessTables::table2);
    TABLES.put("less-table-3", LessTables::table3);
    TABLES.put("less-table-4", LessElementTables::table4);
    LONG_TABLES.put("less-table-4-whole", LessElementTables::wholeTable4);
    TABLES.put("less-theorem-1", LessElementTables::theorem1);
    TABLES.put("less-figure-3", LessTables::figure3);
    TABLES.put("two-block-repairs", LessTables::twoBlockRepairs);
    TABLES.put("shec-table-1", ShecTables::table1);
    TABLES.put("shec-table-2", ShecTables::table2);
    TABLES.put("shec-figure-3", ShecFigures::figure3);
    TABLES.put("shec-figure-4", ShecFigures::figure4);
    TABLES.put("shec-figure-6", ShecFigures::figure6);
    TABLES.put("shec-durability", ShecDurability::ratios);
    TABLES.put("butterfly", ButterflyTables::repairs);
  }

  private PaperTables() {}

  /** The names that {@link #compute} knows. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(TABLES.keySet());
    names.addAll(LONG_TABLES.keySet());
    return names;
  }

  /**
   * The table, computed at every call: wide codes take seconds, those whose names end in -whole
   * minutes.
   *
   * @param name one of {@link #names()}
   * @throws EcException for any other name, saying which there are
   */
  public static PaperTable compute(String name) {
    Supplier<PaperTable> table = TABLES.getOrDefault(name, LONG_TABLES.get(name));
    if (table == null) {
      throw new EcException("no such table: name=" + name + "; tables: " + names());
    }
    return table.get();
  }

  /** All tables that take seconds. */
  public static List<PaperTable> computeAll() {
    return TABLES.values().stream().map(Supplier::get).toList();
  }
}
