package org.apache.hadoop.suites;

import java.util.concurrent.CountDownLatch;
import org.junit.Test;

/** A class of JUnit 4 in upstream's package that does not end. */
public final class Hanging {

  @Test
  public void waitsForNothing() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
