package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.seam.WovenCheck;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.SecureDataNodeStarter.SecureResources;

/**
 * Why: a DataNode of which only a part is woven would repair groups wrongly; it must not start.
 * Ladder: nothing configurable runs before the volumes are opened.
 * Gone when: HDFS needs no weaving for decoupled files.
 */
aspect DataNodeAspect {

  pointcut instantiateDataNode() :
      execution(public static DataNode DataNode.instantiateDataNode(
          String[], Configuration, SecureResources));

  before() throws IOException : instantiateDataNode() {
    WovenCheck.requireWoven();
  }
}
