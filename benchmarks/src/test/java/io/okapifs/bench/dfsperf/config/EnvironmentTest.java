package io.okapifs.bench.dfsperf.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What is the same for all suites comes from where the original has it. */
final class EnvironmentTest {

  private static Environment of(Map<String, String> properties, Map<String, String> variables) {
    Properties all = new Properties();
    all.putAll(properties);
    return Environment.of(all, variables);
  }

  @Test
  void withoutAnythingItIsAsInTheOriginal() {
    Environment environment = of(Map.of(), Map.of());
    assertThat(environment.address()).isEmpty();
    assertThat(environment.workspace()).isEqualTo("/tmp/dfs-perf-workspace");
    assertThat(environment.masterPort()).isEqualTo(23333);
    assertThat(environment.threads()).isEqualTo(4);
    assertThat(environment.registerMillis()).isEqualTo(10_000);
    assertThat(environment.abortsFailed()).isTrue();
    assertThat(environment.failedPercent()).isOne();
  }

  @Test
  void propertiesStandOverVariables() {
    Environment environment =
        of(
            Map.of("pasalab.dfs.perf.threads.num", "8"),
            Map.of(
                "DFS_PERF_THREADS_NUM", "2", "DFS_PERF_WORKSPACE", "/w",
                "DFS_PERF_FAILED_ABORT", "FALSE", "DFS_PERF_OUT_DIR", " "));
    assertThat(environment.threads()).isEqualTo(8);
    assertThat(environment.workspace()).isEqualTo("/w");
    assertThat(environment.abortsFailed()).isFalse();
    assertThat(environment.outFolder()).as("blank is as if not there").isEqualTo("result");
  }

  @Test
  void theAddressIsTakenUnderBothNamesThatTheOriginalHas() {
    assertThat(of(Map.of(), Map.of("DFS_PERF_DFS_ADRESS", "hdfs://a:1")).address())
        .contains("hdfs://a:1");
    assertThat(of(Map.of(), Map.of("DFS_PERF_DFS_ADDRESS", "hdfs://b:1")).address())
        .contains("hdfs://b:1");
  }

  @Test
  void wrongValuesAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Map.of(), Map.of("DFS_PERF_MASTER_PORT", "70000")))
        .withMessageContainingAll("DFS_PERF_MASTER_PORT", "70000", "65535");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Map.of(), Map.of("DFS_PERF_STATUS_DEBUG", "yes")))
        .withMessageContainingAll("DFS_PERF_STATUS_DEBUG", "yes");
  }
}
