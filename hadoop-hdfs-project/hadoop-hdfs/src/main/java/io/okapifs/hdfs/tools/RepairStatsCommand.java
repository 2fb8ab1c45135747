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
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;

/**
 * Runs `hdfs ec -repairStats`: asks the NameNode for the live DataNodes and each of those for its
 * metrics, over the web port that it has for them.
 */
final class RepairStatsCommand {

  private static final String QUERY = "/jmx?qry=Hadoop:service=*,name=GroupRepairs-*";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Configuration conf;
  private final URLConnectionFactory connections;

  private RepairStatsCommand(Configuration conf) {
    this.conf = conf;
    this.connections = URLConnectionFactory.newDefaultURLConnectionFactory(conf);
  }

  /** Prints the sums on standard output, and on standard error which nodes are not in them. */
  static int run(Configuration conf) {
    RepairStatsCommand command = new RepairStatsCommand(conf);
    try {
      DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(conf));
      return command.print(hdfs.getDataNodeStats(DatanodeReportType.LIVE));
    } catch (IOException e) {
      System.err.println(RepairStatsArguments.COMMAND + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    } finally {
      command.connections.destroy();
    }
  }

  private int print(DatanodeInfo[] nodes) {
    RepairSums sums = new RepairSums();
    int silent = 0;
    for (DatanodeInfo node : nodes) {
      try {
        sums.add(ask(node));
      } catch (IOException e) {
        silent++;
        System.err.println(
            RepairStatsArguments.COMMAND + ": without DataNode " + node + ": "
                + Failures.firstLine(e));
      }
    }
    System.out.print(sums);
    return silent == 0 ? 0 : EcCommands.FAILED;
  }

  private JsonNode ask(DatanodeInfo node) throws IOException {
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
