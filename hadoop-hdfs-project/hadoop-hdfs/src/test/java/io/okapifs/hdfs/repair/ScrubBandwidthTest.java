package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScrubBandwidthTest {

  private final Configuration conf = new Configuration(false);

  @Test
  void isOffWhereNobodySetsIt() {
    assertThat(ScrubBandwidth.of(conf)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1024, 1024", "10m, 10485760", "1g, 1073741824"})
  void takesWhatHdfsTakes(String value, long bytes) {
    conf.set(ScrubBandwidth.KEY, value);
    assertThat(ScrubBandwidth.of(conf)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"much", "-1", "1023", "10 MB", "1e6"})
  void anythingElseIsOneSentenceWithKeyAndValue(String value) {
    conf.set(ScrubBandwidth.KEY, value);
    assertThatThrownBy(() -> ScrubBandwidth.of(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dfs.datanode.ec.scrub.bandwidthPerSec=" + value)
        .hasMessageContaining("bytes per second")
        .message().doesNotContain("\n");
  }
}
