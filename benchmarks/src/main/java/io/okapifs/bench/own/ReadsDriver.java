package io.okapifs.bench.own;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.sim.ReadSizes;
import io.okapifs.bench.sim.Span;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/** Files that clients read; its other commands are those of {@link ProcessCluster}. */
public final class ReadsDriver {

  private static final int WRITERS = 4;
  private static final int BUFFER = 1 << 20;

  private final ProcessCluster cluster = new ProcessCluster();
  private final Map<String, DirectoryFiles> files = new HashMap<>();
  private final ReadForecast forecast = new ReadForecast(cluster);

  /**
   * Files of one layout.
   *
   * @param coupled whether that is HDFS's own
   * @param width blocks of a stripe
   */
  record DirectoryFiles(boolean coupled, int width, List<ReadLoad.ReadFile> files) {}

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
        change(words[1], words[2]);
        yield Map.of();
      }
      case "lose" -> lose(words[1]);
      case "read" -> read(words);
      case "simulate" -> simulate(words);
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

  /**
   * Replaces files. Directory, policy with or without a stripe width, block size, files, their
   * length.
   */
  private Map<String, ?> write(String[] words) throws Exception {
    Path directory = new Path(words[1]);
    DistributedFileSystem fs = cluster.fs();
    fs.delete(directory, true);
    fs.mkdirs(directory);
    fs.setErasureCodingPolicy(directory, words[2]);
    long blockBytes = Long.parseLong(words[3]);
    long length = Long.parseLong(words[5]);
    GroupPolicy group = group(words[2].replaceFirst("@.*", ""));
    int at = words[2].indexOf('@');
    int width = at < 0 ? group.k() : Integer.parseInt(words[2].substring(at + 1));
    List<ReadLoad.ReadFile> written = new ArrayList<>();
    List<Callable<Void>> writes = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(words[4]); i++) {
      Path path = new Path(directory, "f" + i);
      written.add(
          new ReadLoad.ReadFile(path, length, new ReadPlans(group, width, blockBytes, length)));
      writes.add(() -> write(path, blockBytes, length));
    }
    Together.run(WRITERS, writes);
    files.put(words[1], new DirectoryFiles(at < 0, width, written));
    return Map.of("files", written.size());
  }

  private GroupPolicy group(String name) throws IOException {
    ErasureCode code = CodeRegistry.byName(name.substring(0, name.lastIndexOf('-')));
    ErasureCodingPolicy policy =
        cluster.fs().getAllErasureCodingPolicies().stream()
            .filter(info -> info.getPolicy().getName().equals(name))
            .findFirst().orElseThrow().getPolicy();
    return new GroupPolicy(
        name, policy.getCodecName(), code.k(), code.r(), code.alpha(), policy.getCellSize());
  }

  /** Gives all files of a directory another policy. */
  private void change(String directory, String policy) throws Exception {
    Transitions.all(cluster.fs(), directory, policy);
    cluster.settle();
    GroupPolicy group = group(policy);
    DirectoryFiles old = files.get(directory);
    files.put(
        directory,
        new DirectoryFiles(
            old.coupled(), old.width(),
            old.files().stream()
                .map(
                    file ->
                        new ReadLoad.ReadFile(
                            file.path(), file.length(),
                            new ReadPlans(
                                group, old.width(), file.plans().layout().blockSize(),
                                file.length())))
                .toList()));
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
    for (DirectoryFiles directory : files.values()) {
      forecast.lose(directory, transferAddress);
    }
    cluster.die(cluster.node(transferAddress));
    int lost = 0;
    for (DirectoryFiles directory : files.values()) {
      for (ReadLoad.ReadFile file : directory.files()) {
        lost += loseBlocks(file, directory.coupled());
      }
    }
    return Map.of("lostBlocks", lost);
  }

  /** Tells the plans of a file which data blocks the NameNode has no place of. */
  private int loseBlocks(ReadLoad.ReadFile file, boolean coupled) throws IOException {
    List<String> places =
        StripedPlaces.of(
                cluster.fs(), file.path(), file.plans().layout(), file.length(), coupled)
            .data();
    int lost = 0;
    for (int block = 0; block < places.size(); block++) {
      if (places.get(block) == null) {
        file.plans().lose(block);
        lost++;
      }
    }
    return lost;
  }

  /**
   * Which files are read by how many bytes are asked for: those of the only directory, or of
   * several that are listed with commas, the first for what fits into a block, the next for two,
   * and so on.
   */
  private LongFunction<DirectoryFiles> ofSize(String list) {
    List<DirectoryFiles> directories = Arrays.stream(list.split(",")).map(files::get).toList();
    long block = directories.get(0).files().get(0).plans().layout().blockSize();
    return bytes -> {
      long blocks = (bytes + block - 1) / block;
      return directories.get((int) Math.min(blocks, directories.size()) - 1);
    };
  }

  /**
   * Directories, sizes, cell size, step of places, whether only reads of lost blocks, clients,
   * seconds of warm-up, seconds, reads per second, seed.
   */
  private Map<String, ?> read(String[] words) throws Exception {
    ReadLoad.Setting setting =
        new ReadLoad.Setting(
            sizes(words[2], Integer.parseInt(words[3])), Long.parseLong(words[4]),
            Boolean.parseBoolean(words[5]), Integer.parseInt(words[6]),
            Double.parseDouble(words[7]), Double.parseDouble(words[8]),
            Double.parseDouble(words[9]), Long.parseLong(words[10]));
    LongFunction<DirectoryFiles> ofSize = ofSize(words[1]);
    return new ReadLoad(cluster.fs(), bytes -> ofSize.apply(bytes).files(), setting).run();
  }

  /**
   * What a simulation says of such reads. Directories, sizes, cell size, step of places, clients,
   * seconds of warm-up, seconds, reads per second, seed, nanoseconds of a positioning, bytes per
   * second of a disk, bytes that are read for nobody behind each wanted one.
   */
  private Map<String, ?> simulate(String[] words) {
    ReadForecast.Setting setting =
        new ReadForecast.Setting(
            sizes(words[2], Integer.parseInt(words[3])), Long.parseLong(words[4]),
            Integer.parseInt(words[5]),
            new Span.Seconds(Double.parseDouble(words[6]), Double.parseDouble(words[7])),
            Double.parseDouble(words[8]), Long.parseLong(words[9]));
    return forecast.of(
        ofSize(words[1]), setting,
        new DiskModel(Long.parseLong(words[10]), Long.parseLong(words[11]), 0, false),
        Double.parseDouble(words[12]));
  }

  /**
   * How long reads are: bytes, or {@code mix:MEDIAN,SIGMA,ABOVE,MOST}, log-normal and in whole
   * cells.
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
