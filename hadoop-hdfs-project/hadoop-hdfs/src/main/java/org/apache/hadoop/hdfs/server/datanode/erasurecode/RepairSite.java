package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.ByteBufferPool;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.apache.hadoop.net.NetUtils;

/**
 * Where repairs run: what all repairs of one DataNode share. Any thread may call it.
 *
 * @param worker upstream's, which knows the DataNode and its settings
 * @param windowBytes of each member that a repair holds at a time
 * @param buffers direct buffers between repairs
 * @param readThreads one for each helper that is being read
 */
record RepairSite(
    ErasureCodingWorker worker,
    int windowBytes,
    ByteBufferPool buffers,
    ExecutorService readThreads) {

  RepairSite(ErasureCodingWorker worker, int windowBytes) {
    this(
        worker, windowBytes, new ElasticByteBufferPool(),
        Executors.newCachedThreadPool(GroupRepairService.daemons("groupRepairRead-")));
  }

  DataNode datanode() {
    return worker.getDatanode();
  }

  Configuration conf() {
    return worker.getConf();
  }

  InetSocketAddress addressOf(DatanodeInfo node) {
    return NetUtils.createSocketAddr(
        node.getXferAddr(datanode().getDnConf().getConnectToDnViaHostname()));
  }
}
