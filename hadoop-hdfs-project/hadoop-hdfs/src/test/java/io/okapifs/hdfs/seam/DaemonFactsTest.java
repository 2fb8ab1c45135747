package io.okapifs.hdfs.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.BuildInfo;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.seam.DaemonFacts.Daemon;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;

/** A daemon tells that it is not Apache's, and what it may take. */
class DaemonFactsTest {

  @Cluster(dataNodes = 1)
  private static BlockFileCluster cluster;

  @Test
  void aDaemonTellsItsVersionItsBudgetsAndWhatIsSwitchedOff() {
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.ec.group-repair.memory-bytes", "1234567");
    conf.setBoolean(UpstreamFix.REPORT_ORDER.key(), false);
    String line = DaemonFacts.of(Daemon.DATANODE, conf).toString();
    assertThat(line)
        .contains("version=" + Release.version(), "commit=" + BuildInfo.commit())
        .contains("kernel=" + Kernels.best().name(), "directMemoryBytes=")
        .contains("dfs.datanode.ec.group-repair.memory-bytes=1234567")
        .contains("dfs.datanode.ec.transition.memory-bytes=")
        .contains("fixes switched off=[" + UpstreamFix.REPORT_ORDER.key() + "]");
    assertThat(DaemonFacts.of(Daemon.NAMENODE, conf).toString())
        .contains("dfs.namenode.ec.transition.max-concurrent=", "fixes switched off=[]")
        .doesNotContain("kernel=", "dfs.datanode");
  }

  @Test
  void theBeansOfBothDaemonsSayTheSame() throws Exception {
    assertThat(cluster.mini().getDataNodes()).hasSize(1);
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    for (String service : new String[] {"NameNode", "DataNode"}) {
      ObjectName bean = new ObjectName("Hadoop:service=" + service + ",name=Okapi");
      assertThat(beans.getAttribute(bean, "Version")).isEqualTo(Release.version());
      assertThat(beans.getAttribute(bean, "Commit")).isEqualTo(BuildInfo.commit());
      assertThat((String[]) beans.getAttribute(bean, "FixesOff")).isEmpty();
      assertThat(beans.getAttribute(bean, "Kernel"))
          .isEqualTo(service.equals("DataNode") ? Kernels.best().name() : "");
    }
  }
}
