package io.okapifs.ec.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class TablesCommandTest {
  private static final String HEADER =
      "code,n,k,alpha,io_avg,io_min,io_max,seeks_avg,seeks_min,seeks_max";

  @Test
  void csvHasOurValuesBelowItsHeader() {
    Answer answer = Answer.of("tables", "--csv", "less-table-2");
    assertThat(answer.code()).isZero();
    assertThat(answer.out().lines().findFirst()).contains(HEADER);
    assertThat(answer.out().lines().skip(1).map(line -> line.replaceAll(",.*", "")))
        .containsOnly("RS", "CLAY", "HITCHHIKER", "HASHTAG", "ET", "LESS");
    assertThat(answer.out()).contains("\nRS,14,10,1,10,10,10,10,10,10\n");
    assertThat(answer.out()).contains("\n" + lineOf("LESS", "LESS4-10-4") + "\n");
  }

  /** Counted from the plans, apart from the code of the table. */
  private static String lineOf(String family, String name) {
    ErasureCode code = CodeRegistry.byName(name);
    int subBlocks = 0;
    int subBlocksMin = Integer.MAX_VALUE;
    int subBlocksMax = 0;
    for (int member = 0; member < code.n(); member++) {
      BitSet lost = MemberSets.of(member);
      int cost = code.repair(lost, MemberSets.others(lost, code.n())).cost();
      subBlocks += cost;
      subBlocksMin = Math.min(subBlocksMin, cost);
      subBlocksMax = Math.max(subBlocksMax, cost);
    }
    double average = (double) subBlocks / code.n() / code.alpha();
    return String.format(
        "%s,%d,%d,%d,%.4f,%s,%s,13,13,13", family, code.n(), code.k(), code.alpha(), average,
        CodeFacts.number((double) subBlocksMin / code.alpha()),
        CodeFacts.number((double) subBlocksMax / code.alpha()));
  }

  @Test
  void markdownHasThePapersValuesBesideAndNamesThoseThatDiffer() {
    Answer answer = Answer.of("tables", "less-table-2");
    assertThat(answer.code()).isZero();
    assertThat(answer.out()).contains("| RS | 14 | 10 | 1 | 10 (10.00; 0) |");
    assertThat(answer.out()).contains("Differs: io_min is 4.3333, the paper prints 4.34.\n");
    assertThat(answer.out()).endsWith("71 of 72 printed values are ours.\n");
    assertThat(Answer.of("tables", "less-table-2", "--markdown")).isEqualTo(answer);
  }

  @Test
  void withoutANameAllTablesArePrinted() {
    Answer answer = Answer.of("tables");
    assertThat(answer.code()).isZero();
    assertThat(answer.out())
        .contains("LESS, Table 1", "LESS, Table 3", "SHEC, Table 2", "Butterfly");
  }
}
