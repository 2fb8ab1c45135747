package io.okapifs.hdfs.testing;

import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.repair.BackFillTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** Files whose writers are gone, and what must be left once they are recovered. */
public final class AbandonedFiles {

  private final BlockFileCluster cluster;

  public AbandonedFiles(BlockFileCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Writes bytes, waits until all rows but the last two are on the DataNodes, and kills the writer.
   */
  public void abandon(Path file, byte[] bytes) throws Exception {
    FSDataOutputStream out = cluster.create(file);
    out.write(bytes);
    out.flush();
    abandon(file, bytes, (DFSOutputStream) out.getWrappedStream());
  }

  public void abandon(Path file, byte[] bytes, DFSOutputStream out) throws Exception {
    FileLayout layout = cluster.layout(file);
    long row = (long) layout.stripeWidth() * CELL;
    long fullStripes = bytes.length / layout.stripeSize() * layout.stripeSize();
    long sent = fullStripes + Math.max(0, (bytes.length - fullStripes) / row - 1) * row;
    BlockFileCluster.await(
        sent + " of " + bytes.length + " bytes of " + file + " on their nodes",
        () -> prefix(file) >= sent);
    DFSTestUtil.abortStream(out);
  }

  /** Waits until no DataNode receives anything: what dead writers sent is on disk. */
  public void awaitSilence() throws Exception {
    BlockFileCluster.await("silence", () -> cluster.mini().getDataNodes().stream()
        .allMatch(node -> node.getActiveTransferThreadCount() == 0));
  }

  /**
   * Bytes of a file up to the first gap in its last stripe, from the replicas of running nodes,
   * counted cell by cell.
   */
  public long prefix(Path file) throws IOException {
    FileLayout layout = cluster.layout(file);
    List<BlockInfo> stripes = stripes(file);
    if (stripes.isEmpty()) {
      return 0;
    }
    BlockInfo last = stripes.get(stripes.size() - 1);
    long[] left = new long[layout.stripeWidth()];
    for (int i = 0; i < left.length; i++) {
      left[i] = bytesOnDisk(last.getBlockId() + i);
    }
    long prefix = (stripes.size() - 1) * layout.stripeSize();
    long end = prefix + layout.stripeSize();
    for (int i = 0; prefix < end; i = (i + 1) % left.length) {
      long cell = Math.min(CELL, left[i]);
      left[i] -= cell;
      prefix += cell;
      if (cell < CELL) {
        break;
      }
    }
    return prefix;
  }

  private long bytesOnDisk(long block) throws IOException {
    long bytes = 0;
    for (DataNode node : cluster.mini().getDataNodes()) {
      ReplicaInfo replica =
          DataNodeTestUtils.fetchReplicaInfo(
              node, cluster.mini().getNamesystem().getBlockPoolId(), block);
      bytes = Math.max(bytes, replica == null ? 0 : replica.getBytesOnDisk());
    }
    return bytes;
  }

  public List<BlockInfo> stripes(Path file) throws IOException {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    namesystem.readLock();
    try {
      return Arrays.asList(
          namesystem.getFSDirectory().getINode(file.toString()).asFile().getBlocks());
    } finally {
      namesystem.readUnlock();
    }
  }

  /** Asks for the file to be closed until it is. */
  public void recover(Path file) throws Exception {
    BlockFileCluster.await(file + " closed", () -> {
      boolean closed = cluster.fs().recoverLease(file);
      if (!closed) {
        // DataNodes get their orders with the next heartbeat.
        cluster.mini().triggerHeartbeats();
      }
      return closed;
    });
  }

  /** The file holds the first bytes of what was written, in every block file. */
  public void check(Path file, byte[] written, long length) throws Exception {
    assertThat(cluster.fs().getFileStatus(file).getLen()).as("length of %s", file)
        .isEqualTo(length);
    byte[] bytes = Arrays.copyOf(written, Math.toIntExact(length));
    assertThat(Arrays.equals(cluster.read(file), bytes)).as("content of %s", file).isTrue();
    cluster.checkBlocks(file, bytes);
  }

  /**
   * Nothing is left but the block files of what the files hold, each of the right stamp.
   *
   * @param withReports whether full block reports may help, which DataNodes send every few hours
   */
  public void checkNothingElse(boolean withReports) throws Exception {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    String[] last = {""};
    try {
      BlockFileCluster.await("only replicas of files", () -> {
        if (withReports) {
          cluster.mini().triggerBlockReports();
        }
        TreeSet<String> extra = new TreeSet<>(replicasOnNodes());
        TreeSet<String> missing = new TreeSet<>(replicasOfFiles());
        TreeSet<String> both = new TreeSet<>(extra);
        both.retainAll(missing);
        extra.removeAll(both);
        missing.removeAll(both);
        last[0] = "extra=" + extra + ", missing=" + missing;
        return extra.isEmpty() && missing.isEmpty();
      });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + last[0], e);
    }
    assertThat(namesystem.getNumFilesUnderConstruction()).isZero();
    assertThat(namesystem.getMissingBlocksCount()).isZero();
    BlockFileCluster.await("protected", () -> BackFillTest.unprotectedGroups() == 0);
    BlockFileCluster.await("nothing to repair", () -> namesystem.getLowRedundancyBlocks() == 0
        && namesystem.getCorruptReplicaBlocks() == 0);
  }

  private List<String> replicasOnNodes() throws IOException {
    List<String> replicas = new ArrayList<>();
    for (DataNode node : cluster.mini().getDataNodes()) {
      Iterator<Replica> stored =
          cluster.mini().getFsDatasetTestUtils(node)
              .getStoredReplicas(cluster.mini().getNamesystem().getBlockPoolId());
      while (stored.hasNext()) {
        Replica replica = stored.next();
        replicas.add(
            name(replica.getBlockId(), replica.getGenerationStamp(), node.getDatanodeUuid()));
      }
    }
    return replicas;
  }

  private List<String> replicasOfFiles() throws IOException {
    List<String> replicas = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> files = cluster.fs().listFiles(new Path("/"), true);
    while (files.hasNext()) {
      Path file = new Path(files.next().getPath().toUri().getPath());
      List<LocatedStripedBlock> groups = new ArrayList<>(cluster.dataStripes(file));
      groups.addAll(cluster.parityGroups(file, 1000));
      for (LocatedStripedBlock group : groups) {
        for (int i = 0; i < group.getLocations().length; i++) {
          replicas.add(
              name(group.getBlock().getBlockId() + group.getBlockIndices()[i],
                  group.getBlock().getGenerationStamp(),
                  group.getLocations()[i].getDatanodeUuid()));
        }
      }
    }
    return replicas;
  }

  private static String name(long block, long stamp, String node) {
    return "blk_" + block + "_" + stamp + "@" + node;
  }

  /** The quota in use is kept by difference; the summary adds up what is there. */
  public void checkSpace(Path directory) throws IOException {
    assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed())
        .as("space of %s", directory)
        .isEqualTo(cluster.fs().getContentSummary(directory).getSpaceConsumed());
  }
}
