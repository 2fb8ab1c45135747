package io.okapifs.hdfs.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class UpstreamFixTest {

  @ParameterizedTest
  @EnumSource
  void isOnUnlessItsSwitchSaysOtherwise(UpstreamFix fix) {
    Configuration conf = new Configuration(false);
    assertThat(fix.isOn(conf)).isTrue();
    conf.setBoolean(fix.key(), false);
    assertThat(fix.isOn(conf)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void theSwitchOfOneSwitchesNoOther(UpstreamFix fix) {
    Configuration conf = new Configuration(false);
    conf.setBoolean(fix.key(), false);
    assertThat(UpstreamFix.values()).filteredOn(other -> !other.isOn(conf)).containsExactly(fix);
  }

  @ParameterizedTest
  @EnumSource
  void theSwitchHasItsName(UpstreamFix fix) {
    String name = fix.name().toLowerCase(Locale.ROOT).replace('_', '-');
    assertThat(fix.key())
        .matches("dfs[.](client|namenode|datanode)[.]ec[.]fix[.]" + name + "[.]enabled");
  }
}
