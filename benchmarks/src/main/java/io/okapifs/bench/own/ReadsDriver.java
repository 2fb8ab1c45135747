package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.sim.ReadSizes;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.io.erasurecode.ECSchema;

/** Files that clients read; its other commands are those of {@link ProcessCluster}. */
public final class ReadsDriver {

  private static final int WRITERS = 4;
  private static final int BUFFER = 1 << 20;

  private final ProcessCluster cluster = new ProcessCluster();
  private final Map<String, List<ReadLoad.ReadFile>> files = new HashMap<>();
  private final Map<String, Integer> widths = new HashMap<>();

  private ReadsDriver() {}

  public static void main(String[] args) throws Exception {
    ReadsDriver driver = new ReadsDriver();
    ChildLoop.serve(driver::handle, driver.cluster::mini);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "policy" -> policy(words);
      case "write" -> write(words);
      case "change" -> {
        Transitions.all(cluster.fs(), words[1], words[2]);
        cluster.settle();
        yield Map.of();
      }
      case "lose" -> lose(words[1]);
      case "read" -> read(words);
      default -> cluster.handle(words);
    };
  }

  /** Codec, k, r and cell size of a policy to add and enable. */
  private Map<String, ?> policy(String[] words) throws IOException {
    ErasureCodingPolicy policy =
        new ErasureCodingPolicy(
            new ECSchema(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3])),
            Integer.parseInt(words[4]));
    cluster.fs().addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    cluster.fs().enableErasureCodingPolicy(policy.getName());
    return Map.of("policy", policy.getName());
  }

  /** Replaces files. Directory, policy with or without a stripe width, block size, files, their length. */
  private Map<String, ?> write(String[] words) throws Exception {
    Path directory = new Path(words[1]);
    DistributedFileSystem fs = cluster.fs();
    fs.delete(directory, true);
    fs.mkdirs(directory);
    fs.setErasureCodingPolicy(directory, words[2]);
    long blockBytes = Long.parseLong(words[3]);
    long length = Long.parseLong(words[5]);
    String name = words[2].replaceFirst("@.*", "");
    ErasureCode code = CodeRegistry.byName(name.substring(0, name.lastIndexOf('-')));
    ErasureCodingPolicy policy =
        fs.getAllErasureCodingPolicies().stream()
            .filter(info -> info.getPolicy().getName().equals(name))
            .findFirst().orElseThrow().getPolicy();
    GroupPolicy group =
        new GroupPolicy(
            name, policy.getCodecName(), code.k(), code.r(), code.alpha(), policy.getCellSize());
    int at = words[2].indexOf('@');
    int width = at < 0 ? code.k() : Integer.parseInt(words[2].substring(at + 1));
    widths.put(words[1], width);
    List<ReadLoad.ReadFile> written = new ArrayList<>();
    List<Callable<Void>> writes = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(words[4]); i++) {
      Path path = new Path(directory, "f" + i);
      written.add(
          new ReadLoad.ReadFile(path, length, new ReadPlans(group, width, blockBytes, length)));
      writes.add(() -> write(path, blockBytes, length));
    }
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try {
      for (Future<Void> each : writers.invokeAll(writes)) {
        each.get();
      }
    } finally {
      writers.shutdownNow();
    }
    files.put(words[1], written);
    return Map.of("files", written.size());
  }

  private Void write(Path path, long blockBytes, long length) throws IOException {
    byte[] buffer = new byte[BUFFER];
    new Random(path.hashCode()).nextBytes(buffer);
    try (FSDataOutputStream out = cluster.fs().create(path, true, 4096, (short) 1, blockBytes)) {
      for (long done = 0; done < length; done += BUFFER) {
        out.write(buffer, 0, (int) Math.min(BUFFER, length - done));
      }
    }
    return null;
  }

  /** Takes a node for dead, by its address; nothing must be repaired by the settings. */
  private Map<String, ?> lose(String transferAddress) throws IOException {
    cluster.die(cluster.node(transferAddress));
    int lost = 0;
    for (Map.Entry<String, List<ReadLoad.ReadFile>> directory : files.entrySet()) {
      for (ReadLoad.ReadFile file : directory.getValue()) {
        lost += loseBlocks(file, widths.get(directory.getKey()));
      }
    }
    return Map.of("lostBlocks", lost);
  }

  /** Tells the plans of a file which data blocks the NameNode has no place of. */
  private int loseBlocks(ReadLoad.ReadFile file, int width) throws IOException {
    List<LocatedBlock> stripes =
        cluster.fs().getClient()
            .getLocatedBlocks(file.path().toUri().getPath(), 0, Long.MAX_VALUE)
            .getLocatedBlocks();
    int lost = 0;
    for (int stripe = 0; stripe < stripes.size(); stripe++) {
      LocatedStripedBlock blocks = (LocatedStripedBlock) stripes.get(stripe);
      boolean[] there = new boolean[width];
      for (byte index : blocks.getBlockIndices()) {
        if (index < width) {
          there[index] = true;
        }
      }
      for (int index = 0; index < width; index++) {
        if (!there[index]) {
          file.plans().lose((long) stripe * width + index);
          lost++;
        }
      }
    }
    return lost;
  }

  /**
   * Directory, sizes, cell size, step of places, whether only reads of lost blocks, clients, seconds of
   * warm-up, seconds, reads per second, seed.
   */
  private Map<String, ?> read(String[] words) throws Exception {
    ReadLoad.Setting setting =
        new ReadLoad.Setting(
            sizes(words[2], Integer.parseInt(words[3])), Long.parseLong(words[4]),
            Boolean.parseBoolean(words[5]), Integer.parseInt(words[6]),
            Double.parseDouble(words[7]), Double.parseDouble(words[8]),
            Double.parseDouble(words[9]), Long.parseLong(words[10]));
    return new ReadLoad(cluster.fs(), files.get(words[1]), setting).run();
  }

  /**
   * How long reads are: bytes, or {@code mix:MEDIAN,SIGMA,ABOVE,MOST}, log-normal and in whole cells.
   */
  private static ReadSizes sizes(String word, int cellBytes) {
    if (!word.startsWith("mix:")) {
      return ReadSizes.fixed(Long.parseLong(word));
    }
    String[] numbers = word.substring("mix:".length()).split(",");
    ReadSizes mix =
        ReadSizes.logNormal(
            Long.parseLong(numbers[0]), Double.parseDouble(numbers[1]),
            Long.parseLong(numbers[2]), Long.parseLong(numbers[3]));
    return random -> (mix.draw(random) + cellBytes - 1) / cellBytes * cellBytes;
  }
}
