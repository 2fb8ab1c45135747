package io.okapifs.bench.own;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.bench.sim.FileSet;
import io.okapifs.bench.sim.Load;
import io.okapifs.bench.sim.Placement;
import io.okapifs.bench.sim.ReadResult;
import io.okapifs.bench.sim.ReadSimulation;
import io.okapifs.bench.sim.ReadSizes;
import io.okapifs.bench.sim.Span;
import io.okapifs.bench.sim.Workload;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * What the simulation of reads says of files of a cluster: its blocks lie on the disks that the
 * NameNode names. For one thread.
 */
final class ReadForecast {

  /** What a DataNode reads at a time. */
  private static final int PACKET_BYTES = 64 << 10;

  private final ProcessCluster cluster;
  /** As they were before a node was lost. */
  private final Map<ReadsDriver.DirectoryFiles, FileSet> losses = new IdentityHashMap<>();

  /** As in {@link ReadLoad.Setting}. */
  record Setting(
      ReadSizes sizes, long step, int clients, Span span, double perSecond, long seed) {}

  ReadForecast(ProcessCluster cluster) {
    this.cluster = cluster;
  }

  /** Keeps where blocks are, one of the nodes of which is about to be lost. */
  void lose(ReadsDriver.DirectoryFiles files, String transferAddress) {
    FilePlaces places = new FilePlaces(cluster.fs(), cluster.nodeCount());
    int dead = places.number(transferAddress);
    losses.put(files, fileSet(files, places, dead));
  }

  private static FileSet fileSet(
      ReadsDriver.DirectoryFiles files, FilePlaces places, int dead) {
    ReadLoad.ReadFile any = files.files().get(0);
    List<Placement> placements = new ArrayList<>();
    for (ReadLoad.ReadFile file : files.files()) {
      placements.add(
          places.of(file.path(), file.plans().layout(), file.length(), files.coupled()));
    }
    return FileSet.of(any.plans().layout(), any.length(), dead, placements);
  }

  /**
   * Simulates.
   *
   * @param ofSize the files that reads of so many bytes are of
   * @param overRead as in {@link ReadSimulation.Packets}
   */
  Map<String, ?> of(
      LongFunction<ReadsDriver.DirectoryFiles> ofSize, Setting setting, DiskModel disk,
      double overRead) {
    FilePlaces places = new FilePlaces(cluster.fs(), cluster.nodeCount());
    Map<ReadsDriver.DirectoryFiles, FileSet> sets = new IdentityHashMap<>(losses);
    Workload workload =
        new Workload(
            setting.sizes(),
            (layout, length, bytes, random) ->
                ReadLoad.offset(length, bytes, setting.step(), random),
            bytes ->
                sets.computeIfAbsent(
                    ofSize.apply(bytes), files -> fileSet(files, places, FileSet.NONE_DEAD)));
    Load load =
        setting.perSecond() == 0
            ? new Load.Closed(setting.clients())
            : new Load.Open(setting.perSecond());
    ReadResult result =
        ReadSimulation.run(
            disk, cluster.nodeCount(), new ReadSimulation.Packets(PACKET_BYTES, overRead), workload,
            load, setting.span(), setting.seed());
    return Map.of(
        "bytesPerSecond", result.bytes() / result.seconds(),
        "p50Nanos", Math.round(result.latencyMillis(0.5) * 1e6));
  }
}
