package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompleteRowsTest {

  private static final int ALL = 100;

  private final CompleteRows rows = new CompleteRows(List.of(3, 7), ALL);

  @AfterEach
  void forgetTheInterrupt() {
    Thread.interrupted();
  }

  /** Another thread that waits for more. */
  private CompletableFuture<Long> waiting(long before) throws Exception {
    CompletableFuture<Long> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                answer.complete(rows.awaitMoreThan(before));
              } catch (InterruptedIOException e) {
                answer.completeExceptionally(e);
              }
            });
    thread.start();
    BlockFileCluster.await(
        "thread that waits", () -> thread.getState() == Thread.State.WAITING);
    return answer;
  }

  @Test
  void aRowIsCompleteWhenEveryHelperHasPassedIt() throws Exception {
    CompletableFuture<Long> more = waiting(0);
    rows.passed(3, 60);
    assertThat(more).isNotDone();
    rows.passed(7, 20);
    assertThat(more.get(1, TimeUnit.MINUTES)).isEqualTo(20);
    more = waiting(20);
    rows.passed(3, ALL);
    assertThat(more).isNotDone();
    rows.passed(7, 70);
    assertThat(more.get(1, TimeUnit.MINUTES)).isEqualTo(70);
  }

  @Test
  void behindTheLastRowNothingIsWaitedFor() throws Exception {
    rows.passed(3, ALL);
    rows.passed(7, ALL);
    assertThat(rows.awaitMoreThan(0)).isEqualTo(ALL);
    assertThat(rows.awaitMoreThan(ALL)).isEqualTo(ALL);
    assertThat(new CompleteRows(List.of(), ALL).awaitMoreThan(0)).isEqualTo(ALL);
  }

  @Test
  void whatStopsHasNoMoreRows() throws Exception {
    CompletableFuture<Long> more = waiting(0);
    rows.passed(3, 60);
    rows.stop();
    assertThat(more.get(1, TimeUnit.MINUTES)).isZero();
    rows.passed(7, 20);
    assertThat(rows.awaitMoreThan(0)).isZero();
  }

  @Test
  void whoWaitsCanBeInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> rows.awaitMoreThan(0)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }
}
