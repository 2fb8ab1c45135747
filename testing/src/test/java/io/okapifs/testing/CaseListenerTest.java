package io.okapifs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseListenerTest {

  private static final String COSTS = "io.okapifs.costs";

  @TempDir Path temporary;

  @Test
  void theLogOfACaseIsPrintedWhereItFailsWithItsSeed() {
    assertThat(errorsOf(Planted.Failing.class))
        .contains("fails() failed", "-Dio.okapifs.seed=" + Seed.get(), "the reason")
        .doesNotContain("of the one that passes");
  }

  @Test
  void ofACaseThatPassesNothingIsPrinted() {
    assertThat(errorsOf(Planted.Passing.class)).isEmpty();
  }

  @Test
  void onlyTheLastLinesAreKept() {
    KeptLog.clear();
    for (int i = 0; i <= KeptLog.LINES_MAX; i++) {
      String line = i + "\n";
      KeptLog.add(() -> line);
    }
    assertThat(KeptLog.text().lines()).hasSize(KeptLog.LINES_MAX).first().isEqualTo("1");
  }

  @Test
  void theCostOfAClassIsWrittenDown() throws IOException {
    Path file = temporary.resolve("costs");
    String before = System.setProperty(COSTS, file.toString());
    try {
      Planted.run(Planted.Passing.class);
    } finally {
      if (before == null) {
        System.clearProperty(COSTS);
      } else {
        System.setProperty(COSTS, before);
      }
    }
    assertThat(Cost.read(file)).containsOnlyKeys(Planted.Passing.class.getName());
    assertThat(Files.readString(file)).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({"Hanging, hangs()", "HangingBefore, HangingBefore", "HangingBehind, HangingBehind"})
  void whatHangsEndsTheJvmWithItsThreadsAndItsLog(String planted, String what) throws Exception {
    Path output = temporary.resolve("output");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dio.okapifs.case.limit=1", "-cp", System.getProperty("java.class.path"),
                Planted.class.getName(), Planted.class.getName() + "$" + planted)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(child.waitFor()).isEqualTo(97);
    assertThat(Files.readString(output))
        .contains(what + " hangs", "Planted.hang(", "the last line");
  }

  private static String errorsOf(Class<?> planted) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream real = System.err;
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Planted.run(planted);
    } finally {
      System.setErr(real);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
