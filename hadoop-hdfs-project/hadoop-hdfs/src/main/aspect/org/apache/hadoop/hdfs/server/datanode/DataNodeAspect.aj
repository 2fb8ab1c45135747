package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.datanode.repair.GroupRepairService;
import io.okapifs.hdfs.datanode.repair.OkapiDataNode;
import io.okapifs.hdfs.seam.Release;
import io.okapifs.hdfs.seam.WovenCheck;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.server.datanode.SecureDataNodeStarter.SecureResources;
import org.apache.hadoop.util.VersionInfo;

/**
 * Why: a DataNode of which only a part is woven would repair groups wrongly; it must not start. It
 * says which version it is. What limits transitions shall be taken while it runs.
 * Ladder: nothing configurable runs before the volumes are opened, and the list of keys that are
 * taken is closed.
 * Gone when: HDFS needs no weaving for decoupled files.
 */
aspect DataNodeAspect {

  declare parents : DataNode implements OkapiDataNode.Held;

  private final OkapiDataNode DataNode.okapiDataNode = new OkapiDataNode();

  public OkapiDataNode DataNode.okapi() {
    return okapiDataNode;
  }

  // ops: a DataNode that is woven in part must not start
  pointcut instantiateDataNode() :
      execution(public static DataNode DataNode.instantiateDataNode(
          String[], Configuration, SecureResources));

  before() throws IOException : instantiateDataNode() {
    WovenCheck.requireWoven();
  }

  // ops: the NameNode, JMX and dfsadmin are told our version
  pointcut version() : call(public static String VersionInfo.getVersion()) && within(DataNode);

  String around() : version() {
    return Release.version();
  }

  // ops: limits of transitions can be changed while it runs
  pointcut reconfigurableProperties() :
      execution(Collection DataNode.getReconfigurableProperties());

  Collection<String> around() : reconfigurableProperties() {
    return GroupRepairService.LIVE.with(proceed());
  }

  // ops: limits of transitions are listed among what can be changed
  pointcut listProperties() : execution(List DataNode.listReconfigurableProperties());

  List<String> around() throws IOException : listProperties() {
    return GroupRepairService.LIVE.with(proceed());
  }

  // ops: a changed limit of transitions is taken while it runs
  pointcut reconfigure(DataNode node, String key, String value) :
      execution(String DataNode.reconfigurePropertyImpl(String, String))
      && this(node) && args(key, value);

  String around(DataNode node, String key, String value) throws ReconfigurationException :
      reconfigure(node, key, value) {
    return GroupRepairService.LIVE.has(key)
        ? GroupRepairService.take(node, key, value)
        : proceed(node, key, value);
  }
}
