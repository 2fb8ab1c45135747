package org.apache.hadoop.hdfs.web;

import io.okapifs.hdfs.seam.PolicyJson;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * Why: by HTTP a policy with a stripe width looked like a code with as many data units.
 * Ladder: a static method that upstream calls itself, in WebHDFS and in HttpFS.
 * Gone when: HDFS's policies tell the width apart from k.
 */
aspect JsonUtilAspect {

  // tools: by HTTP a policy has its own k, and its width beside it
  pointcut policyAsMap(ErasureCodingPolicy policy) :
      execution(public static Map JsonUtil.getEcPolicyAsMap(ErasureCodingPolicy)) && args(policy);

  Map<String, Object> around(ErasureCodingPolicy policy) : policyAsMap(policy) {
    return PolicyJson.withWidth(policy, proceed(PolicyJson.own(policy)));
  }
}
