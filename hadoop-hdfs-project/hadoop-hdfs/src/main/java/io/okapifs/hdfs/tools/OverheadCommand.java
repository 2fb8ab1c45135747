package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.tools.Overhead.Sum;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.tools.TableListing;
import picocli.CommandLine.Option;

/** `hdfs ec -overhead -path P [-h] [-json]`. Asks for listings alone, and looks at no block. */
final class OverheadCommand extends EcCommand {

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  @Option(names = "-h")
  private boolean forPeople;

  @Option(names = "-json")
  private boolean json;

  OverheadCommand() {
    super("-overhead", "-path <path> [-h] [-json]", "-path");
  }

  @Override
  String description() {
    return "Sum up what the files in and below a path take: data, redundancy (parity or further"
        + " replicas) and\nbytes stored per byte of data; by policy and stripe width, by file size,"
        + " and what the striped files\nwould take with other widths. With -h sizes are like 1.5 G,"
        + " with -json all is for programs. Snapshots\nare not looked into.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Targets targets = Targets.of(conf, path);
    OverheadCount count = new OverheadCount();
    for (Path top : targets.paths()) {
      FileWalk.visit(targets.hdfs(), top, count::add);
    }
    Overhead overhead =
        count.of(targets.paths().size() == 1 ? targets.paths().get(0).toUri().getPath() : path);
    System.out.print(
        json ? JsonView.render(overhead)
            : text(overhead, forPeople ? SpaceTable::size : Long::toString));
    return 0;
  }

  private static String text(Overhead overhead, LongFunction<String> size) {
    return Stream.of(
            table("form", overhead.byForm(), size), table("file size", overhead.bySize(), size),
            table("striped files", overhead.striped(), size),
            table("", List.of(overhead.all()), size))
        .filter(table -> !table.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static String table(String first, List<Sum> sums, LongFunction<String> size) {
    if (sums.isEmpty()) {
      return "";
    }
    TableListing table =
        Tables.ofNumbers(first, "files", "data", "redundancy", "stored per byte");
    for (Sum sum : sums) {
      table.addRow(
          sum.what(), Long.toString(sum.files()), size.apply(sum.data()),
          size.apply(sum.redundancy()), String.format(Locale.ROOT, "%.3f", sum.perByte()));
    }
    return table.toString();
  }
}
