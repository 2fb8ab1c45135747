package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.health.ReadSources;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.web.resources.NamenodeWebHdfsMethods;
import org.apache.hadoop.hdfs.web.resources.HttpOpParam;

/**
 * Why: a read by HTTP is sent to a node that has a block of the stripe; where none is left the
 * stripe may be decodable.
 * Ladder: a call inside a static method, which refuses the read without a node.
 * Gone when: HDFS sends such reads to any node.
 *
 * <p>Not in the package of the class: Jersey reads all classes there, and knows none of Java 17.
 */
aspect NamenodeWebHdfsMethodsAspect {

  // read: a read by HTTP is sent to a node of the stripe
  pointcut chooseNode(NameNode namenode) :
      execution(static DatanodeInfo NamenodeWebHdfsMethods.chooseDatanode(NameNode, String,
          HttpOpParam.Op, long, long, String, String, HdfsFileStatus))
      && args(namenode, String, HttpOpParam.Op, long, long, String, String, HdfsFileStatus);

  // read: a read by HTTP goes to any node where none has a block
  pointcut locationsOfRead(NameNode namenode, LocatedBlock block) :
      call(public DatanodeInfoWithStorage[] LocatedBlock.getLocations())
      && withincode(static DatanodeInfo NamenodeWebHdfsMethods.chooseDatanode(NameNode, String,
          HttpOpParam.Op, long, long, String, String, HdfsFileStatus))
      && target(block)
      && cflow(chooseNode(namenode));

  DatanodeInfoWithStorage[] around(NameNode namenode, LocatedBlock block) :
      locationsOfRead(namenode, block) {
    return ReadSources.of(
        namenode.getNamesystem().getBlockManager(), block, proceed(namenode, block));
  }
}
