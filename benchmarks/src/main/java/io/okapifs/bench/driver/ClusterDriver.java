package io.okapifs.bench.driver;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.AddErasureCodingPolicyResponse;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/**
 * A cluster and its client in this JVM. Files are filled with the same random bytes over
 * and over. Times are of the client, from create to close; processor time is of all threads.
 */
public final class ClusterDriver {

  private static final int BUFFER = 1 << 20;
  private static final long SEED = 20251013;
  private static final int WRITERS = 4;

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final byte[] content = new byte[BUFFER];
  private final byte[] readBuffer = new byte[BUFFER];
  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private long blockSize;

  private Traffic traffic;
  private WriteLock lock;
  private NodeRecovery.Loss loss;

  /** One that serves nothing until its {@link #handle} is called. */
  public ClusterDriver() {
    new Random(SEED).nextBytes(content);
  }

  public static void main(String[] args) throws Exception {
    ClusterDriver driver = new ClusterDriver();
    ChildLoop.serve(driver::handle, () -> driver.cluster);
  }

  /** Carries out a command. */
  public Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "start" -> start(words);
      case "directory" -> directory(words[1], words[2]);
      case "write" -> timed(() -> write(new Path(words[1]), Long.parseLong(words[2])));
      case "read" -> timed(() -> read(new Path(words[1]), Long.parseLong(words[2]), false));
      case "verify" -> timed(() -> read(new Path(words[1]), Long.parseLong(words[2]), true));
      case "write-many" -> timed(() -> {
        for (int i = 0; i < Integer.parseInt(words[2]); i++) {
          write(new Path(words[1], "f" + i), Long.parseLong(words[3]));
        }
      });
      case "write-mixed" -> timed(() ->
          writeMixed(new Path(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3])));
      case "verify-mixed" -> timed(() -> {
        long[] lengths = mixedLengths(Integer.parseInt(words[2]), Long.parseLong(words[3]));
        for (int i = 0; i < lengths.length; i++) {
          read(new Path(words[1], "f" + i), lengths[i], true);
        }
      });
      case "foreground" -> new Foreground(
              fs, new Path(words[1]), Integer.parseInt(words[4]), System.nanoTime())
          .run(Double.parseDouble(words[2]), Double.parseDouble(words[3]));
      case "listen-to-lock" -> {
        lock = WriteLock.listen();
        yield Map.of();
      }
      case "write-lock" -> {
        WriteLock.Holds holds = lock.take();
        yield Map.of(
            "longestMillis", holds.longest().getValue(), "holder", holds.longest().getKey(),
            "millisByHolder", holds.millis(), "medianMillis", holds.median(),
            "longestCollectionMillis", holds.collectionMillis(),
            "longestStallMillis", holds.stallMillis());
      }
      case "report-all" -> new NodeRecovery(cluster).reportAll();
      case "heap" -> Map.of("usedBytes", NamespaceDriver.usedHeap());
      case "read-many" -> timed(() -> {
        for (int i = 0; i < Integer.parseInt(words[2]); i++) {
          read(new Path(words[1], "f" + i), Long.parseLong(words[3]), false);
        }
      });
      case "settle" -> new NodeRecovery(cluster).settle();
      case "recover" -> new NodeRecovery(cluster).recover();
      case "lose" -> {
        loss = new NodeRecovery(cluster).lose();
        yield Map.of("lostBytes", loss.bytes());
      }
      case "heal" -> {
        new NodeRecovery(cluster).heal(loss);
        yield Map.of();
      }
      case "replace" -> {
        new NodeRecovery(cluster).replace(loss);
        yield Map.of();
      }
      case "policy" -> policy(words);
      case "copy" -> timed(() -> copy(new Path(words[1]), new Path(words[2])));
      case "traffic" -> traffic.since();
      case "delete" -> timed(() -> fs.delete(new Path(words[1]), true));
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  /** Number of nodes, block size and settings as KEY=VALUE. */
  private Map<String, ?> start(String[] words) throws Exception {
    int nodes = Integer.parseInt(words[1]);
    blockSize = Long.parseLong(words[2]);
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    // Deleted files give their space back at once: the store is memory, as a rule.
    Intervals.configure(conf);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 1);
    Settings.set(conf, words, 3);
    cluster =
        new MiniDFSCluster.Builder(conf).numDataNodes(nodes).storagesPerDatanode(1).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    traffic = new Traffic(cluster.getDataNodes());
    return Map.of("uri", fs.getUri().toString());
  }

  /** The cluster, once it was started. */
  public MiniDFSCluster cluster() {
    return cluster;
  }

  /** Codec, k, r and cell size of a policy to add and enable. */
  private Map<String, ?> policy(String[] words) throws IOException {
    ErasureCodingPolicy policy =
        new ErasureCodingPolicy(
            new ECSchema(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3])),
            Integer.parseInt(words[4]));
    AddErasureCodingPolicyResponse response =
        fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy})[0];
    boolean exists =
        fs.getAllErasureCodingPolicies().stream()
            .anyMatch(info -> info.getPolicy().getName().equals(policy.getName()));
    if (!exists) {
      throw new IOException("the policy was not added: " + response);
    }
    fs.enableErasureCodingPolicy(policy.getName());
    return Map.of("policy", policy.getName());
  }

  /** Every byte through this client. */
  private void copy(Path from, Path to) throws IOException {
    try (FSDataInputStream in = fs.open(from);
        FSDataOutputStream out = fs.create(to, true, 4096, (short) 1, blockSize)) {
      int count;
      while ((count = in.read(readBuffer)) > 0) {
        out.write(readBuffer, 0, count);
      }
    }
  }

  private Map<String, ?> directory(String path, String policy) throws IOException {
    int at = policy.indexOf('@');
    fs.enableErasureCodingPolicy(at < 0 ? policy : policy.substring(0, at));
    fs.mkdirs(new Path(path));
    fs.setErasureCodingPolicy(new Path(path), policy);
    return Map.of("path", path);
  }

  /** Work whose time counts. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static Map<String, ?> timed(Work work) throws IOException {
    long cpuStart = PROCESS.getProcessCpuTime();
    long start = System.nanoTime();
    work.run();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("nanos", System.nanoTime() - start);
    answer.put("cpuNanos", PROCESS.getProcessCpuTime() - cpuStart);
    return answer;
  }

  private void write(Path path, long length) throws IOException {
    short replication = fs.getDefaultReplication(path);
    try (FSDataOutputStream out = fs.create(path, true, 4096, replication, blockSize)) {
      for (long written = 0; written < length; written += BUFFER) {
        out.write(content, 0, (int) Math.min(BUFFER, length - written));
      }
    }
  }

  /** Lengths of the files of a mix: from one byte on, each as likely. */
  public static long[] mixedLengths(int files, long mostBytes) {
    return new Random(SEED).longs(files, 1, mostBytes + 1).toArray();
  }

  private void writeMixed(Path directory, int files, long mostBytes) throws IOException {
    long[] lengths = mixedLengths(files, mostBytes);
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < files; i++) {
        int file = i;
        done.add(
            writers.submit(
                () -> {
                  write(new Path(directory, "f" + file), lengths[file]);
                  return null;
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException("not all files were written: directory=" + directory, e);
    } finally {
      writers.shutdownNow();
    }
  }

  private void read(Path path, long length, boolean compares) throws IOException {
    long bytes = 0;
    try (FSDataInputStream in = fs.open(path)) {
      int count;
      while ((count = in.read(readBuffer, 0, (int) Math.min(BUFFER, length - bytes))) > 0) {
        int at = (int) (bytes % BUFFER);
        int end = Math.min(count, BUFFER - at);
        if (compares
            && !(Arrays.equals(readBuffer, 0, end, content, at, at + end)
                && Arrays.equals(readBuffer, end, count, content, 0, count - end))) {
          throw new IOException("wrong bytes: path=" + path + ", near=" + bytes);
        }
        bytes += count;
      }
    }
    if (bytes != length) {
      throw new IOException(
          "wrong length: path=" + path + ", bytes=" + bytes + ", expected=" + length);
    }
  }
}
