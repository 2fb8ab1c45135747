package io.okapifs.bench.scenario;

import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.own.WaitingDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What files take of a NameNode's heap that wait for another policy: each asked for by itself, and
 * all of them by one request for their tree.
 */
@Command(
    name = "transition-heap",
    description = "Heap of files that wait for another policy, asked for singly and as a tree.",
    footer = "Takes about 2 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class TransitionHeap implements Callable<Integer> {

  private static final String FROM = "RS-6-3-1024k@2";
  private static final String TO = "RS-10-4-1024k";
  private static final double BYTES_WANTED = 128;

  @Option(names = "--files", description = "Files (default: ${DEFAULT-VALUE}).")
  private int files = 50_000;

  @Option(names = "--heap", description = "-Xmx of the NameNode (default: ${DEFAULT-VALUE}).")
  private String heap = "2g";

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    if (files < 1) {
      throw new IllegalArgumentException("--files is at least 1, not " + files);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    Map<String, Object> setup = Report.values("setup");
    setup.put("cluster", "a NameNode, DataNodes in their calls alone");
    setup.put("files", files);
    setup.put("from", FROM);
    setup.put("to", TO);
    report.line(setup);
    try (ChildJvm child = new ChildJvm(Jars.OURS, WaitingDriver.class, folder, "-Xmx" + heap)) {
      child.ask("fill", files, FROM, TO);
      // What the first request leaves behind is no file's.
      child.ask("tree", TO);
      double before = used(child, "cancel");
      report.line(waiting("tree", used(child, "tree", TO) - before, before));
      before = used(child, "cancel");
      report.line(waiting("singly", used(child, "singly", TO) - before, before));
    }
  }

  private static double used(ChildJvm child, Object... words) throws IOException {
    return child.ask(words).get("usedBytes").asDouble();
  }

  private Map<String, Object> waiting(String how, double bytes, double before) {
    Map<String, Object> values = Report.values("waiting");
    values.put("askedFor", how);
    values.put("bytes", bytes);
    values.put("bytesPerFile", bytes / files);
    values.put("usedBytesBefore", before);
    values.put("bytesPerFileWanted", BYTES_WANTED);
    values.put("passes", bytes / files <= BYTES_WANTED);
    return values;
  }
}
