package org.apache.hadoop.hdfs.server.sps;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicySatisfierMode;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.sps.StoragePolicySatisfier;
import org.apache.hadoop.util.GenericOptionsParser;

/** HDFS's satisfier with settings on its command line, which its own main class does not take. */
public final class SatisfierMain {

  private SatisfierMain() {}

  public static void main(String[] arguments) throws Exception {
    Configuration conf = new HdfsConfiguration();
    new GenericOptionsParser(conf, arguments);
    NameNodeConnector nameNode =
        NameNodeConnector.newNameNodeConnectors(
                List.of(FileSystem.getDefaultUri(conf)), "satisfier",
                HdfsServerConstants.MOVER_ID_PATH, conf,
                NameNodeConnector.DEFAULT_MAX_IDLE_ITERATIONS)
            .get(0);
    StoragePolicySatisfier satisfier = new StoragePolicySatisfier(conf);
    satisfier.init(new ExternalSPSContext(satisfier, nameNode));
    satisfier.start(StoragePolicySatisfierMode.EXTERNAL);
    satisfier.join();
  }
}
