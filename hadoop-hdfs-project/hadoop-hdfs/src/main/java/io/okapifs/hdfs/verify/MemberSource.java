package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.verify.VerifiedMembers.Member;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  /** Opens a replica with one node. */
  @FunctionalInterface
  interface Opener {
    ReplicaReader open(LocatedBlock replica);
  }

  private final DFSClient client;
  private final Opener opener;
  private final ByteBuffer[] subBlocks;
  private final boolean[] zeros;
  private final Relocation relocation;
  private final Deque<LocatedBlock> untried;
  private final Set<DatanodeInfo> corruptOn = new HashSet<>();
  private final List<LocatedBlock> corrupt = new ArrayList<>();
  private boolean relocated;
  private ReplicaReader reader;
  private LocatedBlock current;
  private long bytesRead;

  /**
   * @param subBlocks one direct buffer for each sub-block; their content is this object's
   */
  MemberSource(
      DFSClient client, Member member, ByteBuffer[] subBlocks, Opener opener,
      Relocation relocation) {
    this.client = client;
    this.opener = opener;
    this.subBlocks = subBlocks;
    this.zeros = new boolean[subBlocks.length];
    this.relocation = relocation;
    this.untried = new ArrayDeque<>(member.replicas());
  }

  /** Whether a replica did not match its stored checksums. */
  boolean sawCorrupt() {
    return !corruptOn.isEmpty();
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
        readProven(from, length);
        return;
      } catch (ChecksumException e) {
        corruptOn.add(current.getLocations()[0]);
        corrupt.add(current);
        last = e;
      } catch (IOException e) {
        client.clearDataEncryptionKey();
        last = e;
      }
      close();
    }
  }

  /** Bytes may change on their way: what does not fit its checksums twice does not on the disk. */
  private void readProven(long from, int length) throws IOException {
    try {
      read(from, length);
    } catch (ChecksumException e) {
      DFSClient.LOG.debug("Reading {} again", current, e);
      readAgain(from, length);
    }
  }

  /**
   * Reads a range again from the replica that was read last, over new connections.
   *
   * @throws IOException where it does not give it
   */
  void readAgain(long from, int length) throws IOException {
    close();
    reader = opener.open(current);
    read(from, length);
  }

  private void read(long from, int length) throws IOException {
    for (int j = 0; j < subBlocks.length; j++) {
      int count = reader.fill(j, from, subBlocks[j].clear().limit(length));
      zeros[j] = count == 0;
      bytesRead += count;
    }
  }

  /** Corrupt replicas that were found since this was asked last. */
  List<LocatedBlock> takeCorrupt() {
    List<LocatedBlock> taken = List.copyOf(corrupt);
    corrupt.clear();
    return taken;
  }

  /** The replica that was read last. */
  LocatedBlock current() {
    return current;
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
    current = untried.remove();
    reader = opener.open(current);
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
