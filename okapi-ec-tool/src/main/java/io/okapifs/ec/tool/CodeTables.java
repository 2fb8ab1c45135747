package io.okapifs.ec.tool;

import io.okapifs.ec.analysis.Durability;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What a code is and what its repairs read, for programs. */
final class CodeTables {
  static final List<String> RUN_COLUMNS =
      List.of("member", "first_sub_block", "sub_blocks");

  private CodeTables() {}

  /** The facts, the time to data loss, and a line per lost member. */
  static Map<String, Object> json(ErasureCode code, Durability durability) {
    Map<String, Object> json = new LinkedHashMap<>();
    CodeFacts facts = CodeFacts.of(code);
    json.putAll(new Table("facts", CodeFacts.COLUMNS, List.of(facts.values())).toObjects().get(0));
    json.put("mttf_hours", durability.mttfHours());
    json.put("mttr_hours", durability.mttrHours());
    json.put("mttdl_hours", durability.mttdlHours(code));
    json.put("groups", RepairGroups.of(code, plans(code)).members());
    json.put("repairs", repairs(code).toObjects());
    return json;
  }

  /** A row per lost member; the last columns say how many sub-blocks are read of each member. */
  static Table repairs(ErasureCode code) {
    List<String> columns = new ArrayList<>(List.of("lost", "kind", "io", "seeks"));
    IntStream.range(0, code.n()).forEach(member -> columns.add("read_" + member));
    List<List<Object>> rows = new ArrayList<>();
    for (RepairPlan plan : plans(code)) {
      int lost = plan.lostMembers().get(0);
      List<Object> row = new ArrayList<>();
      row.add(lost);
      row.add(lost < code.k() ? "data" : "parity");
      row.add((double) plan.cost() / code.alpha());
      row.add(plan.seeks());
      IntStream.range(0, code.n()).forEach(member -> row.add(subBlocksRead(plan, member)));
      rows.add(row);
    }
    return new Table(code.name(), columns, rows);
  }

  /** The plan of one repair: a row per run. */
  static Table runs(ErasureCode code, RepairPlan plan) {
    List<List<Object>> rows = new ArrayList<>();
    for (SubBlockRun run : plan.runs()) {
      rows.add(List.of(run.member(), run.firstSubBlock(), run.subBlockCount()));
    }
    return new Table(code.name() + "-repair", RUN_COLUMNS, rows);
  }

  /** The same with what it costs. */
  static Map<String, Object> json(ErasureCode code, RepairPlan plan) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("code", code.name());
    json.put("lost", plan.lostMembers());
    json.put("sub_blocks", plan.cost());
    json.put("io", (double) plan.cost() / code.alpha());
    json.put("seeks", plan.seeks());
    json.put("runs", runs(code, plan).toObjects());
    return json;
  }

  static int subBlocksRead(RepairPlan plan, int member) {
    return plan.runsOf(member).stream().mapToInt(SubBlockRun::subBlockCount).sum();
  }

  private static List<RepairPlan> plans(ErasureCode code) {
    return IntStream.range(0, code.n())
        .mapToObj(member -> CodeDescription.planOf(code, MemberSets.of(member)))
        .toList();
  }
}
