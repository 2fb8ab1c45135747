package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.disk.DiskModel;
import io.okapifs.bench.disk.ModelledDiskFactory;
import io.okapifs.bench.own.ReadsDriver;
import io.okapifs.bench.testbed.NodeBed;
import io.okapifs.ec.code.ErasureCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A cluster on modelled disks with files in several layouts, and clients that read them. */
final class ReadsBed implements AutoCloseable {

  /**
   * What all of it is like; bytes are those of the cluster.
   *
   * @param repairs whether the NameNode repairs what is lost
   */
  record Setting(
      int nodes, DiskModel disk, int cellBytes, long blockBytes, int files, long fileBytes,
      boolean repairs, String heap) {}

  /**
   * What clients do.
   *
   * @param sizes bytes, or a mix
   * @param step of places; 0 stands for the bytes of the read
   * @param perSecond reads that are due in a second; 0: the next one behind the last one
   */
  record Load(
      String sizes, long step, boolean lostOnly, int clients, double warmUp, double seconds,
      double perSecond, long seed) {}

  /**
   * What came of it.
   *
   * @param clients what they counted
   * @param positionings of all disks, for all reads
   * @param takenUp runs that began where the last request on the block had ended, and cost none
   * @param bytes that all disks read
   * @param cpu the busy part of the processors' time
   */
  record Outcome(
      JsonNode clients, long positionings, long takenUp, long bytes, double cpu) {}


  private final Setting setting;
  private final NodeBed bed;

  /** Starts it. */
  ReadsBed(Setting setting, Path folder) throws Exception {
    this.setting = setting;
    bed =
        new NodeBed(
            ReadsDriver.class, setting.nodes(), 0,
            setting.repairs() ? List.of() : List.of(NodeBed.NO_REPAIRS),
            ModelledDiskFactory.settings(setting.disk().toString()), folder, setting.heap());
  }

  /** Adds and enables the policy of a code, and tells its name in HDFS. */
  String policy(ErasureCode code) throws IOException {
    return bed.child()
        .ask(
            "policy", CodecName.of(code.name(), code), code.k(), code.r(), setting.cellBytes())
        .get("policy").asText();
  }

  /** Writes files of a policy, which has @ and a stripe width behind its name or not. */
  void write(String directory, String policy) throws IOException {
    bed.child()
        .ask(
            "write", directory, policy, setting.blockBytes(), setting.files(),
            setting.fileBytes());
    bed.child().ask("settle");
  }

  /** Gives all files of a directory another policy, and waits until they have it. */
  void change(String directory, String policy) throws IOException {
    bed.child().ask("change", directory, policy);
  }

  /** Ends a DataNode for good. */
  void loseNode() throws IOException {
    bed.nodes().kill(0);
    bed.child().ask("lose", bed.nodes().transferAddress(0));
  }

  Outcome read(String directory, Load load) throws IOException {
    Map<String, Long> before = bed.nodes().sums(ModelledDiskFactory.BEAN);
    long begin = System.currentTimeMillis();
    JsonNode clients =
        bed.child()
            .ask(
                "read", directory, load.sizes(), setting.cellBytes(), load.step(),
                load.lostOnly(), load.clients(), load.warmUp(), load.seconds(), load.perSecond(),
                load.seed());
    double cpu = bed.cpu().between(begin, System.currentTimeMillis());
    bed.nodes().check();
    Map<String, Long> after = bed.nodes().sums(ModelledDiskFactory.BEAN);
    return new Outcome(
        clients, since(before, after, "ReadPositionings"), since(before, after, "ReadsTakenUp"),
        since(before, after, "ReadBytes"), cpu);
  }

  /**
   * What a simulation says of such reads on these disks, where runs cost the positionings and bytes
   * that were counted: in HDFS's own layout the client reads further than it is asked to, and now
   * and then goes on where another read of the block ended.
   */
  JsonNode simulate(String directory, Load load, Outcome outcome) throws IOException {
    double positionings = outcome.positionings() / outcome.clients().get("plannedRuns").asDouble();
    double bytes = outcome.bytes() / outcome.clients().get("plannedBytes").asDouble();
    DiskModel disk = setting.disk();
    return bed.child()
        .ask(
            "simulate", directory, load.sizes(), setting.cellBytes(), load.step(), load.clients(),
            load.warmUp(), load.seconds(), load.perSecond(), load.seed(),
            Math.round(disk.positioningNanos() * positionings), disk.bytesPerSecond(),
            Math.max(0, bytes - 1));
  }

  private static long since(Map<String, Long> before, Map<String, Long> after, String counter) {
    return after.get(counter) - before.get(counter);
  }

  @Override
  public void close() {
    bed.close();
  }
}
