package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.conf.DefaultSettings;
import io.okapifs.hdfs.conf.StartLine;

/**
 * Why: getconf and the daemons' pages shall know our settings, and hdfs-site.xml override them.
 * Ladder: the list of files with defaults is fixed in an initializer.
 * Gone when: Hadoop takes files with defaults from jars.
 */
aspect HdfsConfigurationAspect {

  // ops: our settings have their defaults below hdfs-site.xml
  pointcut addDeprecatedKeys() :
      execution(private static void HdfsConfiguration.addDeprecatedKeys());

  before() : addDeprecatedKeys() {
    DefaultSettings.add();
    StartLine.log();
  }
}
