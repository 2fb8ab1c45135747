package io.okapifs.bench.dfsperf.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a command gets to where slaves run. */
final class LauncherTest {

  @ParameterizedTest
  @ValueSource(strings = {"/usr/bin/java", "-Dx=a b", "it's", "a;b", "$HOME", "*", "\\", "\"", ""})
  void aShellHasTheWordAgain(String word) throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", "printf %s " + Launcher.quoted(word)).start();
    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(word);
  }

  @Test
  void plainWordsStayAsTheyAre() {
    assertThat(Launcher.quoted("/a/b-1.jar:/c_d.jar")).isEqualTo("/a/b-1.jar:/c_d.jar");
  }
}
