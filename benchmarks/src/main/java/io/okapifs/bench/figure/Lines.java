package io.okapifs.bench.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers the lines of a figure. */
final class Lines {

  static final String PERCENT = "%";
  static final String MILLIS = "ms";
  static final String MIB_PER_SECOND = "MiB/s";

  private static final double HUNDRED = 100;

  private final String label;
  private final List<FigureLine> lines = new ArrayList<>();

  Lines(String label) {
    this.label = label;
  }

  /** A value that the paper does not print. */
  void add(String figure, String what, double value, String unit) {
    lines.add(
        new FigureLine(figure, what, value, unit, Optional.empty(), Optional.empty(), label));
  }

  /** One that the paper does not print either, with what differs from what it says of it. */
  void remark(String figure, String what, double value, String unit, String remark) {
    lines.add(
        new FigureLine(figure, what, value, unit, Optional.empty(), Optional.of(remark), label));
  }

  /** One that the paper prints; the reason is told where ours is another one. */
  void beside(
      String figure, String what, double value, String unit, String printed, String reason) {
    lines.add(
        new FigureLine(
            figure, what, value, unit, Optional.of(printed), Optional.of(reason), label));
  }

  List<FigureLine> all() {
    return List.copyOf(lines);
  }

  /** By how many percent a value is above another one. */
  static double change(double value, double from) {
    return HUNDRED * (value / from - 1);
  }

  static double percent(double share) {
    return HUNDRED * share;
  }
}
