package io.okapifs.bench.driver;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.EnumSetWritable;

/** Writes the metadata of striped files as a client and its DataNodes would; there are no bytes. */
public final class NamespaceWriter {

  private static final String CLIENT = "writer";
  private static final int FILES_PER_DIRECTORY = 1000;
  private static final int OPEN_MAX = 8;

  private record OpenFile(String path, long id, ExtendedBlock last) {}

  private final NamenodeProtocols namenode;
  private final FakeDataNodes nodes;
  private final String policy;
  private final boolean writesParity;
  private final long blockSize;
  private final Deque<OpenFile> open = new ArrayDeque<>();

  NamespaceWriter(
      NamenodeProtocols namenode, FakeDataNodes nodes, String policy, long blockSize)
      throws IOException {
    this(namenode, nodes, policy, blockSize, policy.indexOf('@') >= 0);
  }

  /** One that leaves the parity of decoupled files to back-fill, as a stock client does. */
  public static NamespaceWriter withoutParity(
      NamenodeProtocols namenode, FakeDataNodes nodes, String policy, long blockSize)
      throws IOException {
    return new NamespaceWriter(namenode, nodes, policy, blockSize, false);
  }

  private NamespaceWriter(
      NamenodeProtocols namenode, FakeDataNodes nodes, String policy, long blockSize,
      boolean writesParity)
      throws IOException {
    this.namenode = namenode;
    this.nodes = nodes;
    this.policy = policy;
    this.writesParity = writesParity;
    this.blockSize = blockSize;
    namenode.enableErasureCodingPolicy(policy.split("@")[0]);
  }

  /** Writes files of one length below a new directory. */
  public void write(String root, int files, long length) throws IOException {
    for (int i = 0; i < files; i++) {
      String directory = root + "/d" + i / FILES_PER_DIRECTORY;
      if (i % FILES_PER_DIRECTORY == 0) {
        namenode.mkdirs(directory, FsPermission.getDirDefault(), true);
        namenode.setErasureCodingPolicy(directory, policy);
      }
      writeFile(directory + "/file-" + i, length);
      // Reports are processed behind the calls: files are closed once others have begun.
      if (open.size() == OPEN_MAX) {
        close(open.remove());
      }
    }
    while (!open.isEmpty()) {
      close(open.remove());
    }
  }

  private void writeFile(String path, long length) throws IOException {
    HdfsFileStatus status =
        namenode.create(
            path, FsPermission.getFileDefault(), CLIENT,
            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)), true, (short) 1, blockSize,
            CryptoProtocolVersion.supported(), null, null);
    ErasureCodingPolicy view = status.getErasureCodingPolicy();
    long stripeSize = view.getNumDataUnits() * blockSize;
    ExtendedBlock previous = null;
    int stripe = 0;
    for (long offset = 0; offset < length; offset += stripeSize) {
      long bytes = Math.min(stripeSize, length - offset);
      LocatedStripedBlock added = add(path, status.getFileId(), previous, null);
      report(added, bytes, view);
      if (writesParity) {
        addParity(path, status.getFileId(), stripe, bytes, view);
      }
      previous = new ExtendedBlock(added.getBlock());
      previous.setNumBytes(bytes);
      stripe++;
    }
    open.add(new OpenFile(path, status.getFileId(), previous));
  }

  private LocatedStripedBlock add(
      String path, long fileId, ExtendedBlock previous, String[] favored) throws IOException {
    while (true) {
      try {
        return (LocatedStripedBlock)
            namenode.addBlock(
                path, CLIENT, previous, null, fileId, favored, EnumSet.noneOf(AddBlockFlag.class));
      } catch (NotReplicatedYetException e) {
        // The report is on its way through the queue.
        Thread.yield();
      }
    }
  }

  /** With s = k the group of a stripe is the stripe; its blocks are as long as the longest. */
  private void addParity(
      String path, long fileId, int group, long bytes, ErasureCodingPolicy view)
      throws IOException {
    long parityLength =
        StripedBlockUtil.getInternalBlockLength(
            bytes, view.getCellSize(), view.getNumDataUnits(), 0);
    LocatedStripedBlock added =
        add(path, fileId, null, new String[] {"okapi-pg=" + group + ":" + parityLength});
    for (int i = 0; i < added.getBlockIndices().length; i++) {
      receive(added, i, parityLength);
    }
  }

  private void report(LocatedStripedBlock group, long bytes, ErasureCodingPolicy view)
      throws IOException {
    for (int i = 0; i < group.getBlockIndices().length; i++) {
      long length =
          StripedBlockUtil.getInternalBlockLength(
              bytes, view.getCellSize(), view.getNumDataUnits(), group.getBlockIndices()[i]);
      if (length > 0) {
        receive(group, i, length);
      }
    }
  }

  private void receive(LocatedStripedBlock group, int position, long length) throws IOException {
    ExtendedBlock block = group.getBlock();
    nodes.received(
        group.getLocations()[position],
        new Block(
            block.getBlockId() + group.getBlockIndices()[position], length,
            block.getGenerationStamp()));
  }

  private void close(OpenFile file) throws IOException {
    while (!namenode.complete(file.path(), CLIENT, file.last(), file.id())) {
      Thread.yield();
    }
  }
}
