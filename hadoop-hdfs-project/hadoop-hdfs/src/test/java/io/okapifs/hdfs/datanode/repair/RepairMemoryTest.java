package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepairMemoryTest {

  private static final int KIB = 1 << 10;
  private static final String KEY = "the.key";

  private final RepairMemory memory = new RepairMemory(KEY, 100 * KIB);
  private final List<Integer> granted = Collections.synchronizedList(new ArrayList<>());

  /** A thread that waits for so much, tells that it has it and gives it back. */
  private Thread waiting(int bytes) throws Exception {
    Thread thread =
        new Thread(
            () -> {
              try (RepairMemory.Grant grant = memory.take(bytes)) {
                granted.add(bytes);
              } catch (IOException e) {
                granted.add(-1);
              }
            });
    thread.start();
    BlockFileCluster.await(
        "thread that waits", () -> thread.getState() == Thread.State.WAITING);
    return thread;
  }

  @Test
  void whoComesFirstIsServedFirstHoweverMuchItWants() throws Exception {
    RepairMemory.Grant most = memory.take(90 * KIB);
    Thread large = waiting(20 * KIB);
    Thread small = waiting(5 * KIB);
    assertThat(granted).as("there would be room for the small one").isEmpty();
    most.close();
    large.join();
    small.join();
    assertThat(granted).containsExactlyInAnyOrder(20 * KIB, 5 * KIB);
    memory.take(100 * KIB).close();
  }

  @Test
  void moreThanThereIsIsRefusedAtOnceAndNothingIsTaken() throws Exception {
    assertThat(memory.fits(100 * KIB)).isTrue();
    assertThat(memory.fits(100 * KIB + 1)).isFalse();
    assertThatThrownBy(() -> memory.take(100 * KIB + 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "bytesNeeded=102401, the.key=102400");
    memory.take(100 * KIB).close();
  }

  @Test
  void aGrantGivesZerosAndNoMoreThanItIs() throws Exception {
    try (RepairMemory.Grant grant = memory.take(3 * KIB)) {
      ByteBuffer buffer = grant.buffer(2 * KIB);
      assertThat(buffer.isDirect()).isTrue();
      assertThat(buffer).isEqualTo(ByteBuffer.allocate(2 * KIB));
      grant.buffer(KIB);
      assertThatThrownBy(() -> grant.buffer(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("usedBytes=3073, grantedBytes=3072");
    }
  }

  /** The collector would free it as well, some time. */
  @Test
  void closedGrantsFreeTheirMemory() throws Exception {
    RepairMemory large = new RepairMemory(KEY, 256L << 20);
    long before = directBytes();
    try (RepairMemory.Grant grant = large.take(128 << 20)) {
      grant.buffer(64 << 20);
      grant.buffer(64 << 20);
      assertThat(directBytes() - before).isGreaterThan(127 << 20);
    }
    assertThat(directBytes() - before).isLessThan(32 << 20);
  }

  /** Of the JVM, in which other threads take and give some. */
  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void anInterruptedRepairWaitsNoMoreAndTakesNothing() throws Exception {
    RepairMemory.Grant all = memory.take(100 * KIB);
    Thread thread = waiting(KIB);
    thread.interrupt();
    thread.join();
    assertThat(granted).containsExactly(-1);
    all.close();
    memory.take(100 * KIB).close();
  }

  @Test
  void memoryMustBePositive() {
    assertThatThrownBy(() -> new RepairMemory(KEY, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the.key=0");
  }
}
