package io.okapifs.bench.figure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Times of codes that LESS compares (FAST'26, Figures 4 and 5), and LESS4 beside two others. */
final class RepairComparison {

  /**
   * By how many percent the paper's LESS4 is above other codes.
   *
   * @param rs above RS
   * @param clay above Clay
   */
  record Printed(String rs, String clay) {}

  private static final String RS = "RS-10-4";
  private static final String CLAY = "CLAY-10-4";
  private static final String LESS4 = "LESS4-10-4";
  private static final List<String> CODES = List.of(RS, CLAY, "LESS2-10-4", "LESS3-10-4", LESS4);

  private final String figure;
  private final String what;
  private final Map<String, RepairTimes> times = new LinkedHashMap<>();

  RepairComparison(String figure, String what) {
    this.figure = figure;
    this.what = what;
    CODES.forEach(code -> times.put(code, new RepairTimes(code)));
  }

  void addTo(
      Lines lines, String where, Reading reading, ToDoubleFunction<RepairTimes> seconds,
      Optional<Printed> printed) {
    Map<String, Double> byCode = new LinkedHashMap<>();
    times.forEach((code, each) -> byCode.put(code, seconds.applyAsDouble(each)));
    String tail = where + ", " + reading;
    byCode.forEach((code, value) -> lines.add(figure, what + ", " + code + tail, value, "s"));
    addChange(lines, byCode, RS, tail, printed.map(Printed::rs), reading.reasonFromRs());
    addChange(lines, byCode, CLAY, tail, printed.map(Printed::clay), reading.reasonFromClay());
  }

  private void addChange(
      Lines lines, Map<String, Double> byCode, String from, String tail,
      Optional<String> printed, String reason) {
    String of = "change of " + what + ", " + LESS4 + " from " + from + tail;
    double value = Lines.change(byCode.get(LESS4), byCode.get(from));
    if (printed.isPresent()) {
      lines.beside(figure, of, value, Lines.PERCENT, printed.get(), reason);
    } else {
      lines.add(figure, of, value, Lines.PERCENT);
    }
  }
}
