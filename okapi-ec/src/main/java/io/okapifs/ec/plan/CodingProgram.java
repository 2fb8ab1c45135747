package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A straight-line linear program over equally long sub-blocks: what every encode, fold and repair
 * is made of.
 *
 * <p>Slots are numbered inputs first, then outputs, then temporaries. Steps run in order and each
 * computes {@code targets (+)= matrix x sources}; inputs are never written, and a temporary is set
 * before it is used. An output that is added to or read before it was set must come with a meaning
 * (an accumulator): see {@link #readsOutputs()}. Byte i of every slot depends only on byte i of the
 * others, so a program may be run on any range of its sub-blocks.
 *
 * <p>Where symbols are two bytes wide (elements low + high*T of a tower over GF(2^8)), a sub-block
 * is a row of granules of 512 bytes: 256 low bytes, then the 256 high bytes of the same symbols.
 * Coefficients are then 2x2 matrices, and any range of whole granules may be coded on its own.
 *
 * <p>A value: immutable, comparable by content, and {@link #toString()} is a text form that {@link
 * #parse} reads back.
 */
public final class CodingProgram {
  /** The bytes of one half of a granule, where symbols are two bytes wide. */
  public static final int PLANE_BYTES = 256;

  static final int SYMBOL_BYTES_MAX = 2;

  private final int symbolBytes;
  private final int inputCount;
  private final int outputCount;
  private final int temporaryCount;
  private final List<Step> steps;
  private final BitSet touchedOutputs;
  private final boolean readsOutputs;
  private final int hash;

  /**
   * A program over symbols of one byte.
   *
   * @param inputCount 0 or more
   * @param outputCount at least one
   * @param temporaryCount 0 or more
   * @param steps in the order in which they run
   * @throws EcException where a step breaks the rules above
   */
  public CodingProgram(int inputCount, int outputCount, int temporaryCount, List<Step> steps) {
    this(1, inputCount, outputCount, temporaryCount, steps);
  }

  /**
   * Checks that every step keeps the rules above.
   *
   * @param symbolBytes 1 or 2
   * @param inputCount 0 or more
   * @param outputCount at least one
   * @param temporaryCount 0 or more
   * @param steps in the order in which they run; their symbols are as wide
   * @throws EcException for other numbers, and where a step breaks the rules
   */
  public CodingProgram(
      int symbolBytes, int inputCount, int outputCount, int temporaryCount, List<Step> steps) {
    if (symbolBytes < 1 || symbolBytes > SYMBOL_BYTES_MAX) {
      throw new EcException("symbols have 1 or 2 bytes: symbolBytes=" + symbolBytes);
    }
    if (inputCount < 0 || outputCount < 1 || temporaryCount < 0) {
      throw new EcException(
          "bad slot counts: inputCount=" + inputCount + ", outputCount=" + outputCount
              + ", temporaryCount=" + temporaryCount);
    }
    this.symbolBytes = symbolBytes;
    this.inputCount = inputCount;
    this.outputCount = outputCount;
    this.temporaryCount = temporaryCount;
    this.steps = List.copyOf(steps);
    StepCheck check = new StepCheck(symbolBytes, inputCount, outputCount, temporaryCount);
    this.steps.forEach(check::accept);
    this.touchedOutputs = check.touchedOutputs();
    this.readsOutputs = check.readsOutputs();
    // Computed once: programs are cache keys, and large ones have thousands of steps.
    this.hash = Objects.hash(symbolBytes, inputCount, outputCount, temporaryCount, this.steps);
  }

  /**
   * The program outputs = matrix x inputs, in one step, over symbols of one byte.
   *
   * @param matrix one row per output, one column per input
   */
  public static CodingProgram ofMatrix(GfMatrix matrix) {
    return ofMatrix(1, matrix);
  }

  /**
   * The program outputs = matrix x inputs, in one step; without inputs the outputs are zeros.
   *
   * @param symbolBytes 1 or 2
   * @param matrix symbolBytes rows per output, as many columns per input
   */
  public static CodingProgram ofMatrix(int symbolBytes, GfMatrix matrix) {
    int inputCount = matrix.columnCount() / symbolBytes;
    int outputCount = matrix.rowCount() / symbolBytes;
    Step step = new Step(false, range(inputCount, outputCount), range(0, inputCount), matrix);
    return new CodingProgram(symbolBytes, inputCount, outputCount, 0, List.of(step));
  }

  /**
   * The program outputs = matrix x inputs over symbols of one byte, one step per output, which
   * reads the inputs that it needs alone: for sparse matrices. No row may be all zero.
   *
   * @param matrix one row per output, one column per input
   * @throws EcException for a row of zeros
   */
  public static CodingProgram ofSparseRows(GfMatrix matrix) {
    Builder program = new Builder(matrix.columnCount(), matrix.rowCount());
    for (int row = 0; row < matrix.rowCount(); row++) {
      int output = row;
      int[] inputs =
          IntStream.range(0, matrix.columnCount())
              .filter(column -> matrix.get(output, column) != 0)
              .toArray();
      program.set(
          List.of(program.output(row)), matrix.pick(new int[] {row}, inputs),
          IntStream.of(inputs).boxed().toList());
    }
    return program.build();
  }

  /**
   * The program outputs += matrix x inputs, over symbols of one byte.
   *
   * @param matrix one row per output, one column per input
   */
  public static CodingProgram addingMatrix(GfMatrix matrix) {
    return addingMatrix(1, matrix);
  }

  /**
   * The program outputs += matrix x inputs; outputs whose rows are all zero are not touched.
   *
   * @param symbolBytes 1 or 2
   * @param matrix symbolBytes rows per output, as many columns per input
   */
  public static CodingProgram addingMatrix(int symbolBytes, GfMatrix matrix) {
    int inputCount = matrix.columnCount() / symbolBytes;
    int outputCount = matrix.rowCount() / symbolBytes;
    int[] outputs =
        IntStream.range(0, outputCount)
            .filter(output -> planes(symbolBytes, output).anyMatch(row -> !matrix.isZeroRow(row)))
            .toArray();
    int[] rows = IntStream.of(outputs).flatMap(o -> planes(symbolBytes, o)).toArray();
    List<Integer> targets = IntStream.of(outputs).map(o -> inputCount + o).boxed().toList();
    List<Step> steps =
        outputs.length == 0
            ? List.of()
            : List.of(new Step(true, targets, range(0, inputCount), matrix.pickRows(rows)));
    return new CodingProgram(symbolBytes, inputCount, outputCount, 0, steps);
  }

  private static IntStream planes(int symbolBytes, int index) {
    return IntStream.range(index * symbolBytes, (index + 1) * symbolBytes);
  }

  /** The program that leaves its outputs as they are. */
  public static CodingProgram identity(int outputCount) {
    return new CodingProgram(0, outputCount, 0, List.of());
  }

  /**
   * Reads back what {@link #toString()} wrote.
   *
   * @param text a header line, then one line per step
   * @throws EcException for any other text, and for steps that break the rules above
   */
  public static CodingProgram parse(String text) {
    return ProgramText.parse(text);
  }

  /** How many bytes a symbol has: 1, or 2 with elements of GF(2^16). */
  public int symbolBytes() {
    return symbolBytes;
  }

  /** Ranges that are coded on their own start and end at multiples of this many bytes. */
  public int granuleBytes() {
    return symbolBytes == 1 ? 1 : symbolBytes * PLANE_BYTES;
  }

  /** Number of input slots: 0 .. inputCount-1. */
  public int inputCount() {
    return inputCount;
  }

  /** Number of output slots: they follow the inputs. */
  public int outputCount() {
    return outputCount;
  }

  /** Number of temporary slots: they follow the outputs. */
  public int temporaryCount() {
    return temporaryCount;
  }

  /** All slots together. */
  public int slotCount() {
    return inputCount + outputCount + temporaryCount;
  }

  /** The steps in the order in which they run. */
  public List<Step> steps() {
    return steps;
  }

  /** Whether there is nothing to do: outputs keep what they hold. */
  public boolean isIdentity() {
    return steps.isEmpty();
  }

  /** Whether what the outputs hold beforehand matters: they are accumulators. */
  public boolean readsOutputs() {
    return readsOutputs;
  }

  /**
   * The outputs (0 .. outputCount-1) that some step reads or writes; the others keep what they
   * hold.
   */
  public BitSet touchedOutputs() {
    return (BitSet) touchedOutputs.clone();
  }

  /**
   * Whether some step reads or writes this output.
   *
   * @param output 0 .. outputCount-1
   * @throws IndexOutOfBoundsException for any other
   */
  public boolean touchesOutput(int output) {
    return touchedOutputs.get(Objects.checkIndex(output, outputCount));
  }

  /**
   * The linear map from inputs to outputs, for outputs that start as zeros: symbolBytes rows per
   * output, as many columns per input.
   */
  public GfMatrix toMatrix() {
    return ProgramAlgebra.toMatrix(this, IntStream.range(0, inputCount).toArray());
  }

  /**
   * The columns of {@link #toMatrix()} that belong to these inputs, in the order named.
   *
   * @param inputs each 0 .. inputCount-1, none twice
   */
  public GfMatrix toMatrix(int... inputs) {
    return ProgramAlgebra.toMatrix(this, inputs);
  }

  /**
   * This program, then one that works on its outputs alone.
   *
   * @param next without inputs, and with this program's outputs and symbols
   * @throws EcException for any other
   */
  public CodingProgram then(CodingProgram next) {
    return ProgramAlgebra.then(this, next);
  }

  /** How much the program computes. */
  public ProgramWork work() {
    return ProgramAlgebra.work(this);
  }

  /**
   * The same program, but its results are added to what the outputs hold.
   *
   * @throws IllegalStateException where the program reads its outputs already
   */
  public CodingProgram accumulating() {
    return ProgramAlgebra.accumulating(this);
  }

  static List<Integer> range(int first, int count) {
    return IntStream.range(first, first + count).boxed().toList();
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof CodingProgram that
            && hash == that.hash
            && symbolBytes == that.symbolBytes
            && inputCount == that.inputCount
            && outputCount == that.outputCount
            && temporaryCount == that.temporaryCount
            && steps.equals(that.steps);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** A header line, then one line per step, for example {@code set o0 o1 = 0101/0102 x i0 i1}. */
  @Override
  public String toString() {
    return ProgramText.format(this);
  }

  /** Follows which slots hold something, step by step. */
  private static final class StepCheck {
    private final int symbolBytes;
    private final int inputCount;
    private final int outputCount;
    private final int slotCount;
    private final BitSet set = new BitSet();
    private final BitSet touched = new BitSet();
    private boolean readsOutputs;

    StepCheck(int symbolBytes, int inputCount, int outputCount, int temporaryCount) {
      this.symbolBytes = symbolBytes;
      this.inputCount = inputCount;
      this.outputCount = outputCount;
      this.slotCount = inputCount + outputCount + temporaryCount;
      set.set(0, inputCount);
    }

    void accept(Step step) {
      if (step.symbolBytes() != symbolBytes) {
        throw new EcException(
            "symbols differ in width: stepBytes=" + step.symbolBytes() + ", programBytes="
                + symbolBytes);
      }
      step.sources().forEach(this::read);
      for (int target : step.targets()) {
        if (target < inputCount) {
          throw new EcException("a step writes an input: slot=" + target);
        }
        if (step.adds()) {
          read(target);
        }
        checkSlot(target);
        touched.set(target);
        set.set(target);
      }
    }

    private void read(int slot) {
      checkSlot(slot);
      boolean output = slot >= inputCount && slot < inputCount + outputCount;
      if (!set.get(slot) && !output) {
        throw new EcException("a temporary is used before it is set: slot=" + slot);
      }
      readsOutputs |= !set.get(slot);
      touched.set(slot);
    }

    private void checkSlot(int slot) {
      if (slot < 0 || slot >= slotCount) {
        throw new EcException(
            "slot out of range: slot=" + slot + ", slotCount=" + slotCount);
      }
    }

    BitSet touchedOutputs() {
      return touched.get(inputCount, inputCount + outputCount);
    }

    boolean readsOutputs() {
      return readsOutputs;
    }
  }

  /** Collects steps; a convenience for codes that build long programs. Not thread safe. */
  public static final class Builder {
    private final int symbolBytes;
    private final int inputCount;
    private final int outputCount;
    private final List<Step> steps = new ArrayList<>();
    private int temporaryCount;

    /** A program over symbols of one byte with these inputs and outputs, and no step yet. */
    public Builder(int inputCount, int outputCount) {
      this(1, inputCount, outputCount);
    }

    /** A program with these inputs and outputs, and no step yet. */
    public Builder(int symbolBytes, int inputCount, int outputCount) {
      this.symbolBytes = symbolBytes;
      this.inputCount = inputCount;
      this.outputCount = outputCount;
    }

    /**
     * The slot of an input.
     *
     * @param index 0 .. inputCount-1
     * @throws IndexOutOfBoundsException for any other
     */
    public int input(int index) {
      return Objects.checkIndex(index, inputCount);
    }

    /**
     * The slot of an output.
     *
     * @param index 0 .. outputCount-1
     * @throws IndexOutOfBoundsException for any other
     */
    public int output(int index) {
      return inputCount + Objects.checkIndex(index, outputCount);
    }

    /** The slot of a new temporary. */
    public int newTemporary() {
      return inputCount + outputCount + temporaryCount++;
    }

    /**
     * Appends targets = coefficients x sources.
     *
     * @param targets slots of outputs and temporaries
     * @param coefficients symbolBytes rows per target, as many columns per source
     * @param sources slots, none of them a target
     * @return this builder
     * @throws EcException where these do not make a {@link Step}
     */
    public Builder set(List<Integer> targets, GfMatrix coefficients, List<Integer> sources) {
      steps.add(new Step(false, targets, sources, coefficients));
      return this;
    }

    /**
     * Appends targets += coefficients x sources.
     *
     * @param targets slots of outputs and temporaries
     * @param coefficients symbolBytes rows per target, as many columns per source
     * @param sources slots, none of them a target
     * @return this builder
     * @throws EcException where these do not make a {@link Step}
     */
    public Builder add(List<Integer> targets, GfMatrix coefficients, List<Integer> sources) {
      steps.add(new Step(true, targets, sources, coefficients));
      return this;
    }

    /**
     * The program.
     *
     * @throws EcException where a step breaks the rules of {@link CodingProgram}
     */
    public CodingProgram build() {
      return new CodingProgram(symbolBytes, inputCount, outputCount, temporaryCount, steps);
    }
  }
}
