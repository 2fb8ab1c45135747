package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What a construction says about its code; {@link LinearCode} derives the rest. Needed is a
 * generator or an encode program, whichever is easier to state:
 *
 * <ul>
 *   <li>the parity generator, symbolBytes rows per parity sub-block and as many columns per data
 *       sub-block, member by member. Without it, it is what the encode program computes.
 *   <li>the cheapest encode program. Without it, encoding is one product with the generator.
 *   <li>the accumulators of partial parities, where they are not the parities: a matrix of the
 *       generator's shape, and the program that turns them into parities in place.
 *       Or both at once as two programs, of which encoding is one after the other.
 *   <li>a rule for cheap repairs. Without one, lost members are decoded from whole blocks.
 *   <li>how its parities change in a merged group, where that can be told.
 *   <li>what is survived: all losses of up to r members (mds), so many, or not said: then it is
 *       counted by trying all sets, which only small codes can afford.
 * </ul>
 *
 * <p>Not thread safe; nothing changes a builder once its code exists.
 */
public final class CodeBuilder {
  private final String codec;
  private final int k;
  private final int r;
  private int alpha = 1;
  private int symbolBytes = 1;
  private GfMatrix generator;
  private CodingProgram encode;
  private CodingProgram encodeSharingSums;
  private GfMatrix accumulators;
  private CodingProgram accumulate;
  private CodingProgram finish;
  private RepairRule repairs = RepairRule.NONE;
  private Integer tolerance;
  private String whyNotStored;
  private IntFunction<GfMatrix> parityShare;

  /** A code that is named by its codec: less4 with k = 10 and r = 4 is LESS4-10-4. */
  public CodeBuilder(String codec, int k, int r) {
    this.codec = codec;
    this.k = k;
    this.r = r;
  }

  /** Sub-blocks per block; 1 if not said. */
  public CodeBuilder alpha(int subBlocks) {
    this.alpha = subBlocks;
    return this;
  }

  /** Bytes per symbol; 1 if not said, 2 for codes over GF(2^16). */
  public CodeBuilder symbolBytes(int bytes) {
    this.symbolBytes = bytes;
    return this;
  }

  /** The matrix from all data to all parities, in symbols, of the shape that is said above. */
  public CodeBuilder generator(GfMatrix matrix) {
    this.generator = matrix;
    return this;
  }

  /** The cheapest program from the data sub-blocks to the parity sub-blocks. */
  public CodeBuilder encode(CodingProgram program) {
    this.encode = program;
    return this;
  }

  /** Fewer products in more steps: {@link ErasureCode#encodeSharingSums()}. */
  public CodeBuilder encodeSharingSums(CodingProgram program) {
    this.encodeSharingSums = program;
    return this;
  }

  /** What partial parities are, where they are not the parities, and how they become these. */
  public CodeBuilder accumulators(GfMatrix matrix, CodingProgram toParities) {
    this.accumulators = matrix;
    this.finish = toParities;
    return this;
  }

  /** Encoding in two programs: from data to accumulators, and from these to parities in place. */
  public CodeBuilder encodeByStages(CodingProgram toAccumulators, CodingProgram toParities) {
    this.accumulate = toAccumulators;
    this.finish = toParities;
    return encode(toAccumulators.then(toParities));
  }

  /** How members are rebuilt with less reading than by decoding. */
  public CodeBuilder repairs(RepairRule rule) {
    this.repairs = rule;
    return this;
  }

  /** Any k members suffice; the construction answers for it. */
  public CodeBuilder mds() {
    return tolerance(r);
  }

  /** Any so many losses are survived, and not any one more; the construction answers for it. */
  public CodeBuilder tolerance(int losses) {
    this.tolerance = losses;
    return this;
  }

  /** The code is for the library or for simulations only; the reason is shown to people. */
  public CodeBuilder notStored(String why) {
    this.whyNotStored = why;
    return this;
  }

  /** How parities change when so many data members come before: {@link Conversions}. */
  public CodeBuilder parityShare(IntFunction<GfMatrix> share) {
    this.parityShare = share;
    return this;
  }

  /**
   * The code.
   *
   * @throws EcException where parts do not fit together
   * @throws IllegalStateException where neither a generator nor an encode program was given
   */
  public ErasureCode build() {
    if (generator == null && encode == null) {
      throw new IllegalStateException("neither generator nor encode program: codec=" + codec);
    }
    if (encode == null) {
      encode = CodingProgram.ofMatrix(symbolBytes, generator);
    }
    if (encodeSharingSums == null) {
      encodeSharingSums = encode;
    }
    if (finish == null) {
      finish = CodingProgram.identity(r * alpha);
    }
    checkShape("generator", generator);
    checkShape("accumulators", accumulators);
    if (!encodes(encode)
        || !encodes(encodeSharingSums)
        || finish.inputCount() != 0
        || finish.outputCount() != r * alpha) {
      throw new EcException(
          "programs do not fit: codec=" + codec + ", k=" + k + ", r=" + r + ", alpha=" + alpha);
    }
    return new LinearCode(this);
  }

  private boolean encodes(CodingProgram program) {
    return program.inputCount() == k * alpha
        && program.outputCount() == r * alpha
        && program.symbolBytes() == symbolBytes
        && !program.readsOutputs();
  }

  private void checkShape(String what, GfMatrix matrix) {
    boolean fits =
        matrix == null
            || matrix.rowCount() == r * alpha * symbolBytes
                && matrix.columnCount() == k * alpha * symbolBytes;
    if (!fits) {
      throw new EcException(
          what + " does not fit: codec=" + codec + ", k=" + k + ", r=" + r + ", alpha=" + alpha
              + ", symbolBytes=" + symbolBytes + ", rowCount=" + matrix.rowCount()
              + ", columnCount=" + matrix.columnCount());
    }
  }

  String codec() {
    return codec;
  }

  int k() {
    return k;
  }

  int r() {
    return r;
  }

  int alpha() {
    return alpha;
  }

  int symbolBytes() {
    return symbolBytes;
  }

  /** Computed at every call where only the encode program was given. */
  GfMatrix generator() {
    return generator == null ? encode.toMatrix() : generator;
  }

  CodingProgram encode() {
    return encode;
  }

  CodingProgram encodeSharingSums() {
    return encodeSharingSums;
  }

  /** What data sub-blocks add to the accumulators; nothing where these are the parities. */
  Optional<GfMatrix> accumulatorColumns(int[] subBlocks) {
    if (accumulate != null) {
      return Optional.of(accumulate.toMatrix(subBlocks));
    }
    int[] columns =
        IntStream.of(subBlocks)
            .flatMap(s -> IntStream.range(s * symbolBytes, (s + 1) * symbolBytes))
            .toArray();
    return Optional.ofNullable(accumulators).map(matrix -> matrix.pickColumns(columns));
  }

  CodingProgram finish() {
    return finish;
  }

  RepairRule repairs() {
    return repairs;
  }

  Optional<Integer> tolerance() {
    return Optional.ofNullable(tolerance);
  }

  Optional<String> whyNotStored() {
    return Optional.ofNullable(whyNotStored);
  }

  Optional<GfMatrix> shareBehind(int dataMembersBefore) {
    return Optional.ofNullable(parityShare).map(share -> share.apply(dataMembersBefore));
  }
}
