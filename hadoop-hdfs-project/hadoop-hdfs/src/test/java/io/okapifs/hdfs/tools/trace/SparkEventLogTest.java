package io.okapifs.hdfs.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.trace.TracedRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log as Spark 3.5.6 writes it, with the fields that are read and a few others. */
class SparkEventLogTest {

  private static final String TABLE = "hdfs://nn:8020/data/table";

  @TempDir private Path folder;
  private final List<String> lines = new ArrayList<>();

  @BeforeEach
  void begin() {
    lines.add("{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"3.5.6\"}");
  }

  private void query(long id, String... locations) {
    StringBuilder children = new StringBuilder();
    for (String location : locations) {
      children.append(children.isEmpty() ? "" : ",").append(
          "{\"nodeName\":\"Scan parquet \",\"simpleString\":\"FileScan\",\"children\":[],"
              + "\"metadata\":{\"Location\":\"" + location + "\",\"Format\":\"Parquet\"},"
              + "\"metrics\":[]}");
    }
    lines.add(
        "{\"Event\":\"org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart\","
            + "\"executionId\":" + id + ",\"description\":\"collect\",\"sparkPlanInfo\":{"
            + "\"nodeName\":\"AdaptiveSparkPlan\",\"children\":[{\"nodeName\":\"HashAggregate\","
            + "\"children\":[" + children + "],\"metadata\":{}}],\"metadata\":{}},\"time\":1}");
  }

  private void job(String query, int... stages) {
    lines.add(
        "{\"Event\":\"SparkListenerJobStart\",\"Job ID\":0,\"Stage Infos\":[],\"Stage IDs\":"
            + List.of(java.util.Arrays.stream(stages).boxed().toArray())
            + ",\"Properties\":{" + query + "\"spark.rdd.scope.noOverride\":\"true\"}}");
  }

  private void jobOf(long query, int... stages) {
    job("\"spark.sql.execution.id\":\"" + query + "\",", stages);
  }

  private void task(int stage, long bytes, long records, String reason) {
    lines.add(
        "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":" + stage + ",\"Stage Attempt ID\":0,"
            + "\"Task Type\":\"ShuffleMapTask\",\"Task End Reason\":{\"Reason\":\"" + reason
            + "\"},\"Task Info\":{\"Task ID\":1,\"Launch Time\":1700000000000},\"Task Metrics\":{"
            + "\"Input Metrics\":{\"Bytes Read\":" + bytes + ",\"Records Read\":" + records
            + "},\"Output Metrics\":{\"Bytes Written\":5}}}");
  }

  private void task(int stage, long bytes) {
    task(stage, bytes, 10, "Success");
  }

  private List<TracedRead> reads(String... tops) throws IOException {
    return SparkEventLog.of(Files.write(folder.resolve("log"), lines), List.of(tops));
  }

  private List<Long> lengths(String... tops) throws IOException {
    return reads(tops).stream().map(TracedRead::length).toList();
  }

  /** Of the two without a record one looked at a footer, the other one at what a shuffle left. */
  @Test
  void eachTaskThatReadRecordsIsARead() throws Exception {
    query(2, "InMemoryFileIndex(1 paths)[" + TABLE + "]");
    jobOf(2, 5);
    task(5, 248_650);
    task(5, 7_312, 0, "Success");
    task(5, 248_398);
    task(5, 1_000, 5, "ExceptionFailure");
    jobOf(2, 6, 7);
    task(7, 0, 0, "Success");
    assertThat(reads("/data"))
        .containsExactly(
            new TracedRead(1_700_000_000_000L, "/data", 248_650, 0, 248_650),
            new TracedRead(1_700_000_000_000L, "/data", 248_398, 0, 248_398));
  }

  @Test
  void queriesThatScanOtherPlacesAreLeftOut() throws Exception {
    query(1, "InMemoryFileIndex(1 paths)[" + TABLE + "]");
    query(2, "InMemoryFileIndex(1 paths)[hdfs://nn:8020/data/tables]");
    query(3, "InMemoryFileIndex(1 paths)[s3a://data/table]");
    query(4, "InMemoryFileIndex(2 paths)[hdfs://nn:8020/x, viewfs://c" + "/data/table/day=1]");
    query(5, "InMemoryFileIndex(9 paths)[hdfs://nn:8020/x, ...]");
    query(6, "CatalogFileIndex(1 paths)[hdfs://nn:8020/data]");
    query(7, "InMemoryFileIndex(1 paths)[/x]", "InMemoryFileIndex(1 paths)[" + TABLE + "]");
    for (int query = 1; query <= 7; query++) {
      jobOf(query, query);
      task(query, query);
    }
    job("", 8);
    task(8, 8);
    assertThat(lengths("/data/table")).containsExactly(1L, 4L, 5L, 6L, 7L, 8L);
    assertThat(lengths("/y", "/data/tables")).containsExactly(2L, 5L, 6L, 8L);
    assertThat(lengths("/")).containsExactly(1L, 2L, 4L, 5L, 6L, 7L, 8L);
  }

  @Test
  void whereNothingIsLeftTheNumberOfOthersIsSaid() {
    query(1, "InMemoryFileIndex(1 paths)[" + TABLE + "]");
    jobOf(1, 1);
    task(1, 5);
    assertThatThrownBy(() -> reads("/x", "/y"))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(
            "log has no task that read of /x, /y; tasks that read elsewhere: 1");
    lines.remove(3);
    assertThatThrownBy(() -> reads("/x")).hasMessageEndingWith("log has no task that read of /x");
  }

  @Test
  void whatIsNoEventLogIsNamedWithItsLine() throws Exception {
    lines.add("{\"Event\":\"SparkListenerTaskEnd\", and no more");
    assertThatThrownBy(() -> reads("/x"))
        .isInstanceOf(IOException.class).hasMessageContaining("log, line 2: no event of Spark");
    assertThatThrownBy(
            () ->
                SparkEventLog.of(
                    Files.write(folder.resolve("zstd"), new byte[] {40, (byte) 181, 47, (byte) 253}),
                    List.of("/")))
        .hasMessageContaining("is it compressed?");
    assertThatThrownBy(() -> SparkEventLog.of(folder, List.of("/")))
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> SparkEventLog.of(folder.resolve("none"), List.of("/")))
        .hasMessageContaining("no event log");
    lines.set(1, "SparkListenerTaskEnd");
    assertThatThrownBy(() -> reads("/x")).hasMessageContaining("a line is not an object");
  }
}
