package io.okapifs.hdfs.namenode.file;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.seam.Release;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Whether directories and files may be given a stripe width while Apache's jars are still, or may
 * be again, in the cluster. DataNodes of Apache's fail repairs of such files. A NameNode of
 * Apache's cannot load them, so that a rolling upgrade that gave the first file a width could only
 * be rolled back, with the loss of all that was written since it began. What has a width already is
 * not concerned. An immutable value.
 *
 * @param stockDataNodes whether DataNodes of Apache's are accepted
 */
public record MixedVersions(boolean stockDataNodes) {

  public static final String KEY = "dfs.namenode.ec.stripe-width.stock-datanodes.allowed";
  private static final int NAMED_MAX = 5;

  /** What the configuration says. */
  public static MixedVersions of(Configuration conf) {
    return new MixedVersions(conf.getBoolean(KEY, false));
  }

  public static MixedVersions of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(MixedVersions.class);
  }

  /**
   * Looks at a policy that a directory or file is to get.
   *
   * @throws HadoopIllegalArgumentException where it has a stripe width that is refused for now;
   *     nothing was changed then
   */
  @Woven
  public static void check(FSNamesystem namesystem, ErasureCodingPolicy policy) {
    String refusal =
        DecoupledPolicies.stripeWidth(policy) == 0
            ? null
            : of(namesystem).refusal(namesystem);
    if (refusal != null) {
      throw new HadoopIllegalArgumentException(
          "Cannot give a stripe width: policy=" + policy.getName() + ": " + refusal);
    }
  }

  /** Why nothing may be given a stripe width now; null where it may. */
  public String refusal(FSNamesystem namesystem) {
    if (namesystem.isRollingUpgrade() && !KnownWidths.of(namesystem).any()) {
      return "no file has one yet, and a rolling upgrade is in progress, behind which Apache's"
          + " NameNode could not load it; finalize it first: hdfs dfsadmin -rollingUpgrade"
          + " finalize";
    }
    if (stockDataNodes || areOurs(namesystem)) {
      return null;
    }
    List<DatanodeDescriptor> stock = stock(namesystem);
    return "DataNodes have Apache's jars and would fail repairs: dataNodes=" + stock.size() + ": "
        + named(stock) + "; upgrade them, or set " + KEY + "=true";
  }

  /** What live DataNodes said when they registered; HDFS counts it. */
  private static boolean areOurs(FSNamesystem namesystem) {
    return namesystem.getBlockManager().getDatanodeManager().getDatanodesSoftwareVersions().keySet()
        .stream().allMatch(Release::isOurs);
  }

  private static List<DatanodeDescriptor> stock(FSNamesystem namesystem) {
    return namesystem.getBlockManager().getDatanodeManager()
        .getDatanodeListForReport(DatanodeReportType.LIVE).stream()
        .filter(node -> !Release.isOurs(node.getSoftwareVersion()))
        .toList();
  }

  private static String named(List<DatanodeDescriptor> nodes) {
    String names =
        nodes.stream()
            .limit(NAMED_MAX)
            .map(node -> node.getHostName() + ":" + node.getXferPort())
            .collect(Collectors.joining(", "));
    return nodes.size() > NAMED_MAX ? names + ", ..." : names;
  }
}
