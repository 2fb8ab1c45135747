package io.okapifs.ec.analysis;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How often the codes of Tables 1 and 2 of SHEC, HotDep'14, lose data, by Equation 1 (section 2.1)
 * with rates of our own. Ratios are compared: the paper does not give its rates.
 */
final class ShecDurability {
  private static final double MTBF_HOURS = 1_000_000;
  private static final double MTTR_HOURS = 24;
  private static final double HOURS_PER_YEAR = 24 * 365.25;
  private static final double SECONDS_PER_HOUR = 3600;

  private ShecDurability() {}

  /** A row of the two tables, with the yearly probability of a loss that they print. */
  private record Candidate(int k, int m, int l, double printed) {
    ErasureCode code() {
      return CodeRegistry.create("shec" + l, k, m);
    }
  }

  private static final Candidate REFERENCE = new Candidate(4, 2, 4, 1.44e-17);
  private static final Candidate LESS_DURABLE = new Candidate(5, 3, 3, 1.22e-10);

  static PaperTable ratios() {
    List<List<Cell>> rows =
        Stream.of(
                REFERENCE, new Candidate(4, 3, 3, 1.60e-18), new Candidate(6, 4, 3, 3.46e-18),
                LESS_DURABLE, new Candidate(7, 4, 3, 1.65e-10))
            .map(ShecDurability::row)
            .toList();
    return new PaperTable(
            "shec-durability", "SHEC, Tables 1 and 2: durability, relative to SHEC(4,2,4)", rows)
        .with(
            "Assumed: a disk fails every 1,000,000 hours (MTBF) and is repaired in 24 hours"
                + " (MTTR), or in 24 hours times the blocks read in units of k.",
            "Per year and group, for the fewest losses f that can be fatal: f! * fatal sets / MTBF"
                + " * (MTTR / MTBF)^(f-1). That is Equation 1 times the share of sets that are"
                + " fatal.",
            ratesOfPrintedValues(),
            "So only the order of the ratios can be compared. Where f is that of SHEC(4,2,4),"
                + " ours do not depend on the rates; else they are proportional to MTBF / MTTR.");
  }

  /** Two printed values, of different f, tell both rates. */
  private static String ratesOfPrintedValues() {
    double square = REFERENCE.printed / orderedFatalSets(REFERENCE.code());
    double plain = LESS_DURABLE.printed / orderedFatalSets(LESS_DURABLE.code());
    double mttrPerMtbf = square / plain;
    double mtbfYears = mttrPerMtbf / plain;
    double mttrSeconds = mttrPerMtbf * mtbfYears * HOURS_PER_YEAR * SECONDS_PER_HOUR;
    return String.format(
        Locale.ROOT,
        "The paper gives neither rate. By this formula its values of SHEC(4,2,4) and SHEC(5,3,3)"
            + " would take an MTBF of %.0f years and an MTTR of %.1f seconds.",
        mtbfYears, mttrSeconds);
  }

  private static List<Cell> row(Candidate candidate) {
    ErasureCode code = candidate.code();
    int losses = code.tolerance() + 1;
    return List.of(
        Cell.key("k", candidate.k), Cell.key("m", candidate.m), Cell.key("l", candidate.l),
        Cell.key("losses", losses),
        Cell.key("fatal_sets", ShecFigures.fatalCount(code, losses)),
        Cell.key("loss_per_year", scientific(lossPerYear(code, false))),
        Cell.key("ratio", scientific(ratio(code, false))),
        Cell.key("ratio_if_repairs_are_faster", scientific(ratio(code, true))),
        Cell.key("ratio_of_printed", scientific(candidate.printed / REFERENCE.printed)));
  }

  private static double ratio(ErasureCode code, boolean readsCount) {
    return lossPerYear(code, readsCount) / lossPerYear(REFERENCE.code(), readsCount);
  }

  /** While f - 1 members are lost and repaired, the next one goes. */
  private static double lossPerYear(ErasureCode code, boolean readsCount) {
    int losses = code.tolerance() + 1;
    double rate = orderedFatalSets(code) * HOURS_PER_YEAR / MTBF_HOURS;
    for (int lost = 1; lost < losses; lost++) {
      double reads =
          readsCount ? RepairCosts.of(code, lost).blocks().average() / code.k() : 1;
      rate *= reads * MTTR_HOURS / MTBF_HOURS;
    }
    return rate;
  }

  /** The fewest losses that can be fatal, in every order in which they can happen. */
  private static double orderedFatalSets(ErasureCode code) {
    int losses = code.tolerance() + 1;
    double orders = 1;
    for (int i = 2; i <= losses; i++) {
      orders *= i;
    }
    return orders * ShecFigures.fatalCount(code, losses);
  }

  private static String scientific(double value) {
    return String.format(Locale.ROOT, "%.2e", value);
  }
}
