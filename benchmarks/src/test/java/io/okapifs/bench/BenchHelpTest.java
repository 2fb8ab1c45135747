package io.okapifs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.BuildInfo;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class BenchHelpTest {
  static Stream<String> commands() {
    return Bench.commandLine().getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpTellsHowLongItTakesAndAllDefaults(String name) {
    CommandLine command = Bench.commandLine().getSubcommands().get(name);
    String help = command.getUsageMessage().replaceAll("\\s+", " ");
    assertThat(help).containsPattern("Takes .*(second|minute|hour)");
    List<String> silent =
        command.getCommandSpec().options().stream()
            .filter(option -> option.arity().max() > 0 && !option.required())
            .filter(option -> !String.join(" ", option.description()).contains("efault"))
            .map(OptionSpec::longestName)
            .toList();
    assertThat(silent).as("options without a default in the help").isEmpty();
    assertThat(help).doesNotContain("${", "_UNSPECIFIED_");
  }

  @Test
  void theVersionNamesTheCommit() {
    StringWriter out = new StringWriter();
    int code = Bench.commandLine().setOut(new PrintWriter(out)).execute("reads", "--version");
    assertThat(code).isZero();
    assertThat(out)
        .hasToString("bench " + BuildInfo.version() + ", commit " + BuildInfo.commit() + "\n");
  }
}
