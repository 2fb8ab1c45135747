package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.disk.ModelledDiskFactory;
import io.okapifs.bench.own.WorkloadDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A cluster with files in one layout, with which everything is done in a fixed order. */
final class WorkloadCluster implements AutoCloseable {

  /** What is done, in this order; the last one leaves no file. */
  enum Operation {
    WRITE,
    READ,
    RANDOM_READ,
    DEGRADED_READ,
    REPAIR,
    CHANGE_CODE;

    String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * What all of it is like.
   *
   * @param then the policy that files get
   * @param reads of each reader, of as many bytes as a block has
   */
  record Setting(
      ProfiledLayout layout, ProfiledLayout then, int nodes, long blockBytes, String disk,
      int files, long fileBytes, int readers, int reads) {}

  /** Bytes, and how long they took. */
  record Amount(double bytes, double nanos) {}

  /** By default repairs and transitions wait most of the time for the next round or heartbeat. */
  private static final List<String> PROMPT =
      List.of(
          "dfs.namenode.redundancy.interval.seconds=1s",
          "dfs.heartbeat.interval=1s",
          "dfs.namenode.replication.work.multiplier.per.iteration=20",
          "dfs.namenode.replication.max-streams=20",
          "dfs.namenode.replication.max-streams-hard-limit=40");

  private static final String DIRECTORY = "/files";
  private static final String COPIES = "/copies";

  private final Setting setting;
  private final ChildJvm child;
  private long lostBytes;

  /** Starts it. */
  WorkloadCluster(Setting setting, Path folder) throws IOException {
    this.setting = setting;
    child = new ChildJvm(Jars.OURS, WorkloadDriver.class, folder, "-Xmx1g");
    List<Object> words = new ArrayList<>(List.of("start", setting.nodes(), setting.blockBytes()));
    ModelledDiskFactory.settings(setting.disk())
        .forEach((key, value) -> words.add(key + "=" + value));
    words.add("dfs.block.scanner.volume.bytes.per.second=0");
    words.addAll(PROMPT);
    child.ask(words.toArray());
    for (ProfiledLayout each : List.of(setting.layout(), setting.then())) {
      child.ask("policy", each.codec(), each.k(), each.r(), each.cellBytes());
    }
  }

  String name() {
    return setting.layout().name();
  }

  Amount run(Operation operation, long seed) throws IOException {
    return switch (operation) {
      case WRITE -> write();
      case READ -> new Amount(
          bytes(), nanos(child.ask("read-many", DIRECTORY, setting.files(), setting.fileBytes())));
      case RANDOM_READ -> randomReads(seed);
      case DEGRADED_READ -> {
        lostBytes = child.ask("lose").get("lostBytes").asLong();
        yield randomReads(seed);
      }
      case REPAIR -> repair();
      case CHANGE_CODE -> changeCode();
    };
  }

  private double bytes() {
    return (double) setting.files() * setting.fileBytes();
  }

  private static double nanos(JsonNode answer) {
    return answer.get("nanos").asDouble();
  }

  private Amount write() throws IOException {
    child.ask("directory", DIRECTORY, setting.layout().name());
    JsonNode answer =
        child.ask("write-many", DIRECTORY, setting.files(), setting.fileBytes());
    child.ask("settle");
    return new Amount(bytes(), nanos(answer));
  }

  private Amount randomReads(long seed) throws IOException {
    JsonNode answer =
        child.ask(
            "read-together", DIRECTORY, setting.readers(), setting.reads(), setting.blockBytes(),
            seed);
    return new Amount(
        (double) setting.readers() * setting.reads() * setting.blockBytes(), nanos(answer));
  }

  /** Until all blocks of the dead node lie elsewhere; then a new node takes its place. */
  private Amount repair() throws IOException {
    double nanos = timed("heal");
    child.ask("replace");
    child.ask("settle");
    return new Amount(lostBytes, nanos);
  }

  private double timed(Object... words) throws IOException {
    long start = System.nanoTime();
    child.ask(words);
    return System.nanoTime() - start;
  }

  /** By a transition, or of files in HDFS's own layout by copies. Then all is deleted. */
  private Amount changeCode() throws IOException {
    double nanos = 0;
    if (setting.layout().name().contains("@")) {
      nanos = timed("change", DIRECTORY, setting.then().name());
    } else {
      child.ask("directory", COPIES, setting.then().name());
      for (int i = 0; i < setting.files(); i++) {
        nanos += nanos(child.ask("copy", DIRECTORY + "/f" + i, COPIES + "/f" + i));
      }
    }
    for (int i = 0; i < setting.files(); i++) {
      child.ask("verify", DIRECTORY + "/f" + i, setting.fileBytes());
    }
    child.ask("delete", DIRECTORY);
    child.ask("delete", COPIES);
    child.ask("settle");
    return new Amount(bytes(), nanos);
  }

  @Override
  public void close() {
    child.close();
  }
}
