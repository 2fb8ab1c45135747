package io.okapifs.ec.analysis;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.FunctionalMsr;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.code.ProductMatrixRbt;
import io.okapifs.ec.code.UnsupportedCodeException;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Table 1 of LESS, FAST'26 (section 2.3), of one code of ours per family: what is read for a repair
 * apart from what is sent.
 */
final class LessPropertyTable {
  /** Where it is asked which parameters a family has. */
  private static final int DATA_MEMBERS_MAX = 8;

  private static final int PARITIES_MAX = 4;

  private LessPropertyTable() {}

  /**
   * A row as it is printed.
   *
   * @param family the paper's name
   * @param code the example
   * @param codec what makes its other parameters; %d is the number of parities
   * @param general whether the paper has any n and k, else what it asks for
   * @param leastAlpha of k and r
   * @param mostAlpha of k and r
   */
  private record Family(
      String family, String code, String codec, String mds, Parameters general,
      IntBinaryOperator leastAlpha, IntBinaryOperator mostAlpha, String reduced) {}

  /** What a family asks of k and r. */
  private enum Parameters {
    ANY("any n and k") {
      @Override
      boolean has(int k, int r) {
        return true;
      }
    },
    TWO_PARITIES("n-k=2") {
      @Override
      boolean has(int k, int r) {
        return r == 2;
      }
    },
    MANY_PARITIES("n>=2k-1") {
      @Override
      boolean has(int k, int r) {
        return r >= k - 1;
      }
    };

    private final String text;

    Parameters(String text) {
      this.text = text;
    }

    abstract boolean has(int k, int r);
  }

  private static int power(int r, int members) {
    int power = 1;
    for (int i = 0; i < members; i += r) {
      power *= r;
    }
    return power;
  }

  private static final IntBinaryOperator OF_ALL = (k, r) -> power(r, k + r);

  private static final List<Family> FAMILIES = List.of(
      new Family("PM-RBT", "PMRBT-5-5", "pmrbt", "Yes", Parameters.MANY_PARITIES,
          (k, r) -> k - 1, (k, r) -> r, "Yes"),
      new Family("BUTTERFLY", "BUTTERFLY-4-2", "butterfly", "Yes", Parameters.TWO_PARITIES,
          (k, r) -> 1 << (k - 1), (k, r) -> 1 << (k - 1), "Yes"),
      new Family("CLAY", "CLAY-4-2", "clay", "Yes", Parameters.ANY, OF_ALL, OF_ALL, "Yes"),
      new Family("AZURE-LRC", "AZURE-LRC2-12-4", "azure-lrc1", "No", Parameters.ANY,
          (k, r) -> 1, (k, r) -> 1, "No"),
      new Family("HITCHHIKER", "HHXORPLUS-6-3", "hhxorplus", "Yes", Parameters.ANY,
          (k, r) -> 2, (k, r) -> 2, "No"),
      new Family("HASHTAG", "HASHTAG2-6-3", "hashtag2", "Yes", Parameters.ANY,
          (k, r) -> 2, (k, r) -> power(r, k), "No"),
      new Family("HASHTAG+", "HASHTAGPLUS6-6-3", "hashtagplus%d", "Yes", Parameters.ANY,
          (k, r) -> 4, OF_ALL, "Yes"),
      new Family("ET", "ET2-6-3", "et2", "Yes", Parameters.ANY, (k, r) -> 2, OF_ALL, "Yes"),
      new Family("LESS", "LESS2-6-3", "less2", "Yes", Parameters.ANY,
          (k, r) -> 2, (k, r) -> r, "Yes"));

  static PaperTable table1() {
    List<List<Cell>> rows = new ArrayList<>(List.of(functionalMsr()));
    FAMILIES.stream().map(LessPropertyTable::row).forEach(rows::add);
    return new PaperTable("less-table-1", "LESS, Table 1: comparison of codes", rows)
        .with(
            "F-MSR is not implemented here as a code to store with; its row is of a simulation.",
            "made: of k in 2..8 and n-k in 2..4 with the paper's parameters, for how many there is"
                + " a code. Hitchhiker needs n-k>=3 and k>=2(n-k-1), ET k>=alpha, Butterfly has"
                + " k<=7.",
            "Blocks are averages over data members and over parities. sent is what helpers would"
                + " send if each combined what it reads; ours send what they read.",
            "reduced_read says whether the repair of every member reads less than k blocks, and"
                + " reduced_sent whether it sends less. The paper's column is compared with"
                + " reads. For PM-RBT and Butterfly it holds of what is sent only.");
  }

  private static List<Cell> row(Family family) {
    ErasureCode code = CodeRegistry.byName(family.code);
    int k = code.k();
    int r = code.r();
    boolean isMds = MemberSets.ofSize(code.n(), k).allMatch(code::decodable);
    IntToDoubleFunction read = member -> read(code, member);
    IntToDoubleFunction sent = member -> sent(family, code, member);
    return List.of(
        Cell.key("code", family.family), Cell.key("n", code.n()), Cell.key("k", k),
        Cell.word("mds", yesOrNo(isMds), family.mds),
        Cell.key("parameters", family.general.text), Cell.key("made", made(family)),
        Cell.word("systematic", yesOrNo(isSystematic(code)), "Yes"),
        Cell.inRange(
            "alpha", code.alpha(), family.leastAlpha.applyAsInt(k, r),
            family.mostAlpha.applyAsInt(k, r)),
        average("read_data", 0, k, read), average("read_parity", k, code.n(), read),
        average("sent_data", 0, k, sent), average("sent_parity", k, code.n(), sent),
        Cell.word("reduced_read", yesOrNo(isBelow(k, code.n(), read)), family.reduced),
        Cell.key("reduced_sent", yesOrNo(isBelow(k, code.n(), sent))));
  }

  private static double read(ErasureCode code, int member) {
    return RepairCosts.of(code, List.of(MemberSets.of(member))).blocks().average();
  }

  /** Our plan for a lost parity of PM-RBT reads data; the construction would send less. */
  private static double sent(Family family, ErasureCode code, int member) {
    return family.codec.equals("pmrbt") && member >= code.k()
        ? (double) ProductMatrixRbt.combinationsSent(code.k(), code.r(), member) / code.alpha()
        : SentData.combinedBlocks(code, member);
  }

  private static Cell average(String column, int first, int end, IntToDoubleFunction blocks) {
    return Cell.number(
        column, IntStream.range(first, end).mapToDouble(blocks).average().orElseThrow());
  }

  private static boolean isBelow(int k, int n, IntToDoubleFunction blocks) {
    return IntStream.range(0, n).mapToDouble(blocks).allMatch(each -> each < k);
  }

  /** Data members stay as they are: all that an encode makes is the parities, out of all data. */
  private static boolean isSystematic(ErasureCode code) {
    return code.encode().inputCount() == code.k() * code.alpha()
        && code.encode().outputCount() == code.r() * code.alpha();
  }

  private static String made(Family family) {
    List<int[]> wanted =
        IntStream.rangeClosed(2, DATA_MEMBERS_MAX)
            .boxed()
            .flatMap(k -> IntStream.rangeClosed(2, PARITIES_MAX).mapToObj(r -> new int[] {k, r}))
            .filter(each -> family.general.has(each[0], each[1]))
            .toList();
    long made = wanted.stream().filter(each -> isMade(family, each[0], each[1])).count();
    return made + " of " + wanted.size();
  }

  private static boolean isMade(Family family, int k, int r) {
    try {
      CodeRegistry.create(String.format(family.codec, r), k, r);
      return true;
    } catch (UnsupportedCodeException e) {
      return false;
    }
  }

  private static List<Cell> functionalMsr() {
    FunctionalMsr code = FunctionalMsr.create(4, 2, new Random(1));
    int k = 4;
    int r = code.nodeCount() - k;
    int alpha = code.coefficients().rowCount() / code.nodeCount();
    double blocks = code.repairBlocks();
    String reduced = yesOrNo(blocks < k);
    return List.of(
        Cell.key("code", "F-MSR (not implemented)"), Cell.key("n", code.nodeCount()),
        Cell.key("k", k), Cell.word("mds", yesOrNo(code.isMds()), "Yes"),
        Cell.key("parameters", "n-k<=3"), Cell.key("made", "0"),
        Cell.word("systematic", yesOrNo(keepsPlainData(code.coefficients())), "No"),
        Cell.inRange("alpha", alpha, r, r),
        Cell.number("read_data", blocks), Cell.number("read_parity", blocks),
        Cell.number("sent_data", blocks), Cell.number("sent_parity", blocks),
        Cell.word("reduced_read", reduced, "Yes"), Cell.key("reduced_sent", reduced));
  }

  /** Whether every piece of the file is kept as it is by some node. */
  private static boolean keepsPlainData(GfMatrix coefficients) {
    List<String> rows =
        IntStream.range(0, coefficients.rowCount()).mapToObj(coefficients::hexRow).toList();
    GfMatrix pieces = GfMatrix.identity(coefficients.columnCount());
    return IntStream.range(0, pieces.rowCount())
        .allMatch(piece -> rows.contains(pieces.hexRow(piece)));
  }

  private static String yesOrNo(boolean fact) {
    return fact ? "Yes" : "No";
  }
}
