package io.okapifs.ec.tool;

import io.okapifs.ec.analysis.Durability;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a code is and what its repairs read, as text. */
final class CodeDescription {
  /** Wider ones would not fit on a screen. */
  private static final int MEMBERS_DRAWN_MAX = 32;

  private final ErasureCode code;
  private final Durability durability;
  private final List<RepairPlan> plans;

  CodeDescription(ErasureCode code, Durability durability) {
    this.code = code;
    this.durability = durability;
    this.plans =
        IntStream.range(0, code.n())
            .mapToObj(member -> planOf(code, MemberSets.of(member)))
            .toList();
  }

  static RepairPlan planOf(ErasureCode code, BitSet lost) {
    return code.repair(lost, MemberSets.others(lost, code.n()));
  }

  @Override
  public String toString() {
    CodeFacts facts = CodeFacts.of(code);
    StringBuilder text = new StringBuilder(code.name()).append('\n');
    line(text, "members", code.k() + " data 0.." + (code.k() - 1) + ", " + code.r() + " parity "
        + code.k() + ".." + (code.n() - 1));
    line(text, "alpha", code.alpha() + ", sub-block j of a block is its j-th part; lengths of"
        + " blocks are multiples of " + code.alpha() * code.granuleBytes());
    line(text, "MDS", facts.isMds());
    line(text, "tolerance", "any " + code.tolerance() + " losses");
    line(text, "overhead", facts.overhead() + " bytes stored per byte of data");
    line(text, "encode", facts.products() + " multiplications and " + facts.additions()
        + " XORs per byte of data");
    line(text, "repair", facts.blocks() + " blocks, " + facts.seeks() + " seeks");
    line(text, "MTTDL", String.format(
        Locale.ROOT, "%.3g years of a group, where a block is lost every %s hours and a repair"
            + " that reads k blocks takes %s hours",
        durability.mttdlHours(code) / Durability.HOURS, CodeFacts.number(durability.mttfHours()),
        CodeFacts.number(durability.mttrHours())));
    line(text, "groups", RepairGroups.of(code, plans).toString());
    code.whyNotStored().ifPresent(reason -> line(text, "not stored", reason));
    return text.append('\n').append(table()).toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format("  %-11s %s%n", name, value));
  }

  /** A line per lost member. */
  private String table() {
    boolean drawn = code.n() <= MEMBERS_DRAWN_MAX;
    int width = Integer.toString(Math.max(code.alpha(), code.n() - 1)).length();
    StringBuilder text = new StringBuilder("lost    blocks  seeks  ");
    if (drawn) {
      text.append("sub-blocks read of each member\n                       ").append(header(width));
    }
    text.append('\n');
    for (int member = 0; member < plans.size(); member++) {
      RepairPlan plan = plans.get(member);
      text.append(
          String.format(
              "%-7s %-7s %-6d %s%n", (member < code.k() ? "data " : "par. ") + member,
              CodeFacts.number((double) plan.cost() / code.alpha()), plan.seeks(),
              drawn ? reads(plan, member, width) : ""));
    }
    return text.toString().replaceAll(" +\n", "\n");
  }

  private String header(int width) {
    return IntStream.range(0, code.n())
        .mapToObj(member -> String.format("%" + width + "d", member))
        .collect(Collectors.joining(" "));
  }

  private String reads(RepairPlan plan, int lost, int width) {
    return IntStream.range(0, code.n())
        .mapToObj(
            member -> {
              int count = CodeTables.subBlocksRead(plan, member);
              String what = member == lost ? "x" : count == 0 ? "." : Integer.toString(count);
              return String.format("%" + width + "s", what);
            })
        .collect(Collectors.joining(" "));
  }

  /** The plan of one repair: a line per run. */
  static String text(ErasureCode code, RepairPlan plan) {
    StringBuilder text = new StringBuilder("repair of ").append(plan.lostMembers()).append(": ");
    text.append(costs(code, plan)).append('\n');
    for (int helper : plan.helpers()) {
      String runs =
          plan.runsOf(helper).stream()
              .map(CodeDescription::subBlocks)
              .collect(Collectors.joining(", "));
      text.append(String.format("  member %-4d sub-blocks %s%n", helper, runs));
    }
    return text.toString();
  }

  static String costs(ErasureCode code, RepairPlan plan) {
    return "reads " + plan.cost() + " sub-blocks, "
        + CodeFacts.number((double) plan.cost() / code.alpha()) + " blocks, in " + plan.seeks()
        + " runs";
  }

  private static String subBlocks(SubBlockRun run) {
    return run.subBlockCount() == 1
        ? Integer.toString(run.firstSubBlock())
        : run.firstSubBlock() + "-" + (run.endSubBlock() - 1);
  }
}
