package io.okapifs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Writers of different policies on one budget. */
class ParityMemoryTest {

  private static final long SEED = Seed.get();

  /** Not enough for two large groups at a time. */
  private static final long LIMIT = 300 << 10;

  private final ParityMemory memory = new ParityMemory();
  private final AtomicInteger encoded = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();

  @Test
  void writersBesideEachOtherNeverHoldMoreThanTheLimitAndNothingInTheEnd() throws Exception {
    List<Future<Integer>> writers = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 24; i++) {
      int number = i;
      writers.add(threads.submit(() -> write(new Random(SEED + number))));
    }
    int groups = 0;
    for (Future<Integer> writer : writers) {
      groups += writer.get();
    }
    threads.shutdown();
    assertThat(encoded.get() + left.get()).as("seed=%s", SEED).isEqualTo(groups);
    assertThat(encoded).as("seed=%s", SEED).hasPositiveValue();
    assertThat(memory.reservedBytes()).isZero();
    assertThat(memory.allocatedBytes()).isZero();
  }

  /** Every third writer gives up in the middle; returns the groups of which all cells came. */
  private int write(Random random) throws IOException {
    int cellSize = random.nextBoolean() ? 1024 : 4096;
    GroupPolicy policy = new GroupPolicy("P", "less4", 10, 4, 4, cellSize);
    FileLayout layout = new FileLayout(policy, 10, 8L * cellSize);
    boolean fails = random.nextInt(3) == 0;
    int groups = 2 + random.nextInt(3);
    VectorParities parities =
        new VectorParities(layout, memory.share(LIMIT), new Counting(groups));
    long cells = 80L * groups + (fails ? 40 : 0);
    byte[] cell = new byte[cellSize];
    for (long x = 0; x < cells; x++) {
      parities.put(cell, 0, cellSize);
      parities.endCell(x / 80 * 10 + x % 10, x % 80 / 10);
      assertThat(memory.allocatedBytes()).isLessThanOrEqualTo(LIMIT);
      assertThat(memory.reservedBytes()).isLessThanOrEqualTo(LIMIT);
      if (x % 80 == 79) {
        parities.groupsDone((x + 1) / 80);
      }
    }
    parities.clear();
    return groups;
  }

  private final class Counting implements GroupEncoder.Sink {
    private final int wholeGroups;
    private long last = -1;

    Counting(int wholeGroups) {
      this.wholeGroups = wholeGroups;
    }

    @Override
    public boolean accept(long group, long parityLength, ByteBuffer[] parities) {
      if (group != last) {
        encoded.incrementAndGet();
        last = group;
      }
      return true;
    }

    @Override
    public void leave(long group, String reason) {
      if (group < wholeGroups) {
        left.incrementAndGet();
      }
    }
  }

  /** Of the JVM: the collector would free it as well, some time. */
  @Test
  void theLastWriterFreesTheMemory() throws IOException {
    long before = directBytes();
    try (ParityMemory.Share share = memory.share(Long.MAX_VALUE)) {
      assertThat(share.reserve(128 << 20)).isTrue();
      share.giveBack(share.take(64 << 20));
      assertThat(directBytes() - before).isGreaterThan(63 << 20);
      share.release(128 << 20);
    }
    assertThat(directBytes() - before).isLessThan(32 << 20);
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void idleBuffersMakeWayForThoseOfAnotherSize() {
    ParityMemory.Share share = memory.share(4096);
    assertThat(share.reserve(4096)).isTrue();
    List<ByteBuffer> small = List.of(share.take(1024), share.take(1024), share.take(1024));
    small.forEach(share::giveBack);
    assertThat(share.take(1024)).isIn(small);
    share.take(2048);
    assertThat(memory.allocatedBytes()).isEqualTo(4096);
    assertThat(share.reserve(1)).isFalse();
  }

  /** The other half is for connections. */
  @Test
  void halfOfTheMemoryOfTheJvmIsTheLimitWhereThatIsLess() {
    ParityMemory small = new ParityMemory(4096, ByteBuffer::allocateDirect);
    ParityMemory.Share share = small.share(1 << 20);
    assertThat(share.reserve(2049)).isFalse();
    assertThat(share.reserve(2048)).isTrue();
  }
}
