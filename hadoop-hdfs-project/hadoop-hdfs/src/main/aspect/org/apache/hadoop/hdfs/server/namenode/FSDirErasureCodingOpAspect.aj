package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.file.DecoupledPolicies;
import io.okapifs.hdfs.namenode.file.MixedVersions;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * Why: clients must see the stripe view of a decoupled file, never its coupled policy; codes that
 * are no codecs of Hadoop are listed, judged when a policy is added, and not enabled before files
 * can have them; and no width is given while Apache's daemons must live with it.
 * Ladder: static methods that answer for every path and every call.
 * Gone when: HDFS knows stripe widths.
 */
aspect FSDirErasureCodingOpAspect {

  // file: clients see the stripe view, never the coupled policy
  pointcut policyOfPath(INodesInPath path) :
      execution(private static ErasureCodingPolicy
          FSDirErasureCodingOp.getErasureCodingPolicyForPath(FSDirectory, INodesInPath))
      && args(FSDirectory, path);

  ErasureCodingPolicy around(INodesInPath path) : policyOfPath(path) {
    return DecoupledPolicies.ofPath(path, proceed(path));
  }

  // file: a code is judged when its policy is added, and noted in it
  pointcut add(ErasureCodingPolicy policy) :
      execution(static ErasureCodingPolicy FSDirErasureCodingOp.addErasureCodingPolicy(
          FSNamesystem, ErasureCodingPolicy, boolean))
      && args(FSNamesystem, policy, boolean);

  ErasureCodingPolicy around(ErasureCodingPolicy policy) : add(policy) {
    return proceed(PolicyCodecs.added(policy));
  }

  // file: a policy is not enabled before files can have it
  pointcut enable(String name) :
      execution(static boolean FSDirErasureCodingOp.enableErasureCodingPolicy(
          FSNamesystem, String, boolean))
      && args(FSNamesystem, name, boolean);

  before(String name) : enable(name) {
    PolicyCodecs.checkUsable(name);
  }

  // file: no width is given while Apache's daemons must live with it
  pointcut toBeGiven(FSNamesystem namesystem) :
      execution(static ErasureCodingPolicy FSDirErasureCodingOp.getEnabledErasureCodingPolicyByName(
          FSNamesystem, String))
      && args(namesystem, String);

  after(FSNamesystem namesystem) returning(ErasureCodingPolicy policy) : toBeGiven(namesystem) {
    MixedVersions.check(namesystem, policy);
  }

  // file: codes that are no codecs of Hadoop are listed
  pointcut codecs() :
      execution(static Map FSDirErasureCodingOp.getErasureCodingCodecs(FSNamesystem));

  Map<String, String> around() : codecs() {
    return PolicyCodecs.withOwn(proceed());
  }
}
