package org.apache.hadoop.suites;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

/** A class of JUnit 4 in upstream's package, which a JVM of a test runs. */
public final class Passing {

  @Test
  public void hasAFolderForItsData() {
    assertTrue(Files.isDirectory(Path.of(System.getProperty("test.build.data"))));
  }

  @Test
  public void isTheStripeWidthThatIsForced() {
    assertEquals("k-2", System.getenv("OKAPI_FORCED_STRIPE_WIDTH"));
  }
}
