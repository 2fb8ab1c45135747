package io.okapifs.bench.scenario;

import io.okapifs.bench.paper.OkapiTables;
import io.okapifs.ec.analysis.PaperTable;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What Okapi (OSDI'25) calculates in its section 6, calculated again. Nothing is measured. */
@Command(
    name = "tables",
    description = "Figures of Okapi that are calculated: transitions and memory of writers.",
    footer = "Takes seconds, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class CalculatedTables implements Callable<Integer> {

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "The table; default: all of them.")
  private String name;

  @Option(names = "--csv", description = "Our values alone, with a header line.")
  private boolean csv;

  @Override
  public Integer call() {
    Map<String, Supplier<PaperTable>> tables = new TreeMap<>(OkapiTables.all());
    if (name != null && !tables.containsKey(name)) {
      throw new IllegalArgumentException(
          "no such table: name=" + name + "; tables: " + tables.keySet());
    }
    tables.forEach((each, table) -> {
      if (name == null || name.equals(each)) {
        PaperTable computed = table.get();
        System.out.println(csv ? computed.toCsv() : computed.toReport());
      }
    });
    return 0;
  }
}
