package io.okapifs.hdfs.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.conf.DefaultSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;
import org.slf4j.LoggerFactory;

class FormerKeysTest {

  private static final String LIMITS = "dfs.namenode.ec.transition.datanode.";

  @TempDir private Path folder;

  private Configuration file(Map<String, String> settings) throws IOException {
    StringBuilder text = new StringBuilder("<configuration>");
    settings.forEach(
        (key, value) ->
            text.append("<property><name>").append(key).append("</name><value>").append(value)
                .append("</value></property>"));
    Path file = folder.resolve("hdfs-site.xml");
    Files.writeString(file, text.append("</configuration>"));
    Configuration conf = new Configuration(false);
    conf.addResource(file.toUri().toURL());
    return conf;
  }

  private static String logOf(Configuration conf) {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(FormerKeys.class));
    try {
      FormerKeys.read(conf);
      return log.getOutput();
    } finally {
      log.stopCapturing();
    }
  }

  /** Also of a file that was loaded before, whichever of two former keys it has. */
  @Test
  void everyFormerKeyIsReadUnderThePresentOne() throws IOException {
    for (Map.Entry<String, String> key : FormerKeys.all().entrySet()) {
      Configuration loaded = file(Map.of(key.getKey(), "7"));
      loaded.size();
      FormerKeys.read(loaded);
      assertThat(loaded.getInt(key.getValue(), 1)).as("loaded: %s", key).isEqualTo(7);
      assertThat(file(Map.of(key.getKey(), "8")).getInt(key.getValue(), 1)).as("%s", key)
          .isEqualTo(8);
      Configuration set = new Configuration(false);
      set.set(key.getKey(), "9");
      assertThat(set.getInt(key.getValue(), 1)).as("set: %s", key).isEqualTo(9);
    }
  }

  @Test
  void whatIsSetUnderThePresentKeyHolds() {
    FormerKeys.read(null);
    Configuration conf = new Configuration(false);
    conf.set("dfs.datanode.ec.transition.io-share.percent", "20");
    conf.set(LIMITS + "io-share-percent", "30");
    FormerKeys.read(conf);
    assertThat(conf.getInt(LIMITS + "io-share-percent", 1)).isEqualTo(30);
  }

  /** Those of DataNodes became settings of NameNodes. */
  @Test
  void aWarningNamesBothKeysAndWhoReadsThem() {
    assertThat(FormerKeys.warning("dfs.datanode.ec.transition.bandwidthPerSec"))
        .isEqualTo(
            "A setting has another key now: former=dfs.datanode.ec.transition.bandwidthPerSec,"
                + " now=" + LIMITS + "bytes-per-second; NameNodes read it, under both");
    assertThat(FormerKeys.warning("dfs.datanode.ec.group-repair.memory.bytes"))
        .endsWith(", now=dfs.datanode.ec.group-repair.memory-bytes; both are read");
  }

  /** What a file has is shown under the present key once another daemon has started here. */
  @Test
  void aDaemonThatStartsWarnsOfThoseThatAreSet() {
    String former = "dfs.namenode.ec.lease-recovery.wait-sec";
    Configuration first = Mockito.mock(Configuration.class);
    Mockito.when(first.getValByRegex(ArgumentMatchers.anyString()))
        .thenReturn(Map.of(former, "5"));
    assertThat(logOf(first)).contains(FormerKeys.warning(former)).doesNotContain("former=dfs.data");
    Mockito.verify(first).set("dfs.namenode.ec.lease-recovery.wait", "5");
    assertThat(logOf(new Configuration(false))).isEmpty();
  }

  @Test
  void aDefaultIsOverriddenAndWhatAFileSaysIsNot() {
    String now = "dfs.namenode.ec.lease-recovery.wait";
    for (String source : List.of("okapi-default.xml", "hdfs-site.xml")) {
      Configuration conf = Mockito.mock(Configuration.class);
      Mockito.when(conf.getValByRegex(ArgumentMatchers.anyString()))
          .thenReturn(Map.of(now + "-sec", "5"));
      Mockito.when(conf.getPropertySources(now)).thenReturn(new String[] {source});
      FormerKeys.read(conf);
      boolean isDefault = source.equals(DefaultSettings.FILE);
      Mockito.verify(conf, Mockito.times(isDefault ? 1 : 0)).set(now, "5");
    }
  }
}
