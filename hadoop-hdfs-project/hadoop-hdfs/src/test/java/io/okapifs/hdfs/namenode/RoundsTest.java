package io.okapifs.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RoundsTest {

  private static final long LONG_MILLIS = 3_600_000;

  private final AtomicInteger taken = new AtomicInteger();
  private Rounds rounds;

  @AfterEach
  void stop() {
    rounds.stop();
  }

  /** Whatever it threw. */
  @Test
  void aStepThatFailsKeepsNoOtherFromBeingTakenNorItselfFromTheNextRound() throws Exception {
    AtomicInteger failed = new AtomicInteger();
    rounds =
        new Rounds(
            "test", () -> 1,
            () -> {
              failed.incrementAndGet();
              throw new StackOverflowError();
            },
            taken::incrementAndGet);
    rounds.start();
    BlockFileCluster.await("three rounds", () -> taken.get() >= 3 && failed.get() >= 3);
  }

  @Test
  void whoWakesItWaitsForNoPause() throws Exception {
    rounds = new Rounds("test", () -> LONG_MILLIS, taken::incrementAndGet);
    rounds.start();
    BlockFileCluster.await("the first round", () -> taken.get() == 1);
    BlockFileCluster.await(
        "the second one",
        () -> {
          rounds.wake();
          return taken.get() >= 2;
        });
  }

  @Test
  void whatWasStoppedTakesNoFurtherStep() throws Exception {
    rounds =
        new Rounds(
            "test", () -> LONG_MILLIS, () -> rounds.stop(), taken::incrementAndGet);
    rounds.start();
    BlockFileCluster.await("the end", () -> threads() == 0);
    assertThat(taken).hasValue(0);
  }

  @Test
  void whatIsStartedTwiceIsOneThread() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    rounds =
        new Rounds(
            "test", () -> LONG_MILLIS,
            () -> {
              threads.add(Thread.currentThread());
              taken.incrementAndGet();
            });
    rounds.start();
    BlockFileCluster.await("the first round", () -> taken.get() == 1);
    rounds.start();
    BlockFileCluster.await(
        "the second one",
        () -> {
          rounds.wake();
          return taken.get() >= 2;
        });
    assertThat(threads).hasSize(1);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("test"))
        .count();
  }
}
