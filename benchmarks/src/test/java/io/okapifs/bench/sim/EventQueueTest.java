package io.okapifs.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventQueueTest {

  private final EventQueue time = new EventQueue();
  private final List<String> happened = new ArrayList<>();

  private Runnable note(String what) {
    return () -> happened.add(what + " at " + time.now());
  }

  @Test
  void eventsHappenByTimeAndThenInTheOrderInWhichTheyWereAdded() {
    time.at(20, note("c"));
    time.at(10, note("a"));
    time.at(10, note("b"));
    time.runUntil(() -> false);
    assertThat(happened).containsExactly("a at 10", "b at 10", "c at 20");
  }

  @Test
  void anEventMayAddOthers() {
    time.at(10, () -> time.at(15, note("later")));
    time.at(10, () -> time.at(10, note("at once")));
    time.runUntil(() -> false);
    assertThat(happened).containsExactly("at once at 10", "later at 15");
  }

  @Test
  void nothingHappensBehindTheEnd() {
    time.at(10, note("a"));
    time.at(20, note("b"));
    time.runUntil(() -> !happened.isEmpty());
    assertThat(happened).containsExactly("a at 10");
    assertThat(time.now()).isEqualTo(10);
  }

  @Test
  void thePastIsRefused() {
    time.at(10, () -> time.at(9, () -> {}));
    assertThatThrownBy(() -> time.runUntil(() -> false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nanos=9, now=10");
  }

  @Test
  void aServerServesOneRequestAfterTheOther() {
    FifoServer server = new FifoServer(time);
    time.at(0, () -> server.serve(10, note("first")));
    time.at(5, () -> server.serve(10, note("second")));
    time.at(50, () -> server.serve(10, note("third")));
    time.runUntil(() -> false);
    assertThat(happened).containsExactly("first at 10", "second at 20", "third at 60");
  }
}
