package io.okapifs.bench.paper;

import java.util.List;

/**
 * What is shown of lines of one kind.
 *
 * @param kind what their field {@code result} has; empty where they have none
 * @param keys what tells one line from the others
 * @param value the number that an interval is of; empty where lines have none
 * @param others further fields
 */
record ResultKind(String kind, List<String> keys, String value, List<String> others) {
  private static final String RATIO = "ratio";

  static final List<ResultKind> ALL =
      List.of(
          of("throughput beside coupled", "policy sizeMib layout lost", RATIO, "pairs"),
          of("throughput beside simulation", "policy sizeMib layout lost", RATIO, "pairs"),
          of("latency of a lost block beside one that is there", "", RATIO,
              "pairs lostPositionings wholePositionings ratioWanted passes"),
          of("throughput at width 1 beside HDFS's own layout", "", RATIO,
              "pairs decoupledPositionings coupledPositionings ratioWanted passes"),
          of("write", "", RATIO,
              "pairs oursMibPerSecond stockMibPerSecond cpuRatio low95Wanted passes"),
          of("read", "", RATIO,
              "pairs oursMibPerSecond stockMibPerSecond cpuRatio low95Wanted passes"),
          of("write-latency", "policy", "",
              "p50Millis p90Millis p99Millis meanMillis medianOverNone"),
          of("repair-io", "policy", "", "repairs blocks_avg expected_blocks_avg runs_avg exact"),
          of("repair-time", "policy mbit diskModel mode spooledWindow", "secondsPerBlock",
              "repetitions plannedBlocks cpu linkBusy"),
          of("ratio", "policy to mbit diskModel mode spooledWindow", RATIO,
              "repetitions plannedRatio paperRatio passes"),
          of("transition-io", "from to method file_bytes lookahead_groups", "",
              "ratio expected_ratio exact network_bytes cpu_seconds"),
          of(
              "BlocksMap", "", "",
              "oursBytesPerFile stockBytesPerFile ratio paperRatio atMostPaper"),
          of("INodeMap", "", "", "oursBytesPerFile stockBytesPerFile ratio paperRatio atMostPaper"),
          of(
              "profile", "layout operation", "",
              "nanosPerByte charged_ours charged_hadoop charged_jvm samples"),
          of("", "code op kernel window_bytes working_set", "", "gb_per_s"),
          of("libraries", "library object_bytes op missing", "", "mb_per_s mb_per_s_sd"));

  private static ResultKind of(String kind, String keys, String value, String others) {
    return new ResultKind(kind, words(keys), value, words(others));
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }
}
