package io.okapifs.hdfs.namenode.health;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.HelperCosts;
import io.okapifs.ec.code.UndecodableException;
import io.okapifs.ec.code.UnsupportedCodeException;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.BitSet;

/**
 * The code of a policy from a jar that this NameNode does not have. What is live can be read;
 * nothing is rebuilt, so a group that has lost a member waits for a NameNode that knows the code.
 */
final class UnknownCode implements ErasureCode {
  private final GroupPolicy policy;
  private final UnsupportedCodeException why;

  private UnknownCode(GroupPolicy policy, UnsupportedCodeException why) {
    this.policy = policy;
    this.why = why;
  }

  /** The code of a policy, or one that repairs nothing where it is of a jar that is not here. */
  static ErasureCode orCode(GroupPolicy policy) {
    try {
      return policy.code();
    } catch (UnsupportedCodeException e) {
      if (policy.identity().isEmpty()) {
        throw e;
      }
      return new UnknownCode(policy, e);
    }
  }

  @Override
  public String name() {
    return policy.codec() + "-" + policy.k() + "-" + policy.r();
  }

  @Override
  public int k() {
    return policy.k();
  }

  @Override
  public int r() {
    return policy.r();
  }

  @Override
  public int alpha() {
    return policy.alpha();
  }

  @Override
  public boolean isMds() {
    return false;
  }

  @Override
  public int tolerance() {
    return 0;
  }

  @Override
  public boolean decodable(BitSet live) {
    return live.cardinality() == n();
  }

  @Override
  public boolean recoverable(int member, BitSet live) {
    return live.get(member);
  }

  @Override
  public CodingProgram encode() {
    throw why;
  }

  @Override
  public CodingProgram column(int member, int subBlock) {
    throw why;
  }

  @Override
  public CodingProgram columns(BitSet members, int subBlock) {
    throw why;
  }

  @Override
  public CodingProgram finish() {
    throw why;
  }

  @Override
  public RepairPlan repair(BitSet lost, BitSet available, HelperCosts costs) {
    throw new UndecodableException(name(), lost, available);
  }
}
