package io.okapifs.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredReadsTest {
  @TempDir Path folder;

  private ResultLines lines(boolean accepted) throws Exception {
    String line =
        "{\"result\":\"reads\",\"policy\":\"RS-6-3-64k\",\"layout\":\"%s\",\"sizeMib\":\"8\","
            + "\"positioningsPerRead\":%s,\"p50Millis\":%s,\"accepted\":" + accepted + "}\n";
    Path file = folder.resolve("reads.jsonl");
    Files.writeString(
        file,
        line.formatted("coupled", "6.0", "100.0") + line.formatted("1", "1.0", "60.0")
            + line.formatted("1", "2.0", "80.0")
            + "{\"result\":\"throughput beside coupled\",\"sizeMib\":\"8\",\"layout\":\"1\","
            + "\"ratio\":1.8}\n");
    return KeptResults.read(file);
  }

  @Test
  void repetitionsAreAveragedAndComparedWithHdfsOwnLayout() throws Exception {
    ResultLines lines = lines(true);
    assertThat(MeasuredReads.positionings(lines, "8", "1")).hasValue(75);
    assertThat(MeasuredReads.latency(lines, "8", "1").orElseThrow()).isCloseTo(-30, within(1e-9));
    assertThat(MeasuredReads.throughput(lines, "8", "1").orElseThrow()).isCloseTo(80, within(1e-9));
    assertThat(MeasuredReads.timesFewer(lines, "RS-6-3-64k", "8", "1")).hasValue(4);
    assertThat(MeasuredReads.positionings(lines, "12", "1")).isEmpty();
  }

  @Test
  void whatABusyMachineMeasuredIsNoResult() throws Exception {
    assertThat(MeasuredReads.positionings(lines(false), "8", "1")).isEmpty();
    assertThat(MeasuredReads.latency(lines(false), "8", "1")).isEmpty();
  }
}
