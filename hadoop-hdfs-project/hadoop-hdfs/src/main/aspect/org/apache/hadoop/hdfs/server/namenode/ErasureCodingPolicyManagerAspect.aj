package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.file.DecoupledPolicies;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.CodecUtil;

/**
 * Why: a policy's name may carry a stripe width (RS-6-3-1024k@4), and its code may be wider than a
 * block group, and none that Hadoop has.
 * Ladder: the manager is a singleton that upstream constructs itself; no setting reaches its
 * look-ups.
 * Gone when: HDFS knows stripe widths.
 */
aspect ErasureCodingPolicyManagerAspect {

  // file: the name of an enabled policy may carry a stripe width
  pointcut enabledByName(String name) :
      execution(public ErasureCodingPolicy ErasureCodingPolicyManager.getEnabledPolicyByName(
          String))
      && args(name);

  ErasureCodingPolicy around(String name) : enabledByName(name) {
    return DecoupledPolicies.enabled(name, proceed(DecoupledPolicies.baseName(name)));
  }

  // file: the name of a policy may carry a stripe width
  pointcut byName(String name) :
      execution(public ErasureCodingPolicy ErasureCodingPolicyManager.getByName(String))
      && args(name);

  ErasureCodingPolicy around(String name) : byName(name) {
    return DecoupledPolicies.named(name, proceed(DecoupledPolicies.baseName(name)));
  }

  // file: the name of any policy may carry a stripe width
  pointcut anyByName(String name) :
      execution(public ErasureCodingPolicy ErasureCodingPolicyManager.getErasureCodingPolicyByName(
          String))
      && args(name);

  ErasureCodingPolicy around(String name) : anyByName(name) {
    return DecoupledPolicies.named(name, proceed(DecoupledPolicies.baseName(name)));
  }

  // file: a code may be wider than a block group
  pointcut widthOfAddedGroup(ErasureCodingPolicy policy) :
      call(public int ErasureCodingPolicy.getNumDataUnits())
      && withincode(public ErasureCodingPolicy ErasureCodingPolicyManager.addPolicy(
          ErasureCodingPolicy))
      && target(policy);

  int around(ErasureCodingPolicy policy) : widthOfAddedGroup(policy) {
    return DecoupledPolicies.widthOfAddedGroup(policy, proceed(policy));
  }

  // file: a code may be none of Hadoop's codecs
  pointcut hasCodec(String codec) :
      call(public static boolean CodecUtil.hasCodec(String))
      && within(ErasureCodingPolicyManager)
      && args(codec);

  boolean around(String codec) : hasCodec(codec) {
    return PolicyCodecs.isKnown(codec, proceed(codec));
  }
}
