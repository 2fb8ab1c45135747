package io.okapifs.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

/** Cases that are bad, for the tests of what is around a case; no build runs them itself. */
final class Planted {

  private Planted() {}

  static class Passing {
    @Test
    void passes() {
      KeptLog.add(() -> "of the one that passes\n");
    }
  }

  static class Failing {
    @Test
    void fails() {
      KeptLog.add(() -> "the reason\n");
      Assertions.fail();
    }
  }

  static class Hanging {
    @Test
    void hangs() {
      hang();
    }
  }

  static class HangingBefore {
    @RegisterExtension static final BeforeAllCallback HANGS = context -> hang();

    @Test
    void neverRuns() {}
  }

  static class HangingBehind {
    @RegisterExtension static final AfterAllCallback HANGS = context -> hang();

    @Test
    void passes() {}
  }

  private static void hang() {
    KeptLog.add(() -> "the last line\n");
    for (;;) {
      // No interrupt ends this.
      Thread.onSpinWait();
    }
  }

  static void run(Class<?> planted) {
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new CaseListener())
                .build())
        .execute(request().selectors(selectClass(planted)).build());
  }

  /** Runs the class of the given name. */
  public static void main(String[] names) throws ClassNotFoundException {
    run(Class.forName(names[0]));
  }
}
