package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.verify.GroupEquations;
import io.okapifs.hdfs.verify.GroupEquations.Contradiction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the same range of every sub-block of some members of a group, and compares what was read by
 * the equations of the code. Used by one thread.
 */
final class MemberComparison {

  private final ReceivedTask received;
  private final ErasureCode code;
  private final HelperReaders readers;
  private final GroupEquations equations;
  private final ByteBuffer[] buffers;

  /**
   * @param memory has {@link #memoryBytes} for it
   * @param rangeBytes of the longest range
   */
  MemberComparison(
      ReceivedTask received, HelperReaders readers, RepairMemory.Grant memory, int rangeBytes)
      throws IOException {
    this.received = received;
    this.code = received.task().code();
    this.readers = readers;
    this.equations =
        new GroupEquations(
            code, buffers(memory, GroupEquations.scratchCount(code), rangeBytes));
    this.buffers = buffers(memory, code.n() * code.alpha(), rangeBytes);
  }

  private static ByteBuffer[] buffers(RepairMemory.Grant memory, int count, int bytes)
      throws IOException {
    ByteBuffer[] all = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      all[i] = memory.buffer(bytes);
    }
    return all;
  }

  /** Bytes of buffers to read all members of a group at one place, and to compare them. */
  static long memoryBytes(ErasureCode code, int rangeBytes) {
    return ((long) code.n() * code.alpha() + GroupEquations.scratchCount(code)) * rangeBytes;
  }

  /**
   * Reads members, all at the same time.
   *
   * @param offset of the range in the sub-blocks
   * @param end in the sub-blocks, up to which they will be read on from there
   * @return false where one of them could not be read
   */
  boolean read(BitSet members, long offset, int length, long end) throws IOException {
    Map<Integer, HelperReaders.Reading> readings = new LinkedHashMap<>();
    for (int member : members.stream().toArray()) {
      readings.put(member, helper -> fill(helper, member, offset, length, end));
    }
    return readers.read(readings);
  }

  private void fill(HelperReader helper, int member, long offset, int length, long end)
      throws IOException {
    long subBlockBytes = received.task().parityLength() / code.alpha();
    for (int j = 0; j < code.alpha() && !readers.isStopped(); j++) {
      long begin = j * subBlockBytes;
      helper.fill(
          buffers[member * code.alpha() + j].clear().limit(length), begin + offset, begin + end);
    }
  }

  /** Whether what was read last of some members fits together. */
  boolean holds(BitSet members, int length) {
    return equations.hold(window(members), length, lost(members));
  }

  /** Which of some members do not fit, by what was read last. */
  List<Contradiction> explain(BitSet members, int length) {
    return equations.explain(window(members), length, lost(members));
  }

  /** As the equations want it: what was not read is null. */
  private ByteBuffer[] window(BitSet members) {
    ByteBuffer[] window = new ByteBuffer[buffers.length];
    for (int i = 0; i < window.length; i++) {
      window[i] = members.get(i / code.alpha()) ? buffers[i] : null;
    }
    return window;
  }

  /** All but the members and the zeros, which are known. */
  private BitSet lost(BitSet members) {
    BitSet lost = (BitSet) members.clone();
    lost.or(received.task().zeroMembers());
    lost.flip(0, code.n());
    return lost;
  }
}
