package io.okapifs.ec.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.BuildInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OkapiEcTest {
  @Test
  void theLauncherRunsACommandAndPassesItsExitCodeOn() throws Exception {
    Path launcher = Path.of(System.getProperty("okapi.rootFolder"), "bin", "okapi-ec");
    Process process =
        new ProcessBuilder(launcher.toString(), "describe", "RS-2-1", "--lost", "7")
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(text).contains("no such member: --lost=7, members=0..2");
    assertThat(process.exitValue()).isEqualTo(2);
  }

  @Test
  void helpNamesEveryCommand() {
    Answer answer = Answer.of("--help");
    assertThat(answer.code()).isZero();
    assertThat(answer.out())
        .contains("codes", "describe", "tables", "search", "vectors", "encode", "decode", "repair",
            "check");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-V", "--version", "describe -V", "search less --version"})
  void theVersionNamesTheCommit(String line) {
    Answer answer = Answer.of((Object[]) line.split(" "));
    assertThat(answer.code()).isZero();
    assertThat(answer.out())
        .isEqualTo("okapi-ec " + BuildInfo.version() + ", commit " + BuildInfo.commit() + "\n");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "'' | Missing required subcommand",
    "frobnicate | frobnicate",
    "describe | CODE",
    "describe RS | name=RS; expected NAME-k-r",
    "describe RS-0-3 | unsupported code: codec=rs, k=0, r=3; supported: k>=1",
    "describe RS-10-4-1024k | name=RS-10-4-1024k, but that of a policy; did you mean RS-10-4?",
    "describe less4-10-4-1024k@2 | but that of a policy; did you mean LESS4-10-4?",
    "describe RS-6-3 --out DIR | --out=DIR needs --json or --csv",
    "encode --code RS-6-3 FILE | --out=DIR",
    "encode --code RS-6-3 -o DIR FILE FILE | FILE",
    "describe FMSR-2-2 | it can be simulated only",
    "describe LESS4-10-4 --lost 14 | no such member: --lost=14, members=0..13",
    "describe LESS4-10-4 --lost x | 'x' is not an int",
    "encode -o DIR FILE | --code",
    "encode --code NOSUCH-4-2 -o DIR FILE | unsupported code: codec=nosuch",
    "decode | DIR",
    "tables nosuch | no such table: name=nosuch; tables: [butterfly, less-figure-3",
    "tables --csv --markdown | mutually exclusive",
    "vectors | FILE"
  })
  void wrongUseIsOneLineThatNamesItAndExitCodeTwo(String line, String words) {
    Answer answer = Answer.of((Object[]) (line.isEmpty() ? new String[0] : line.split(" ")));
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err().lines()).hasSize(1);
    assertThat(answer.err()).startsWith("okapi-ec").contains(words).contains("--help");
    assertThat(answer.out()).isEmpty();
  }
}
