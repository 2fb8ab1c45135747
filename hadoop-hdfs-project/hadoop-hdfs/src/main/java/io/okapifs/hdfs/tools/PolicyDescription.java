package io.okapifs.hdfs.tools;

import io.okapifs.ec.analysis.RepairCosts;
import io.okapifs.ec.analysis.RepairCosts.Range;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import java.util.Locale;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;

/** What a policy protects from and what it costs, as text. */
final class PolicyDescription {

  private final ErasureCodingPolicyInfo info;
  private final ErasureCodingPolicy policy;
  private final ErasureCode code;

  /**
   * @throws io.okapifs.ec.code.UnsupportedCodeException where this program has no such code
   */
  PolicyDescription(ErasureCodingPolicyInfo info) {
    this.info = info;
    this.policy = info.getPolicy();
    this.code = PolicyCodecs.codeOf(policy);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(policy.getName()).append(", ").append(info.getState()).append('\n');
    line(text, "group", code.k() + " data blocks 0.." + (code.k() - 1) + ", " + code.r()
        + " parity blocks " + code.k() + ".." + (code.n() - 1) + ", each of " + code.alpha()
        + (code.alpha() == 1 ? " sub-block" : " sub-blocks"));
    line(text, "cells", policy.getCellSize() + " bytes");
    line(text, "tolerance", "any " + code.tolerance() + " losses of a group");
    line(text, "overhead", number((double) code.n() / code.k()) + " bytes stored per byte of data");
    line(text, "layout", layout());
    PolicyCodecs.refusalOfUse(policy).ifPresent(why -> line(text, "unusable", why));
    RepairCosts all = RepairCosts.of(code, 1);
    line(text, "repair", range(all.blocks()) + " blocks read in " + range(all.seeks()) + " seeks");
    text.append(String.format("%n%-11s %8s %6s%n", "lost", "blocks", "seeks"));
    for (PolicyReport.Repair repair : PolicyReport.of(info).repairs()) {
      String kind = repair.member() < code.k() ? "data " : "parity ";
      text.append(
          String.format(
              Locale.ROOT, "%-11s %8s %6.0f%n", kind + repair.member(), number(repair.blocks()),
              repair.seeks()));
    }
    return text.toString();
  }

  private String layout() {
    if (PolicyCodecs.refusalOfCoupled(policy).isEmpty()) {
      return "HDFS's own, or with a stripe width";
    }
    return code.k() <= FileLayout.MAX_STRIPE_WIDTH
        ? "with a stripe width, " + code.k() + " where none is given"
        : "with a stripe width, which must be given";
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format("  %-10s %s%n", name, value));
  }

  private static String range(Range range) {
    return number(range.average()) + " (" + number(range.min()) + " to " + number(range.max())
        + ")";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
