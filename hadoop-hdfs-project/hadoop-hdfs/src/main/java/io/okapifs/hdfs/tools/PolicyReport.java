package io.okapifs.hdfs.tools;

import io.okapifs.ec.analysis.RepairCosts;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;

/**
 * What a policy protects from and what it costs, for programs. Its components are, in name and
 * order, the keys of the JSON view: renaming one changes a format.
 *
 * @param name without a stripe width
 * @param state as HDFS has it
 * @param alpha sub-blocks per block
 * @param cellSize in bytes
 * @param tolerance losses that each group survives, whichever they are
 * @param storedPerByte of files that fill their groups
 * @param unusable why no file can have it; null where files can
 * @param repairs of one lost member each
 */
public record PolicyReport(
    String name, String state, String codec, int k, int r, int alpha, int cellSize, int tolerance,
    double storedPerByte, String unusable, List<Repair> repairs) {

  /**
   * @param member data members first
   * @param blocks read, in blocks
   * @param seeks contiguous ranges read
   */
  public record Repair(int member, double blocks, double seeks) {}

  static PolicyReport of(ErasureCodingPolicyInfo info) {
    ErasureCodingPolicy policy = info.getPolicy();
    ErasureCode code = PolicyCodecs.codeOf(policy);
    return new PolicyReport(
        policy.getName(), info.getState().toString(), policy.getCodecName(), code.k(), code.r(),
        code.alpha(), policy.getCellSize(), code.tolerance(), (double) code.n() / code.k(),
        PolicyCodecs.refusalOfUse(policy).orElse(null),
        IntStream.range(0, code.n()).mapToObj(member -> repair(code, member)).toList());
  }

  private static Repair repair(ErasureCode code, int member) {
    RepairCosts costs = RepairCosts.of(code, List.of(MemberSets.of(member)));
    return new Repair(member, costs.blocks().average(), costs.seeks().average());
  }
}
