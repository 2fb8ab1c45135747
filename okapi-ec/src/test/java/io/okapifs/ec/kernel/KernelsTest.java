package io.okapifs.ec.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KernelsTest {
  private String forcedBefore;

  @BeforeEach
  void rememberProperty() {
    forcedBefore = System.getProperty(Kernels.PROPERTY);
    System.clearProperty(Kernels.PROPERTY);
  }

  @AfterEach
  void restoreProperty() {
    System.clearProperty(Kernels.PROPERTY);
    if (forcedBefore != null) {
      System.setProperty(Kernels.PROPERTY, forcedBefore);
    }
  }

  @Test
  void theJavaKernelAlwaysExists() {
    assertThat(Kernels.names()).contains("java");
    assertThat(Kernels.best().name()).isEqualTo(Kernels.names().get(0));
  }

  @Test
  void aForcedKernelIsTheOneUsed() {
    System.setProperty(Kernels.PROPERTY, "java");
    assertThat(Kernels.best()).isInstanceOf(JavaKernel.class);
  }

  @Test
  void forcingAKernelThatDoesNotExistIsAnErrorThatNamesWhatExists() {
    System.setProperty(Kernels.PROPERTY, "abacus");
    assertThatIllegalArgumentException()
        .isThrownBy(Kernels::best)
        .withMessage(
            "kernel not available: io.okapifs.ec.kernel=abacus, available=" + Kernels.names());
  }
}
