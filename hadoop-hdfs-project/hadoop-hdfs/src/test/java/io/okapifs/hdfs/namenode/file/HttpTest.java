package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.testing.BlockFileCluster;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.http.server.HttpFSServerWebServer;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with a stripe width by HTTP: WebHDFS of NameNode and DataNodes, and an HttpFS server. */
class HttpTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(5L * BLOCK + CELL + 9, 1);

  @TempDir static java.nio.file.Path home;

  private static BlockFileCluster cluster;
  private static HttpFSServerWebServer httpFs;

  @BeforeAll
  static void start() throws Exception {
    String user = System.getProperty("user.name");
    cluster =
        new BlockFileCluster(
            6,
            conf -> {
              conf.set("hadoop.proxyuser." + user + ".hosts", "*");
              conf.set("hadoop.proxyuser." + user + ".groups", "*");
            });
    httpFs = newHttpFs();
    httpFs.start();
    // One set per JVM, which the server has replaced by its own.
    ProxyUsers.refreshSuperUserGroupsConfiguration(cluster.fs().getConf());
  }

  private static HttpFSServerWebServer newHttpFs() throws Exception {
    for (String folder : new String[] {"home", "config", "log", "temp"}) {
      System.setProperty("httpfs." + folder + ".dir", home.toString());
    }
    Files.writeString(home.resolve("httpfs-signature.secret"), "secret");
    Files.writeString(
        home.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>" + cluster.fs().getUri()
            + "</value></property></configuration>");
    Configuration conf = new Configuration();
    conf.set("httpfs.http.hostname", "localhost");
    conf.setInt("httpfs.http.port", 0);
    // Upstream's own tests call it, from its package.
    Constructor<HttpFSServerWebServer> constructor =
        HttpFSServerWebServer.class.getDeclaredConstructor(
            Configuration.class, Configuration.class);
    constructor.setAccessible(true);
    return constructor.newInstance(conf, new Configuration(false));
  }

  @AfterAll
  static void stop() throws Exception {
    httpFs.stop();
    cluster.close();
  }

  private static WebHdfsFileSystem connect(String server) throws Exception {
    int port =
        server.equals("HttpFS")
            ? httpFs.getUrl().getPort()
            : cluster.mini().getNameNode().getHttpAddress().getPort();
    return (WebHdfsFileSystem)
        FileSystem.newInstance(
            URI.create("webhdfs://localhost:" + port), cluster.fs().getConf());
  }

  @ParameterizedTest
  @ValueSource(strings = {"WebHDFS", "HttpFS"})
  void whatIsWrittenAndReadByHttpKeepsTheWidth(String server) throws Exception {
    Path directory = cluster.directory(POLICY, 4);
    Path file = new Path(directory, server);
    try (WebHdfsFileSystem http = connect(server)) {
      write(http, file);
      assertThat(cluster.layout(file).stripeWidth()).isEqualTo(4);
      cluster.checkBlocks(file, BYTES);
      try (FSDataInputStream in = http.open(file)) {
        assertThat(in.readAllBytes()).isEqualTo(BYTES);
      }
      assertThat(http.getFileStatus(file).isErasureCoded()).isTrue();
      assertThat(http.getContentSummary(file).getErasureCodingPolicy()).isEqualTo(POLICY + "@4");
      assertThat(http.getContentSummary(directory).getErasureCodingPolicy())
          .isEqualTo(POLICY + "@4");
      assertThat(http.getFileChecksum(file)).isEqualTo(cluster.fs().getFileChecksum(file));
    }
  }

  private static void write(FileSystem fs, Path file) throws Exception {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
      out.write(BYTES);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"WebHDFS", "HttpFS"})
  void aWidthIsSetAndToldByHttp(String server) throws Exception {
    Path directory = new Path("/set-by-" + server);
    cluster.fs().mkdirs(directory);
    try (WebHdfsFileSystem http = connect(server)) {
      http.setErasureCodingPolicy(directory, POLICY + "@2");
      ErasureCodingPolicy told = http.getErasureCodingPolicy(directory);
      assertThat(told.getName()).isEqualTo(POLICY + "@2");
      assertThat(told.getId()).isEqualTo((byte) 62);
      assertThat(told.getNumDataUnits()).isEqualTo(3);
      write(http, new Path(directory, "file"));
      assertThat(cluster.layout(new Path(directory, "file")).stripeWidth()).isEqualTo(2);
      cluster.checkBlocks(new Path(directory, "file"), BYTES);
    }
  }

  @Test
  void statusesOfWebHdfsCarryTheWholePolicy() throws Exception {
    Path directory = cluster.directory(POLICY, 3);
    Path file = new Path(directory, "status");
    cluster.write(file, BYTES);
    ErasureCodingPolicy byRpc =
        cluster.fs().getClient().getFileInfo(file.toString()).getErasureCodingPolicy();
    try (WebHdfsFileSystem http = connect("WebHDFS")) {
      HdfsFileStatus byHttp = (HdfsFileStatus) http.getFileStatus(file);
      assertThat(StripeView.of(byHttp.getErasureCodingPolicy()))
          .isEqualTo(StripeView.of(byRpc));
      HdfsFileStatus listed = (HdfsFileStatus) http.listStatus(directory)[0];
      assertThat(StripeView.of(listed.getErasureCodingPolicy())).isEqualTo(StripeView.of(byRpc));
      HdfsFileStatus parent = (HdfsFileStatus) http.getFileStatus(directory);
      assertThat(parent.getErasureCodingPolicy().getName()).isEqualTo(POLICY + "@3");
      assertThat(parent.getErasureCodingPolicy().getNumDataUnits()).isEqualTo(3);
    }
  }

  /** A program that computes k + r over k must not take s for k. */
  @ParameterizedTest
  @ValueSource(strings = {"WebHDFS", "HttpFS"})
  void aPolicyHasItsOwnNumbersAndTheWidthBesideThem(String server) throws Exception {
    Path directory = cluster.directory(POLICY, 2);
    Path file = new Path(directory, "numbers-" + server);
    cluster.write(file, BYTES);
    try (WebHdfsFileSystem http = connect(server)) {
      URI uri = http.getUri();
      for (Path path : List.of(file, directory)) {
        Map<?, ?> policy = policyOf(uri, path);
        assertThat(policy.get("name")).isEqualTo(POLICY + "@2");
        assertThat(policy.get("codecName")).isEqualTo("rs");
        assertThat(policy.get("numDataUnits")).isEqualTo(3);
        assertThat(policy.get("numParityUnits")).isEqualTo(2);
        assertThat(policy.get("stripeWidth")).isEqualTo(2);
      }
      Path coupled = new Path(cluster.coupledDirectory(POLICY), "numbers-" + server);
      cluster.write(coupled, BYTES);
      assertThat(policyOf(uri, coupled).get("stripeWidth")).isNull();
    }
  }

  private static Map<?, ?> policyOf(URI server, Path path) throws Exception {
    URL url =
        URI.create(
                "http://" + server.getAuthority() + "/webhdfs/v1" + path.toUri().getPath()
                    + "?op=GETFILESTATUS&user.name="
                    + UserGroupInformation.getCurrentUser().getShortUserName())
            .toURL();
    Map<?, ?> status = (Map<?, ?>) new ObjectMapper().readValue(url, Map.class).get("FileStatus");
    return (Map<?, ?>) status.get("ecPolicyObj");
  }
}
