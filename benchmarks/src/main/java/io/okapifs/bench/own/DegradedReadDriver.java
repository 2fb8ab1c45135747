package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.driver.ClusterDriver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * A cluster that loses a DataNode and is read at random places while nothing is repaired; its other
 * commands are those of {@link ClusterDriver}.
 */
public final class DegradedReadDriver {

  private final ClusterDriver clusters = new ClusterDriver();

  private final List<Place> lost = new ArrayList<>();
  private final List<Place> whole = new ArrayList<>();

  private record Place(Path file, long offset) {}

  private DegradedReadDriver() {}

  public static void main(String[] args) throws Exception {
    DegradedReadDriver driver = new DegradedReadDriver();
    ChildLoop.serve(driver::handle, driver.clusters::cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "stop-node" -> stopNode(words[1], Integer.parseInt(words[2]));
      case "read-lost" -> readOneByOne(lost, words);
      case "read-whole" -> readOneByOne(whole, words);
      case "read-together" -> RandomReads.together(fs(), words);
      default -> clusters.handle(words);
    };
  }

  private DistributedFileSystem fs() throws IOException {
    return clusters.cluster().getFileSystem();
  }

  /**
   * Stops a DataNode for good and tells the NameNode.
   *
   * @param directory of files with one block per stripe, whose places are kept
   * @param step bytes from one place to the next
   */
  private Map<String, ?> stopNode(String directory, int step) throws Exception {
    DataNode node = clusters.cluster().getDataNodes().get(0);
    for (FileStatus file : fs().listStatus(new Path(directory))) {
      String path = file.getPath().toUri().getPath();
      for (LocatedBlock block :
          fs().getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLocatedBlocks()) {
        if (block.getLocations().length != 1) {
          throw new IOException("not one block per stripe: path=" + path + ", block=" + block);
        }
        boolean isLost =
            block.getLocations()[0].getDatanodeUuid().equals(node.getDatanodeUuid());
        for (long at = 0; at + step <= block.getBlockSize(); at += step) {
          (isLost ? lost : whole).add(new Place(file.getPath(), block.getStartOffset() + at));
        }
      }
    }
    if (lost.isEmpty() || whole.isEmpty()) {
      throw new IOException(
          "more files are needed: placesLost=" + lost.size() + ", placesWhole=" + whole.size());
    }
    clusters.cluster().stopDataNode(0);
    clusters.cluster().setDataNodeDead(node.getDatanodeId());
    return Map.of("placesLost", lost.size(), "placesWhole", whole.size());
  }

  /** Number and bytes of reads, and the seed of their places; each by a stream of its own. */
  private Map<String, ?> readOneByOne(List<Place> places, String[] words) throws Exception {
    int reads = Integer.parseInt(words[1]);
    byte[] buffer = new byte[Integer.parseInt(words[2])];
    Random random = new Random(Long.parseLong(words[3]));
    long[] nanos = new long[reads];
    long positionings = RandomReads.positionings();
    for (int i = 0; i < reads; i++) {
      Place place = places.get(random.nextInt(places.size()));
      try (FSDataInputStream in = fs().open(place.file())) {
        long start = System.nanoTime();
        in.readFully(place.offset(), buffer);
        nanos[i] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    return Map.of(
        "medianNanos", nanos[reads / 2],
        "positioningsPerRead", (RandomReads.positionings() - positionings) / (double) reads);
  }
}
