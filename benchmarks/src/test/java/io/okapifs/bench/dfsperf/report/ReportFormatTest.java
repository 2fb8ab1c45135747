package io.okapifs.bench.dfsperf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contexts and reports have the format that readers of the original know. */
final class ReportFormatTest {

  private static final String READ = "ReadThroughput(MB/s)";
  private static final String P99 = "ReadP99(ms)";

  @TempDir Path folder;

  private static SlaveContext context(int id, String node, boolean success, double... rates) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("files.per.thread", "2");
    keys.put("read.mode", "SEQUENCE");
    Map<String, List<Double>> statistics = new LinkedHashMap<>();
    statistics.put(READ, Arrays.stream(rates).boxed().toList());
    statistics.put(P99, Arrays.stream(rates).map(rate -> rate / 10).boxed().toList());
    return new SlaveContext("SimpleRead", id, node, success, 1000 + id, 2000, keys, statistics);
  }

  @Test
  void aContextHasOneValueOnEachLine() throws IOException {
    SlaveContext context = context(3, "host1", true, 1.5, 20);
    assertThat(context.fileName()).isEqualTo("contextSimpleRead-3@host1");
    assertThat(context.text())
        .isEqualTo(
            """
            SimpleRead
            3
            host1
            true
            1003
            2000
            2
            files.per.thread
            2
            read.mode
            SEQUENCE
            2
            ReadThroughput(MB/s)
            2
            1.5
            20.0
            ReadP99(ms)
            2
            0.15
            2.0
            """);
    context.write(folder);
    assertThat(SlaveContext.read(folder.resolve(context.fileName()))).isEqualTo(context);
  }

  @Test
  void aContextThatEndsEarlyIsNamedWithItsLine() throws IOException {
    Path file = Files.writeString(folder.resolve("context"), "SimpleRead\n0\nhost\ntrue\n1\n2\n5\n");
    assertThatThrownBy(() -> SlaveContext.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("context", "line=8");
  }

  @Test
  void aReportAddsThreadsAndSlavesUpAndTakesPercentilesOfAll() throws IOException {
    TotalReport report =
        TotalReport.of(
            List.of(context(0, "host1", true, 1, 2), context(1, "host10", true, 10, 20)),
            Map.of(P99, 1.9));
    assertThat(report.text())
        .isEqualTo(
            """
            SimpleRead Test - ID : 1000
            Finished Successfully
            ********** Task Configurations **********
            files.per.thread\t2
            read.mode\tSEQUENCE
            ********** Statistics **********
            SlaveName\tReadThroughput(MB/s)\tReadP99(ms)
            0@host1\t3.0\t0.2
            1@host10\t30.0\t2.0
            Total\t33.0\t1.9
            ********** Slave Details **********
            0@host1's ReadThroughput(MB/s) for each threads:
            \t[ 1.0 ][ 2.0 ]
            0@host1's ReadP99(ms) for each threads:
            \t[ 0.1 ][ 0.2 ]

            1@host10's ReadThroughput(MB/s) for each threads:
            \t[ 10.0 ][ 20.0 ]
            1@host10's ReadP99(ms) for each threads:
            \t[ 1.0 ][ 2.0 ]

            """);
    report.write(folder);
    assertThat(TotalReport.read(folder.resolve("DfsPerfReport-SimpleRead"))).isEqualTo(report);
  }

  /** One that died has told nothing, and is in the report all the same. */
  @Test
  void failedSlavesAreNamed() throws IOException {
    SlaveContext dead =
        new SlaveContext("SimpleRead", 0, "host1", false, 5, 6, Map.of(), Map.of());
    TotalReport report =
        TotalReport.of(List.of(dead, context(1, "host2", true, 4)), Map.of(P99, 0.4));
    assertThat(report.text())
        .contains("Failed: 1 slaves failed ( 0@host1 )\n")
        .contains("0@host1\t0.0\t0.0\n1@host2\t4.0\t0.4\nTotal\t4.0\t0.4\n");
    report.write(folder);
    TotalReport read = TotalReport.read(folder.resolve("DfsPerfReport-SimpleRead"));
    assertThat(read.failed()).containsExactly("0@host1");
    assertThat(read.total()).containsEntry(READ, 4.0);
  }

  /** As a collector of the original has written it, with a map's order of its own. */
  @Test
  void aReportOfTheOriginalIsRead() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("DfsPerfReport-Mixture"),
            """
            Mixture Test - ID : 1700000000000
            Failed: 2 slaves failed ( 0@a 1@b )
            ********** Task Configurations **********
            write.type\tASYNC_THROUGH
            dfs.perf.dfs.address\thdfs://nn:8020
            ********** Statistics **********
            SlaveName\tReadThroughput(MB/s)\tBasicWriteThroughput(MB/s)
            0@a\t1.25\tInfinity
            1@b\t0.0\t2.5
            Total\t1.25\tInfinity
            ********** Slave Details **********
            0@a's ReadThroughput(MB/s) for each threads:
            \t[ 1.25 ]
            0@a's BasicWriteThroughput(MB/s) for each threads:
            \t[ Infinity ]

            """);
    TotalReport report = TotalReport.read(file);
    assertThat(report.suite()).isEqualTo("Mixture");
    assertThat(report.failed()).containsExactly("0@a", "1@b");
    assertThat(report.keys()).containsEntry("dfs.perf.dfs.address", "hdfs://nn:8020");
    assertThat(report.slaves().get("1@b")).containsEntry("BasicWriteThroughput(MB/s)", 2.5);
    assertThat(report.details().get("0@a")).containsEntry(READ, List.of(1.25));
  }

  @Test
  void whatIsNoReportIsNamedWithItsLine() throws IOException {
    Path file = Files.writeString(folder.resolve("x"), "SimpleRead Test - ID : 1\nSo so\n");
    assertThatThrownBy(() -> TotalReport.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("x", "line=2", "So so");
  }
}
