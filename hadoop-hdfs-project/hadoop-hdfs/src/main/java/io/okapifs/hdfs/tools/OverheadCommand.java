package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.tools.Overhead.Sum;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
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
    super("-overhead", "-path <path> [-h] [-json]");
  }

  @Override
  String description() {
    return "Sum up what the files in and below a path take: data, parity (or further replicas) and"
        + " bytes\nstored per byte of data; by policy and stripe width, by file size, and what the"
        + " striped files would\ntake with other widths. With -h sizes are like 1.5 G, with -json"
        + " all is for programs. Snapshots are\nnot looked into.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Path top = new Path(path);
    DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(top.toUri(), conf));
    Path qualified = hdfs.makeQualified(top);
    OverheadCount count = new OverheadCount();
    FileWalk.visit(hdfs, qualified, count::add);
    Overhead overhead = count.of(qualified.toUri().getPath());
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
    TableListing.Builder builder = new TableListing.Builder().addField(first);
    for (String name : List.of("files", "data", "parity", "stored per byte")) {
      builder.addField(name, TableListing.Justification.RIGHT);
    }
    TableListing table = builder.build();
    for (Sum sum : sums) {
      table.addRow(
          sum.what(), Long.toString(sum.files()), size.apply(sum.data()),
          size.apply(sum.parity()), String.format(Locale.ROOT, "%.3f", sum.perByte()));
    }
    return table.toString();
  }
}
