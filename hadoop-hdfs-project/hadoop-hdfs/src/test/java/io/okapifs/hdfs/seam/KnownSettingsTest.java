package io.okapifs.hdfs.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.conf.DefaultSettings;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our settings are known where HDFS's are. */
class KnownSettingsTest {

  private static final String KEY = "dfs.namenode.ec.transition.max-concurrent";

  @Cluster(dataNodes = 1)
  private static BlockFileCluster cluster;

  @TempDir private Path folder;

  @Test
  void everyDefaultOfTheFileIsInAConfiguration() {
    Configuration file = new Configuration(false);
    file.addResource(DefaultSettings.FILE);
    Configuration conf = new HdfsConfiguration();
    assertThat(file.size()).isGreaterThan(30);
    file.forEach(
        setting -> {
          assertThat(conf.getRaw(setting.getKey())).as(setting.getKey())
              .isEqualTo(setting.getValue());
          assertThat(DefaultSettings.isSet(conf, setting.getKey())).isFalse();
        });
  }

  @Test
  void theSiteOverridesTheDefault() throws Exception {
    Path site = folder.resolve("hdfs-site.xml");
    Files.writeString(
        site,
        "<configuration><property><name>" + KEY + "</name><value>3</value></property>"
            + "</configuration>");
    Configuration conf = new HdfsConfiguration();
    conf.setClassLoader(
        new ClassLoader(conf.getClassLoader()) {
          @Override
          public URL getResource(String name) {
            return name.equals("hdfs-site.xml") ? urlOf(site) : super.getResource(name);
          }
        });
    conf.reloadConfiguration();
    assertThat(conf.getInt(KEY, 0)).isEqualTo(3);
    assertThat(DefaultSettings.isSet(conf, KEY)).isTrue();
  }

  private static URL urlOf(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void thePagesOfDaemonsShowThem() throws Exception {
    InetSocketAddress nameNode = cluster.mini().getNameNode().getHttpAddress();
    int dataNode = cluster.mini().getDataNodes().get(0).getInfoPort();
    for (int port : List.of(nameNode.getPort(), dataNode)) {
      URL page = URI.create("http://localhost:" + port + "/conf?format=xml&name=" + KEY).toURL();
      try (InputStream in = page.openStream()) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            .contains("<value>10</value>", "<source>" + DefaultSettings.FILE + "</source>");
      }
    }
  }
}
