package io.okapifs.hdfs.verify;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.coder.CodingBuffers;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells whether the members of a group fit together, and if not, which one does not.
 *
 * <p>Lost data members are derived from the others; then the group is encoded and compared with
 * every parity that is there. To find who is wrong, each member is taken for lost in turn: if the
 * others fit together without one member and without no other one, it is that one. A code that
 * survives r losses finds a wrong member where at most r - 2 are lost, in every range of bytes on
 * its own; else all that is known is that the group is wrong.
 *
 * <p>A window is the same range of every sub-block of every member: n * alpha direct buffers of one
 * length, sub-block j of member m at m * alpha + j, null where it is all zeros or lost. Used by one
 * thread.
 */
public final class GroupEquations {

  /** Ranges are not divided further in the search for the member that is wrong. */
  private static final int RANGE_BYTES_MIN = 512;

  private static final Coder CODER = new Coder(Kernels.best());

  private final ErasureCode code;
  private final ByteBuffer[] parities;
  private final ByteBuffer[] decoded;

  GroupEquations(ErasureCode code, int windowBytes) {
    this(code, newBuffers(scratchCount(code), windowBytes));
  }

  /**
   * @param scratch {@link #scratchCount} direct buffers, each as long as the longest window
   */
  public GroupEquations(ErasureCode code, ByteBuffer[] scratch) {
    this.code = code;
    this.parities = Arrays.copyOfRange(scratch, 0, scratch.length / 2);
    this.decoded = Arrays.copyOfRange(scratch, scratch.length / 2, scratch.length);
  }

  /** Buffers for all parities, and for as many lost sub-blocks. */
  public static int scratchCount(ErasureCode code) {
    return 2 * code.r() * code.alpha();
  }

  private static ByteBuffer[] newBuffers(int count, int bytes) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      buffers[i] = CodingBuffers.allocate(bytes);
    }
    return buffers;
  }

  /**
   * What does not fit.
   *
   * @param member who is wrong, or {@link #NOBODY}
   * @param subBlock of the member, or of a parity that shows the contradiction
   * @param offset of the first wrong byte in the window
   */
  public record Contradiction(int member, int subBlock, int offset) {
    public static final int NOBODY = -1;
  }

  /** Whether every member can be had without the lost ones, and one of the others as well. */
  public boolean canCheck(BitSet lost) {
    BitSet live = live(lost);
    return code.decodable(live)
        && live.stream().anyMatch(member -> code.decodable(without(live, member)));
  }

  /** Whether a window holds no contradiction. */
  public boolean hold(ByteBuffer[] window, int length, BitSet lost) {
    return new Range(window, 0, length).contradiction(lost) == null;
  }

  /**
   * Who is wrong in a window, each member with its first wrong byte. Ends with {@link
   * Contradiction#NOBODY} at the first range in which nobody can be told.
   */
  public List<Contradiction> explain(ByteBuffer[] window, int length, BitSet lost) {
    Search search = new Search(window, lost);
    search.explain(0, length);
    List<Contradiction> found = new ArrayList<>(search.wrong.values());
    if (search.unexplained != null) {
      found.add(search.unexplained);
    }
    return found;
  }

  private BitSet live(BitSet lost) {
    BitSet live = new BitSet();
    live.set(0, code.n());
    live.andNot(lost);
    return live;
  }

  private static BitSet without(BitSet members, int member) {
    BitSet rest = (BitSet) members.clone();
    rest.clear(member);
    return rest;
  }

  private static BitSet with(BitSet members, int member) {
    BitSet more = (BitSet) members.clone();
    more.set(member);
    return more;
  }

  /** Divides a window until each part is explained. */
  private final class Search {

    private final ByteBuffer[] window;
    private final BitSet lost;
    private final BitSet suspects;
    private final Map<Integer, Contradiction> wrong = new TreeMap<>();
    private Contradiction unexplained;

    Search(ByteBuffer[] window, BitSet lost) {
      this.window = window;
      this.lost = lost;
      this.suspects = live(lost);
      for (int member = 0; member < code.n(); member++) {
        int first = member * code.alpha();
        boolean zeros = Arrays.stream(window, first, first + code.alpha()).allMatch(b -> b == null);
        suspects.set(member, !zeros && suspects.get(member));
      }
    }

    void explain(int from, int length) {
      Range range = new Range(window, from, length);
      Contradiction seen = unexplained == null ? range.contradiction(lost) : null;
      if (seen == null) {
        return;
      }
      List<Integer> possible =
          suspects.stream().filter(member -> range.mayBeWrong(member, lost)).boxed().toList();
      if (possible.size() == 1 && code.decodable(without(live(lost), possible.get(0)))) {
        Contradiction first = range.firstWrong(possible.get(0), lost);
        wrong.merge(
            first.member(), first,
            (old, next) -> next.subBlock() < old.subBlock() ? next : old);
      } else if (length > RANGE_BYTES_MIN && canTell()) {
        int half = Math.max(1, length / RANGE_BYTES_MIN / 2) * RANGE_BYTES_MIN;
        explain(from, half);
        explain(from + half, length - half);
      } else {
        unexplained = seen;
      }
    }

    /** Where nothing is left to test two suspects with, each of them explains any range. */
    private boolean canTell() {
      return suspects.stream().filter(member -> !canCheck(with(lost, member))).count() < 2;
    }
  }

  /** A part of a window. */
  private final class Range {

    private final ByteBuffer[] window;
    private final int from;
    private final int length;

    Range(ByteBuffer[] window, int from, int length) {
      this.window = window;
      this.from = from;
      this.length = length;
    }

    /** The first byte at which a parity is not what the data members say; null where all fit. */
    Contradiction contradiction(BitSet lost) {
      ByteBuffer[] computed = encode(data(lost));
      Contradiction first = null;
      for (int i = 0; i < computed.length; i++) {
        int member = code.k() + i / code.alpha();
        int subBlock = i % code.alpha();
        int at = lost.get(member) ? -1 : mismatch(actual(member, subBlock), computed[i]);
        if (at >= 0 && (first == null || subBlock < first.subBlock()
            || subBlock == first.subBlock() && from + at < first.offset())) {
          first = new Contradiction(Contradiction.NOBODY, subBlock, from + at);
        }
      }
      return first;
    }

    /** Whether the others fit together, or leave nothing to tell by. */
    boolean mayBeWrong(int member, BitSet lost) {
      BitSet more = with(lost, member);
      return !code.decodable(live(more)) || contradiction(more) == null;
    }

    /** The first byte at which a member is not what the others say. */
    Contradiction firstWrong(int member, BitSet lost) {
      ByteBuffer[] data = data(with(lost, member));
      ByteBuffer[] expected = member < code.k() ? data : encode(data);
      int block = member < code.k() ? member : member - code.k();
      for (int j = 0; j < code.alpha(); j++) {
        int at = mismatch(actual(member, j), expected[block * code.alpha() + j]);
        if (at >= 0) {
          return new Contradiction(member, j, from + at);
        }
      }
      throw new IllegalStateException("the member is right: memberIndex=" + member);
    }

    /** The data members, lost ones derived. */
    private ByteBuffer[] data(BitSet lost) {
      int alpha = code.alpha();
      ByteBuffer[] data = new ByteBuffer[code.k() * alpha];
      for (int i = 0; i < data.length; i++) {
        data[i] = actual(i / alpha, i % alpha);
      }
      BitSet lostData = lost.get(0, code.k());
      if (!lostData.isEmpty()) {
        RepairPlan plan = code.repair(lostData, live(lost));
        ByteBuffer[] outputs = slices(decoded, lostData.cardinality() * alpha);
        CODER.run(plan.program(), inputs(plan), outputs);
        for (int member : plan.lostMembers()) {
          for (int j = 0; j < alpha; j++) {
            data[member * alpha + j] = outputs[plan.outputOf(member, j)];
          }
        }
      }
      return data;
    }

    private ByteBuffer[] inputs(RepairPlan plan) {
      List<ByteBuffer> inputs = new ArrayList<>();
      for (SubBlockRun run : plan.runs()) {
        for (int j = run.firstSubBlock(); j < run.endSubBlock(); j++) {
          inputs.add(actual(run.member(), j));
        }
      }
      return inputs.toArray(ByteBuffer[]::new);
    }

    private ByteBuffer[] encode(ByteBuffer[] data) {
      ByteBuffer[] computed = slices(parities, parities.length);
      CODER.run(CODER.encodeProgram(code), data, computed);
      return computed;
    }

    private ByteBuffer[] slices(ByteBuffer[] buffers, int count) {
      return Arrays.stream(buffers, 0, count)
          .map(buffer -> buffer.slice(0, length)).toArray(ByteBuffer[]::new);
    }

    private ByteBuffer actual(int member, int subBlock) {
      ByteBuffer bytes = window[member * code.alpha() + subBlock];
      return bytes == null ? null : bytes.slice(from, length);
    }

    private int mismatch(ByteBuffer actual, ByteBuffer expected) {
      for (int i = 0; actual == null && i < length; i++) {
        if (expected.get(i) != 0) {
          return i;
        }
      }
      return actual == null ? -1 : actual.mismatch(expected);
    }
  }
}
