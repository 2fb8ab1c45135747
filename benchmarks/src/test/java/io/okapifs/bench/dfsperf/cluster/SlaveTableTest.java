package io.okapifs.bench.dfsperf.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.bench.dfsperf.cluster.MasterProtocol.Order;
import io.okapifs.bench.dfsperf.cluster.SlaveTable.State;
import io.okapifs.bench.dfsperf.config.Slave;
import io.okapifs.bench.dfsperf.report.SlaveContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What slaves are told, and when they have failed. */
final class SlaveTableTest {

  private static final String BARRIER = "files";

  private final SlaveTable table =
      new SlaveTable(List.of(new Slave(0, "host1"), new Slave(1, "host10")), 2);

  @BeforeEach
  void registerBoth() throws IOException {
    table.register(0, "host1");
    table.register(1, "host10");
  }

  private static SlaveContext context(int id) {
    return new SlaveContext("Metadata", id, "host", true, 1, 2, Map.of(), Map.of());
  }

  /** The original began when all had registered, while some were still setting up. */
  @Test
  void threadsBeginWhenAllSlavesAreReady() throws IOException {
    table.ready(0);
    assertThat(table.beat(0, 0, 0)).isEqualTo(Order.WAIT);
    assertThat(table.runNanos()).isZero();
    table.ready(1);
    assertThat(table.beat(0, 0, 0)).isEqualTo(Order.RUN);
    assertThat(table.runNanos()).isPositive();
  }

  @Test
  void aBarrierOpensWhenAllThreadsAreThere() throws IOException {
    assertThat(table.arrive(0, 0, BARRIER)).isFalse();
    assertThat(table.arrive(0, 1, BARRIER)).isFalse();
    assertThat(table.arrive(1, 0, BARRIER)).isFalse();
    assertThat(table.arrive(1, 0, BARRIER)).as("the same one again").isFalse();
    assertThat(table.arrive(1, 1, BARRIER)).isTrue();
    assertThat(table.arrive(0, 0, BARRIER)).isTrue();
    assertThat(table.arrive(0, 0, "another")).isFalse();
  }

  @Test
  void nobodyWaitsForASlaveThatHasFailed() throws IOException {
    table.arrive(0, 0, BARRIER);
    assertThat(table.arrive(0, 1, BARRIER)).isFalse();
    table.fail(1, "died");
    assertThat(table.arrive(0, 1, BARRIER)).isTrue();
    assertThatThrownBy(() -> table.arrive(1, 0, BARRIER)).isInstanceOf(IOException.class)
        .hasMessageContaining("aborted");
    assertThat(table.beat(1, 0, 0)).isEqualTo(Order.ABORT);
  }

  @Test
  void aSlaveThatIsNotHeardOfHasFailed() throws IOException {
    table.finish(0, context(0), new Tally(), "");
    table.failSilent(Long.MAX_VALUE);
    assertThat(table.in(State.FAILED)).isEmpty();
    table.failSilent(-1);
    assertThat(table.failures()).containsOnlyKeys("1@host10");
    assertThat(table.isOver()).isTrue();
    assertThat(table.in(State.SUCCESS)).containsExactly(new Slave(0, "host1"));
  }

  @Test
  void onlySlavesThatHaveNotRegisteredAreLate() {
    SlaveTable empty = new SlaveTable(List.of(new Slave(0, "host1")), 1);
    empty.failSilent(-1);
    assertThat(empty.failures()).as("it has never called").isEmpty();
    empty.failUnregistered(7);
    assertThat(empty.failures()).containsEntry("0@host1", "did not register within 7 ms");
    table.failUnregistered(7);
    assertThat(table.failures()).isEmpty();
  }

  /** A call may come twice, and one of a slave that has failed may come late. */
  @Test
  void nobodyGoesBack() throws IOException {
    table.ready(0);
    table.register(0, "host1");
    assertThat(table.in(State.READY)).hasSize(1);
    table.fail(0, "died");
    table.ready(0);
    table.finish(0, context(0), new Tally(), "");
    assertThat(table.failures()).containsEntry("0@host1", "died");
    assertThat(table.contexts("Metadata", 1, Map.of())).extracting(SlaveContext::success)
        .containsOnly(false);
  }

  @Test
  void anAbortEndsAllThatRun() throws IOException {
    table.finish(0, context(0), new Tally(), "");
    table.abort();
    assertThat(table.failures()).containsOnlyKeys("1@host10");
    assertThat(table.beat(1, 0, 0)).isEqualTo(Order.ABORT);
  }

  @Test
  void strangersAreRefused() {
    assertThatThrownBy(() -> table.register(2, "host1")).isInstanceOf(IOException.class)
        .hasMessageContaining("task=2");
    assertThatThrownBy(() -> table.register(1, "host1")).isInstanceOf(IOException.class)
        .hasMessageContaining("expected=host10");
  }

  @Test
  void aSlaveThatHasToldNothingIsInTheReportAllTheSame() throws IOException {
    table.finish(0, context(0), new Tally(), "");
    table.fail(1, "died");
    assertThat(table.contexts("Metadata", 1, Map.of())).extracting(SlaveContext::success)
        .containsExactly(true, false);
  }
}
