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
import org.apache.hadoop.io.EnumSetWritable;

/** Writes the metadata of striped files as a client and its DataNodes would; there are no bytes. */
public final class NamespaceWriter {

  private static final String CLIENT = "writer";
  private static final int FILES_PER_DIRECTORY = 1000;
  private static final int OPEN_MAX = 8;

  private final NamenodeProtocols namenode;
  private final FakeDataNodes nodes;
  private final String policy;
  private final boolean writesParity;
  private final long blockSize;
  private final Deque<OpenFile> open = new ArrayDeque<>();

  /**
   * Prepares it.
   *
   * @param policy a policy's name; behind it {@code @s} where files are to have a stripe width
   * @param blockSize in bytes
   */
  public NamespaceWriter(
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
      open.add(create(directory + "/file-" + i, length));
      while (open.size() == OPEN_MAX) {
        stepOnOne();
      }
    }
    while (!open.isEmpty()) {
      stepOnOne();
    }
  }

  /** Reports are processed behind the calls: meanwhile the other files go on. */
  private void stepOnOne() throws IOException {
    OpenFile file = open.remove();
    if (!file.step()) {
      open.add(file);
    }
  }

  private OpenFile create(String path, long length) throws IOException {
    HdfsFileStatus status =
        namenode.create(
            path, FsPermission.getFileDefault(), CLIENT,
            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)), true, (short) 1, blockSize,
            CryptoProtocolVersion.supported(), null, null);
    ErasureCodingPolicy view = status.getErasureCodingPolicy();
    int groupWidth = writesParity ? Integer.parseInt(policy.split("-")[1]) : 0;
    return new OpenFile(
        path, status.getFileId(), new StripedLengths(length, blockSize, view), groupWidth);
  }

  /** A file that is being written, one call to the NameNode at a time. */
  private final class OpenFile {

    private final String path;
    private final long id;
    private final StripedLengths lengths;

    /** Blocks that share parity; 0: parity is not written, or lies in the stripes. */
    private final int groupWidth;

    private ExtendedBlock last;
    private int stripes;
    private int groups;

    OpenFile(String path, long id, StripedLengths lengths, int groupWidth) {
      this.path = path;
      this.id = id;
      this.lengths = lengths;
      this.groupWidth = groupWidth;
    }

    /** Makes the next call. Returns whether the file is closed. */
    boolean step() throws IOException {
      try {
        if (isGroupDue()) {
          addParity();
        } else if (stripes < lengths.stripes()) {
          addStripe();
        } else {
          return namenode.complete(path, CLIENT, last, id);
        }
      } catch (NotReplicatedYetException e) {
        // The report is on its way through the queue; the same call is made again.
        Thread.yield();
      }
      return false;
    }

    /** A writer asks for parity once it writes the last block of the group. */
    private boolean isGroupDue() {
      return groupWidth > 0
          && (long) groups * groupWidth < lengths.blocks()
          && Math.min((groups + 1L) * groupWidth, lengths.blocks())
              <= lengths.blocksBefore(stripes);
    }

    private void addStripe() throws IOException {
      LocatedStripedBlock added = add(last, null);
      for (int i = 0; i < added.getBlockIndices().length; i++) {
        long length = lengths.ofMember(stripes, added.getBlockIndices()[i]);
        if (length > 0) {
          receive(added, i, length);
        }
      }
      last = new ExtendedBlock(added.getBlock());
      last.setNumBytes(lengths.ofStripe(stripes));
      stripes++;
    }

    /** Parities are as long as the longest block of their group. */
    private void addParity() throws IOException {
      long length = lengths.longest((long) groups * groupWidth, (groups + 1L) * groupWidth);
      LocatedStripedBlock added =
          add(null, new String[] {"okapi-pg=" + groups + ":" + length});
      for (int i = 0; i < added.getBlockIndices().length; i++) {
        receive(added, i, length);
      }
      groups++;
    }

    private LocatedStripedBlock add(ExtendedBlock previous, String[] favored)
        throws IOException {
      return (LocatedStripedBlock)
          namenode.addBlock(
              path, CLIENT, previous, null, id, favored, EnumSet.noneOf(AddBlockFlag.class));
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
}
