package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.NamespaceDriver;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What the NameNode keeps of a file, decoupled on our jars and coupled on the stock jars. Okapi
 * (OSDI'25, section 6.4) gives less than 1 KB per file of 200 MB in the BlocksMap, 26% more than
 * HDFS, and 170 bytes in the INodeMap, 22% more. Judged are the objects of a file: the hash tables,
 * whose size HDFS takes from the heap's, are the same for both and would hide any increase.
 */
@Command(
    name = "namenode-heap",
    description = "NameNode heap per file, decoupled beside coupled on the stock jars.",
    footer = "Takes about 6 minutes, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class NameNodeHeap implements Callable<Integer> {

  /** What the paper has of a group width. */
  private record Paper(double blocksMap, double inodeMap) {}

  private static final Map<Integer, Paper> PAPER =
      Map.of(6, new Paper(1.26, 1.22), 12, new Paper(1.20, 1.18));

  @Option(
      names = "--policy",
      description = "RS-k-r; files are as wide as a group (default: ${DEFAULT-VALUE}).")
  private String policy = "RS-6-3";

  @Option(names = "--files", description = "Files (default: ${DEFAULT-VALUE}).")
  private int files = 100_000;

  @Option(names = "--file-bytes", description = "File size (default: ${DEFAULT-VALUE}).")
  private long fileBytes = 200L << 20;

  @Option(names = "--block-mib", description = "Block size (default: ${DEFAULT-VALUE}).")
  private int blockMib = 8;

  @Option(names = "--heap", description = "-Xmx of each NameNode (default: ${DEFAULT-VALUE}).")
  private String heap = "8g";

  @Mixin private Report report;
  @Mixin private Workspace workspace;

  @Override
  public Integer call() throws Exception {
    if (!policy.matches("RS-([2-9]|1[0-6])-[1-4]")) {
      throw new IllegalArgumentException(
          "--policy is RS-k-r with k from 2 to 16 and r from 1 to 4, not " + policy);
    }
    workspace.with(this::run);
    return 0;
  }

  private void run(Path folder) throws Exception {
    report.line(Report.machine(folder));
    String name = policy + "-1024k";
    int width = Integer.parseInt(policy.split("-")[1]);
    Map<String, Object> setup = Report.values("setup");
    setup.put("policy", name);
    setup.put("stripeWidth", width);
    setup.put("files", files);
    setup.put("fileBytes", fileBytes);
    setup.put("blockMib", blockMib);
    setup.put("heap", heap);
    report.line(setup);
    JsonNode stock = build(Jars.STOCK, folder.resolve("stock"), name);
    JsonNode ours = build(Jars.OURS, folder.resolve("ours"), name + "@" + width);
    Optional<Paper> paper = Optional.ofNullable(PAPER.get(width));
    compare("BlocksMap", "blocksMap", ours, stock, paper.map(Paper::blocksMap));
    compare("INodeMap", "inodeMap", ours, stock, paper.map(Paper::inodeMap));
    compareUsedHeap(ours, stock);
  }

  private JsonNode build(Jars jars, Path folder, String name) throws Exception {
    try (ChildJvm child = new ChildJvm(jars, NamespaceDriver.class, folder, "-Xmx" + heap)) {
      child.ask("fill", name, files, fileBytes, (long) blockMib << 20);
      JsonNode answer = child.ask("weigh", files);
      for (String map : new String[] {"blocksMap", "inodeMap"}) {
        Map<String, Object> values = Report.values("classes");
        values.put("jars", jars.toString());
        values.put("map", map);
        values.put("objectsAndBytes", answer.get(map).get("classes"));
        report.line(values);
      }
      return answer;
    }
  }

  private void compare(
      String what, String field, JsonNode ours, JsonNode stock, Optional<Double> paperRatio)
      throws Exception {
    Map<String, Object> values = Report.values(what);
    double oursBytes = perFile(ours, field, "objectBytes");
    double stockBytes = perFile(stock, field, "objectBytes");
    double oursTable = perFile(ours, field, "tableBytes");
    double stockTable = perFile(stock, field, "tableBytes");
    values.put("oursBytesPerFile", oursBytes);
    values.put("stockBytesPerFile", stockBytes);
    values.put("moreBytesPerFile", oursBytes - stockBytes);
    values.put("ratio", oursBytes / stockBytes);
    values.put("tableBytesPerFile", stockTable);
    values.put("ratioWithTable", (oursBytes + oursTable) / (stockBytes + stockTable));
    paperRatio.ifPresent(
        ratio -> {
          values.put("paperRatio", ratio);
          values.put("atMostPaper", oursBytes / stockBytes <= ratio);
        });
    report.line(values);
  }

  private static double perFile(JsonNode answer, String map, String field) {
    return answer.get(map).get(field).asDouble() / answer.get("files").asDouble();
  }

  private void compareUsedHeap(JsonNode ours, JsonNode stock) throws Exception {
    Map<String, Object> values = Report.values("used-heap");
    double oursBytes = ours.get("usedHeapPerFile").asDouble();
    double stockBytes = stock.get("usedHeapPerFile").asDouble();
    values.put("oursBytesPerFile", oursBytes);
    values.put("stockBytesPerFile", stockBytes);
    values.put("moreBytesPerFile", oursBytes - stockBytes);
    values.put("ratio", oursBytes / stockBytes);
    report.line(values);
  }
}
