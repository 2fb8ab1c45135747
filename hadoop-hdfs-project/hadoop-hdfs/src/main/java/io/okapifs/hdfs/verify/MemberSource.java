package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.verify.GroupMembers.Member;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A member of a group as it is read, from one replica after the other while they fail, and once
 * more from where the NameNode says that it is by then. Used by one thread.
 */
final class MemberSource implements Closeable {

  /** Asks the NameNode where the member is now. */
  @FunctionalInterface
  interface Relocation {
    Member ask() throws IOException;
  }

  private final DFSClient client;
  private final Configuration conf;
  private final Member member;
  private final long subBlockLength;
  private final ByteBuffer[] subBlocks;
  private final boolean[] zeros;
  private final Relocation relocation;
  private final Deque<LocatedBlock> untried;
  private final Set<DatanodeInfo> corruptOn = new HashSet<>();
  private boolean relocated;
  private MemberReader reader;
  private DatanodeInfo node;
  private long bytesRead;

  /**
   * @param subBlocks one direct buffer for each sub-block; their content is this object's
   */
  MemberSource(
      DFSClient client, Configuration conf, Member member, long subBlockLength,
      ByteBuffer[] subBlocks, Relocation relocation) {
    this.client = client;
    this.conf = conf;
    this.member = member;
    this.subBlockLength = subBlockLength;
    this.subBlocks = subBlocks;
    this.zeros = new boolean[subBlocks.length];
    this.relocation = relocation;
    this.untried = new ArrayDeque<>(member.replicas());
  }

  /** Nodes on which the stored checksums did not match. */
  Set<DatanodeInfo> corruptOn() {
    return corruptOn;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** The bytes that were read last; null where they are all zeros because the block ends before. */
  ByteBuffer subBlock(int index) {
    return zeros[index] ? null : subBlocks[index];
  }

  /**
   * Reads the same range of every sub-block.
   *
   * @throws IOException where no replica has it
   */
  void fill(long from, int length) throws IOException {
    IOException last = null;
    while (true) {
      if (reader == null) {
        next(last);
      }
      try {
        for (int j = 0; j < subBlocks.length; j++) {
          int count = reader.fill(j, from, subBlocks[j].clear().limit(length));
          zeros[j] = count == 0;
          bytesRead += count;
        }
        return;
      } catch (ChecksumException e) {
        corruptOn.add(node);
        last = e;
      } catch (IOException e) {
        client.clearDataEncryptionKey();
        last = e;
      }
      close();
    }
  }

  private void next(IOException last) throws IOException {
    if (untried.isEmpty() && !relocated) {
      relocated = true;
      relocation.ask().replicas().stream()
          .filter(replica -> !corruptOn.contains(replica.getLocations()[0]))
          .forEach(untried::add);
    }
    if (untried.isEmpty()) {
      throw last != null ? last : new IOException("no node is known to have it");
    }
    LocatedBlock replica = untried.remove();
    node = replica.getLocations()[0];
    reader =
        new MemberReader(
            client, conf, replica, member.length(), subBlockLength, subBlocks.length);
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
