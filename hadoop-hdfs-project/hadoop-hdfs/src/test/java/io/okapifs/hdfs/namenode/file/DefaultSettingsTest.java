package io.okapifs.hdfs.namenode.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;

/** Tests run on Hadoop's own defaults, however they come by them. */
class DefaultSettingsTest {

  private static Map<String, String> all(ClassLoader loader) {
    Configuration conf = new HdfsConfiguration();
    conf.setClassLoader(loader);
    conf.reloadConfiguration();
    Map<String, String> values = new TreeMap<>();
    conf.forEach(setting -> values.put(setting.getKey(), setting.getValue()));
    return values;
  }

  @Test
  void theDefaultsOfTestsAreThoseOfHadoop() {
    Map<String, String> hadoops = all(Configuration.class.getClassLoader());
    assertThat(hadoops).containsKeys("dfs.replication", "io.file.buffer.size");
    assertThat(all(Thread.currentThread().getContextClassLoader())).isEqualTo(hadoops);
  }
}
