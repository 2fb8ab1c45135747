package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares upstream's own tests on the woven jars with the same tests on the stock jars. */
public final class UpstreamTests {

  private static final String RENEW = "--write";

  private UpstreamTests() {}

  /** Arguments: baseline file, folder of Surefire reports, and --write to renew the baseline. */
  public static void main(String[] arguments) throws IOException {
    Path baseline = Path.of(arguments[0]);
    Path reports = Path.of(arguments[1]);
    if (arguments.length > 2 && arguments[2].equals(RENEW)) {
      renew(baseline, reports);
      return;
    }
    List<String> worse = worse(baseline, reports);
    worse.forEach(System.err::println);
    System.out.println("Upstream's tests, worse than on the stock jars: " + worse.size());
    System.exit(worse.isEmpty() ? 0 : 1);
  }

  /** One sentence for each case that is worse than the baseline. */
  static List<String> worse(Path baseline, Path reports) throws IOException {
    List<String> worse = new ArrayList<>();
    for (String line : Files.readAllLines(baseline)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      UpstreamResult stock = UpstreamResult.parse(line);
      Path report = reports.resolve("TEST-" + stock.testClass() + ".xml");
      if (Files.exists(report)) {
        worse.addAll(stock.worseIn(UpstreamResult.read(report)));
      } else {
        worse.add(stock.testClass() + " has no report: file=" + report);
      }
    }
    return worse;
  }

  private static void renew(Path baseline, Path reports) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# Upstream's tests on the stock jars: class, executed cases, failed cases.");
    lines.add("# Written by scripts/test --stock; what fails here needs a file that is in no jar.");
    for (Path report : Folders.filesIn(reports, ".xml")) {
      lines.add(UpstreamResult.read(report).toLine());
    }
    Files.write(baseline, lines);
  }
}
