package io.okapifs.bench.sim;

import io.okapifs.ec.adapt.Adaptation;
import io.okapifs.ec.adapt.Form;
import io.okapifs.ec.analysis.LossChain;
import io.okapifs.ec.code.CodeRegistry;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How wide groups of three parities are at which failure rate: by the rule of `hdfs ec -adapt`,
 * with the target that 6-of-9 just meets at the highest rate that it is meant for.
 */
final class GroupWidths {

  static final int PARITIES = 3;
  static final int NARROWEST = 6;

  private static final double NARROWEST_TOLERATES = 0.08;
  private static final double REPAIR_HOURS = 24;

  private static final Map<Integer, LossChain> CHAINS =
      Stream.of(NARROWEST, 10, 15, 30)
          .collect(
              Collectors.toMap(
                  Function.identity(),
                  k -> new LossChain(CodeRegistry.create("rs", k, PARITIES))));

  private static final Adaptation RULE =
      new Adaptation(CHAINS.get(NARROWEST).mttdlYears(NARROWEST_TOLERATES, REPAIR_HOURS));

  private GroupWidths() {}

  /**
   * How many data blocks groups get, which may be as many as they have.
   *
   * @param k that they have
   */
  static int next(int k, double failuresPerYear) {
    return RULE.better(
            form(k, failuresPerYear),
            CHAINS.keySet().stream()
                .filter(other -> other != k).map(other -> form(other, failuresPerYear)).toList())
        .map(form -> Integer.parseInt(form.policy()))
        .orElse(k);
  }

  /** What a file has with groups of k data blocks, by its name. */
  private static Form form(int k, double failuresPerYear) {
    return new Form(
        Integer.toString(k), CHAINS.get(k).mttdlYears(failuresPerYear, REPAIR_HOURS),
        FleetFile.LENGTH + FleetFile.layoutOf(k).paritySpace(FleetFile.LENGTH), 0);
  }

  /** The highest failure rate at which groups of k data blocks meet the target. */
  static double tolerated(int k) {
    return RULE.highestRate(rate -> CHAINS.get(k).mttdlYears(rate, REPAIR_HOURS));
  }
}
