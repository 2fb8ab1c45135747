package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.namenode.ops.OkapiPolicies;
import org.apache.hadoop.security.authorize.Service;

/**
 * Why: where service authorization is on, a server refuses services that have no key.
 * Ladder: the list of keys is a constant, and the class is constructed where it is used.
 * Gone when: HDFS changes the policy of stored files, or asks for keys by a ServiceLoader.
 */
aspect HDFSPolicyProviderAspect {

  // ops: who may call our services is set as for HDFS's own
  pointcut services() : execution(public Service[] HDFSPolicyProvider.getServices());

  Service[] around() : services() {
    return OkapiPolicies.with(proceed());
  }
}
