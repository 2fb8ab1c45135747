package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.seam.WovenCheck;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Why: a NameNode of which only a part is woven would lose parity without a message, so it must
 * not start.
 * Ladder: nothing configurable runs before the namespace is read or formatted.
 * Gone when: HDFS needs no weaving for decoupled files.
 */
aspect NameNodeAspect {

  pointcut createNameNode() :
      execution(public static NameNode NameNode.createNameNode(String[], Configuration));

  before() throws IOException : createNameNode() {
    WovenCheck.requireWoven();
  }
}
