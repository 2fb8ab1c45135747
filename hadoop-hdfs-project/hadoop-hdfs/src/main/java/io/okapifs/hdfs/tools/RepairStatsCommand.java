package io.okapifs.hdfs.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;

/**
 * `hdfs ec -repairStats`: asks the NameNode for the live DataNodes and each of those for its
 * metrics, over the web port that it has for them.
 */
final class RepairStatsCommand extends EcCommand {

  private static final String QUERY = "/jmx?qry=Hadoop:service=*,name=GroupRepairs-*";
  private static final ObjectMapper JSON = new ObjectMapper();

  RepairStatsCommand() {
    super("-repairStats", "");
  }

  @Override
  String description() {
    return "Print what the repairs of the groups of each policy have cost, summed over the live"
        + " DataNodes since\neach of them was started: blocks read per block rebuilt, runs,"
        + " positionings, time and spooled bytes.\nExit code 2 where a DataNode does not answer.\n";
  }

  /** Prints the sums on standard output, and on standard error which nodes are not in them. */
  @Override
  int execute(Configuration conf) throws IOException {
    URLConnectionFactory connections = URLConnectionFactory.newDefaultURLConnectionFactory(conf);
    try {
      return print(
          conf, connections,
          HdfsOnly.of(FileSystem.get(conf)).getDataNodeStats(DatanodeReportType.LIVE));
    } finally {
      connections.destroy();
    }
  }

  private int print(Configuration conf, URLConnectionFactory connections, DatanodeInfo[] nodes) {
    RepairSums sums = new RepairSums();
    int silent = 0;
    for (DatanodeInfo node : nodes) {
      try {
        sums.add(ask(conf, connections, node));
      } catch (IOException e) {
        silent++;
        System.err.println(
            name() + ": without DataNode " + node + ": " + Failures.firstLine(e));
      }
    }
    System.out.print(sums);
    return silent == 0 ? 0 : EcCommands.FAILED;
  }

  private static JsonNode ask(
      Configuration conf, URLConnectionFactory connections, DatanodeInfo node)
      throws IOException {
    boolean secure = DFSUtil.getHttpPolicy(conf) == HttpConfig.Policy.HTTPS_ONLY;
    URL url =
        new URL(
            secure
                ? "https://" + node.getInfoSecureAddr() + QUERY
                : "http://" + node.getInfoAddr() + QUERY);
    try {
      URLConnection connection =
          connections.openConnection(url, UserGroupInformation.isSecurityEnabled());
      try (InputStream answer = connection.getInputStream()) {
        return JSON.readTree(answer).path("beans");
      }
    } catch (AuthenticationException e) {
      throw new IOException("not allowed to ask " + url, e);
    }
  }
}
