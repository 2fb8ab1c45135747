package io.okapifs.bench.driver.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the lock counts; how long that takes is nobody's promise. */
final class TimedLockTest {

  private final TimedLock lock = new TimedLock();

  @Test
  void aHoldLastsFromTheFirstTimeToTheLast() {
    lock.writeLock().lock();
    lock.writeLock().lock();
    lock.writeLock().unlock();
    assertThat(lock.isWriteLockedByCurrentThread()).isTrue();
    lock.writeLock().unlock();
    assertThat(lock.isWriteLocked()).isFalse();
    TimedLock.Holds holds = lock.take();
    assertThat(holds.count()).isEqualTo(1);
    assertThat(holds.longestNanos()).isPositive();
    assertThat(holds.cpuNanos()).isEqualTo(holds.mostCpuNanos()).isPositive();
  }

  @Test
  void everyWayToTakeItCountsAndReadersDoNot() throws InterruptedException {
    assertThat(lock.writeLock().tryLock()).isTrue();
    lock.writeLock().unlock();
    assertThat(lock.writeLock().tryLock(1, TimeUnit.SECONDS)).isTrue();
    lock.writeLock().unlock();
    lock.writeLock().lockInterruptibly();
    lock.writeLock().unlock();
    lock.readLock().lock();
    lock.readLock().unlock();
    assertThat(lock.take().count()).isEqualTo(3);
    assertThat(lock.take().count()).as("since the last time").isZero();
  }

  @Test
  void whoHoldsItNotCannotLetGo() {
    assertThatThrownBy(() -> lock.writeLock().unlock())
        .isInstanceOf(IllegalMonitorStateException.class);
    assertThat(lock.take().count()).isZero();
  }
}
