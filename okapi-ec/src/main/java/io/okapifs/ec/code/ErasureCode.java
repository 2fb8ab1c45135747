package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import java.util.BitSet;
import java.util.Optional;

/**
 * A systematic linear erasure code: a construction, and the programs that encode and repair with
 * it.
 *
 * <p>A parity group has n = k + r members: data members 0..k-1 and parity members k..n-1. Each
 * member's block is cut into alpha equal sub-blocks; sub-block j is the contiguous byte range [j*u,
 * (j+1)*u) of a block of alpha*u bytes. Missing data members (tail groups) count as zeros.
 * Implementations are immutable and may be called by any thread; sets that are passed in are
 * neither kept nor changed.
 *
 * <p>Partial parities ({@link #column}, {@link #columns}, {@link #finish}) are those of Okapi,
 * OSDI'25, section 4.3, for codes with sub-blocks too.
 *
 * <p>Members out of range, and sub-blocks out of range, are refused with {@link
 * io.okapifs.ec.EcException}.
 */
public interface ErasureCode {
  /** The name, NAME-k-r, for example RS-6-3. */
  String name();

  /** Number of data members. */
  int k();

  /** Number of parity members. */
  int r();

  /** Number of members. */
  default int n() {
    return k() + r();
  }

  /** Sub-blocks per block; 1 for scalar codes. */
  int alpha();

  /**
   * Ranges of sub-blocks that are coded on their own start and end at multiples of this many bytes;
   * 1 unless the code's symbols are wider than a byte.
   */
  default int granuleBytes() {
    return 1;
  }

  /**
   * Why a storage system must not use this code, in a sentence; empty for codes that it may use.
   */
  default Optional<String> whyNotStored() {
    return Optional.empty();
  }

  /**
   * The matrix from these parities to their share of the parities of a larger group, in which so
   * many data members come before those of this one; empty where that takes more than parities. See
   * {@link Conversions}.
   *
   * @param dataMembersBefore how many, 0 or more
   * @return r by r, if anything
   */
  default Optional<GfMatrix> parityShare(int dataMembersBefore) {
    return Optional.empty();
  }

  /** Whether any k members suffice to rebuild the others. */
  boolean isMds();

  /** Any so many losses are survived, whichever they are. */
  int tolerance();

  /**
   * Whether all members can be rebuilt from the live ones.
   *
   * @param live the group's members that can be read
   */
  boolean decodable(BitSet live);

  /**
   * Whether this member can be rebuilt from the live ones, or is live itself.
   *
   * @param member 0..n-1
   * @param live the group's members that can be read
   */
  boolean recoverable(int member, BitSet live);

  /**
   * Inputs: the k*alpha data sub-blocks in member order; outputs: the r*alpha parity sub-blocks in
   * member order.
   */
  CodingProgram encode();

  /**
   * The same with sums that several parities share computed once: fewer products in more steps, for
   * kernels that keep sums in registers. Codes that share none answer {@link #encode()}.
   */
  default CodingProgram encodeSharingSums() {
    return encode();
  }

  /**
   * One data sub-block's share: one input, which the program adds into the r*alpha accumulators
   * that are its outputs. Accumulators start as zeros and become parities by {@link #finish()} once
   * every sub-block was folded in, in any order; zeros need not be folded.
   *
   * @param member a data member, 0..k-1
   * @param subBlock 0..alpha-1
   * @throws io.okapifs.ec.EcException for a parity member, too
   */
  CodingProgram column(int member, int subBlock);

  /**
   * Like {@link #column}, for the same sub-block of several data members at once; inputs in
   * ascending member order.
   *
   * @param members data members, at least one
   * @param subBlock 0..alpha-1
   */
  CodingProgram columns(BitSet members, int subBlock);

  /**
   * Turns the accumulators into the parities, in place: no inputs, r*alpha outputs. For scalar
   * codes there is nothing to do ({@link CodingProgram#isIdentity()}).
   */
  CodingProgram finish();

  /**
   * The plan that rebuilds all lost members with the least reading, from members among the
   * available ones. The sets must be disjoint and the first not empty; throws {@link
   * UndecodableException} when it cannot be done.
   *
   * @param lost members to rebuild, at least one
   * @param available members that may be read; all others are neither read nor rebuilt
   */
  default RepairPlan repair(BitSet lost, BitSet available) {
    return repair(lost, available, HelperCosts.EQUAL);
  }

  /**
   * The same, where reading costs more from some members than from others: the cheapest plan.
   *
   * @param lost members to rebuild, at least one
   * @param available members that may be read
   * @param costs what a sub-block costs to read, per member
   */
  RepairPlan repair(BitSet lost, BitSet available, HelperCosts costs);
}
