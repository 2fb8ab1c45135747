package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.ops.OkapiNameNode;
import io.okapifs.hdfs.seam.DaemonStart;
import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;

/**
 * Why: a NameNode of which only a part is woven would lose parity without a message, so it must
 * not start. What limits transitions shall be taken while it runs.
 * Ladder: nothing configurable runs before the namespace is read or formatted, and the list of keys
 * that are taken is closed.
 * Gone when: HDFS needs no weaving for decoupled files.
 */
aspect NameNodeAspect {

  // ops: a NameNode that is woven in part must not start
  pointcut createNameNode(Configuration conf) :
      execution(public static NameNode NameNode.createNameNode(String[], Configuration))
      && args(*, conf);

  before(Configuration conf) throws IOException : createNameNode(conf) {
    DaemonStart.ofNameNode(conf);
  }

  // ops: limits of transitions can be changed while it runs
  pointcut reconfigurableProperties() :
      execution(Collection NameNode.getReconfigurableProperties());

  Collection<String> around() : reconfigurableProperties() {
    return OkapiNameNode.LIVE.with(proceed());
  }

  // ops: a changed limit of transitions is taken while it runs
  pointcut reconfigure(NameNode nameNode, String key, String value) :
      execution(String NameNode.reconfigurePropertyImpl(String, String))
      && this(nameNode) && args(key, value);

  String around(NameNode nameNode, String key, String value) throws ReconfigurationException :
      reconfigure(nameNode, key, value) {
    return OkapiNameNode.LIVE.has(key)
        ? OkapiNameNode.take(nameNode, key, value)
        : proceed(nameNode, key, value);
  }
}
