package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.ProfileDriver;
import io.okapifs.bench.profile.CpuProfile;
import io.okapifs.bench.profile.Owners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Processor time by method of what is done with files, ours apart from Hadoop's. */
@Command(
    name = "profile",
    description = "Processor time per byte by method: write, read, degraded read, repair.",
    footer = "Takes some minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class Profile implements Callable<Integer> {

  private static final String DIRECTORY = "/files";

  /** So that one node holds no member of a group, and takes the place of one that is lost. */
  private static final int SPARE_NODES = 1;

  @Option(
      names = "--layouts",
      split = ",",
      description = "REPLICATION-3, a policy, or a policy with @s (default: ${DEFAULT-VALUE}).",
      defaultValue =
          "RS-6-3-1024k@1,RS-6-3-1024k@2,RS-6-3-1024k@6,LESS4-10-4-1024k@10,RS-6-3-64k,"
              + "RS-6-3-1024k,REPLICATION-3")
  private List<String> layouts;

  @Option(
      names = "--nodes-min",
      description =
          "DataNodes, where a group and one more are fewer (default: ${DEFAULT-VALUE}).")
  private int nodesMin = 10;

  @Option(names = "--files", description = "Files (default: ${DEFAULT-VALUE}).")
  private int files = 4;

  @Option(names = "--file-mib", description = "File size (default: ${DEFAULT-VALUE}).")
  private int fileMib = 240;

  @Option(names = "--block-mib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockMib = 8;

  @Option(
      names = "--warm-ups",
      description = "Rounds of all operations before the one that counts, in the same JVM"
          + " (default: ${DEFAULT-VALUE}).")
  private int warmUps = 1;

  @Option(
      names = "--interval-ms",
      description = "Processor time of a thread between samples (default: ${DEFAULT-VALUE}).")
  private int intervalMillis = 4;

  @Option(
      names = "--methods",
      description = "Methods told of each operation, most (default: ${DEFAULT-VALUE}).")
  private int methods = 25;

  @Option(
      names = "--kernel",
      description = "Kernel of our coder, native or java (default: ${DEFAULT-VALUE}).")
  private String kernel = "native";

  @Option(
      names = "--recordings",
      description = "Folder to keep the recordings in, for tools that read those of the JDK"
          + " (default: none are kept).")
  private Path recordings;

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  private Owners owners;
  private ProfileLines lines;

  @Override
  public Integer call() throws Exception {
    List<ProfiledLayout> all = layouts.stream().map(ProfiledLayout::parse).toList();
    if (files < 1 || fileMib < 1 || blockMib < 1 || warmUps < 0 || intervalMillis < 1) {
      throw new IllegalArgumentException(
          "out of range: files=" + files + ", fileMib=" + fileMib + ", blockMib=" + blockMib
              + ", warmUps=" + warmUps + ", intervalMillis=" + intervalMillis);
    }
    owners = new Owners(Jars.STOCK.classPath());
    lines = new ProfileLines(report, methods);
    if (recordings != null) {
      Files.createDirectories(recordings);
    }
    workspace.with(folder -> run(folder, all));
    return 0;
  }

  private void run(Path folder, List<ProfiledLayout> all) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "a MiniDFSCluster for each layout, client and daemons in one JVM");
    setup.put("kernel", kernel);
    setup.put("files", files);
    setup.put("fileMib", fileMib);
    setup.put("blockMib", blockMib);
    setup.put("warmUps", warmUps);
    setup.put("intervalMillis", intervalMillis);
    report.line(setup);
    for (ProfiledLayout layout : all) {
      Path own = folder.resolve(layout.name());
      try (ChildJvm cluster = start(own)) {
        int nodes = Math.max(nodesMin, layout.width() + SPARE_NODES);
        layout.start(cluster, DIRECTORY, nodes, (long) blockMib << 20);
        Round round = new Round(layout, cluster, own);
        for (int i = 0; i < warmUps; i++) {
          round.run(false);
        }
        round.run(true);
      }
      Workspace.delete(own);
    }
  }

  private ChildJvm start(Path folder) throws IOException {
    return new ChildJvm(
        Jars.OURS, ProfileDriver.class, folder, "-Xmx2g", "-Dio.okapifs.ec.kernel=" + kernel,
        // Else samples in compiled code show the next safepoint's method.
        "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");
  }

  /** All operations on one cluster. */
  private final class Round {

    private final ProfiledLayout layout;
    private final ChildJvm cluster;
    private final Path folder;
    private final long bytes = (long) files * fileMib << 20;

    Round(ProfiledLayout layout, ChildJvm cluster, Path folder) {
      this.layout = layout;
      this.cluster = cluster;
      this.folder = folder;
    }

    /** Leaves as many nodes and no files. */
    void run(boolean counts) throws IOException {
      String each = " " + DIRECTORY + " " + files + " " + ((long) fileMib << 20);
      measure("write", bytes, "write-many" + each, counts);
      cluster.ask("settle");
      measure("read", bytes, "read-many" + each, counts);
      long lost = cluster.ask("lose").get("lostBytes").asLong();
      measure("degraded-read", bytes, "read-many" + each, counts);
      measure("repair", lost, "heal", counts);
      cluster.ask("replace");
      for (int i = 0; i < files; i++) {
        String file = DIRECTORY + "/f" + i;
        cluster.ask("verify", file, (long) fileMib << 20);
        cluster.ask("delete", file);
      }
      cluster.ask("settle");
    }

    private void measure(String operation, long bytes, String command, boolean counts)
        throws IOException {
      if (!counts) {
        cluster.ask(command);
        return;
      }
      String name = operation + ".jfr";
      JsonNode answer = cluster.ask("recorded", name, intervalMillis, command);
      Path recording = folder.resolve(name);
      CpuProfile profile = CpuProfile.read(recording, owners);
      if (recordings != null) {
        Files.copy(
            recording, recordings.resolve(layout.name() + "-" + name),
            StandardCopyOption.REPLACE_EXISTING);
      }
      lines.report(
          new ProfileLines.Case(
              layout.name(), operation, bytes, answer.get("cpuNanos").asLong()),
          profile);
    }
  }
}
