package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What goes to upstream, and what is refused before anything is sent. */
class EcCommandsTest {

  private final PrintStream realErr = System.err;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<List<String>> sent = new ArrayList<>();

  @BeforeEach
  void captureErrors() {
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restoreErrors() {
    System.setErr(realErr);
  }

  @Test
  void stripeWidthTravelsAsSuffixOfThePolicy() throws Exception {
    assertThat(run("-setPolicy", "-stripeWidth", "4", "-path", "/d", "-policy", "RS-6-3-1024k"))
        .isZero();
    assertThat(sent)
        .containsExactly(List.of("-setPolicy", "-path", "/d", "-policy", "RS-6-3-1024k@4"));
  }

  @Test
  void commandWithoutStripeWidthReachesUpstreamAsItIs() throws Exception {
    run("-setPolicy", "-path", "/d", "-foo");
    run("-listPolicies");
    run();
    assertThat(sent)
        .containsExactly(
            List.of("-setPolicy", "-path", "/d", "-foo"), List.of("-listPolicies"), List.of());
  }

  @Test
  void argumentsThatNobodyKnowsAreLeftForUpstreamToRefuse() throws Exception {
    run("-setPolicy", "-policy", "P", "-stripeWidth", "4", "-foo");
    assertThat(sent).containsExactly(List.of("-setPolicy", "-policy", "P@4", "-foo"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "17", "-1", "+4", "four", "4.0", "", "99999999999"})
  void badStripeWidthIsRefusedBeforeAnythingIsSent(String width) throws Exception {
    assertThat(run("-setPolicy", "-path", "/d", "-policy", "P", "-stripeWidth", width)).isOne();
    assertThat(errors())
        .containsExactly(
            "-setPolicy: -stripeWidth must be a whole number from 1 to 16, not '" + width + "'",
            "Usage: hdfs ec [-setPolicy -path <path> -policy <policy> -stripeWidth <width>]");
    assertThat(sent).isEmpty();
  }

  @Test
  void replicationHasNoStripeWidth() throws Exception {
    assertThat(run("-setPolicy", "-path", "/d", "-replicate", "-stripeWidth", "4")).isEqualTo(2);
    assertThat(errors()).hasSize(1).first().asString().contains("exclude each other");
    assertThat(sent).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-setPolicy -path /d -stripeWidth 4",
        "-setPolicy -path /d -policy P@2 -stripeWidth 4",
        "-setPolicy -path /d -policy P -stripeWidth",
        "-setPolicy -path /d -policy P -stripeWidth 4 -stripeWidth 5",
        "-layout",
        "-layout -path",
        "-layout -path /f -foo",
        "-verify",
        "-verify -path /f -recursive",
        "-verify -status -path /f",
        "-verify -status -repair",
        "-transition -policy P",
        "-transition -path /f -f list -policy P",
        "-transition -path /f -policy P -h",
        "-transition -path /f -policy P -minSize much",
        "-listFiles -decoupled",
        "-listFiles -decoupled -path /d -foo",
        "-describePolicy",
        "-describePolicy A B",
        "-describePolicy -foo"
      })
  void wrongUsageIsOneLineWithTheUsageBehindItAndExitCodeOne(String line) throws Exception {
    assertThat(run(line.split(" "))).isOne();
    String name = line.split(" ")[0];
    assertThat(errors()).hasSize(2);
    assertThat(errors().get(0)).startsWith(name + ": ");
    assertThat(errors().get(1)).startsWith("Usage: hdfs ec [" + name + " ");
    assertThat(sent).isEmpty();
  }

  @Test
  void helpForOurCommandsNeedsNoUpstream() throws Exception {
    assertThat(run("-help", "layout")).isZero();
    assertThat(errors().get(0)).isEqualTo("[-layout [-recursive] -path <path> [-json]]");
    assertThat(run("-help", "verify")).isZero();
    assertThat(errors()).contains("[" + new VerifyCommand().synopsis() + "]");
    assertThat(run("-help", "listFiles")).isZero();
    assertThat(errors()).contains("[" + new ListFilesCommand().synopsis() + "]");
    assertThat(run("-help", "describePolicy")).isZero();
    assertThat(errors()).contains("[" + new DescribePolicyCommand().synopsis() + "]");
    assertThat(sent).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-help", "--help"})
  void eachCommandTellsItsOwnHelp(String help) throws Exception {
    assertThat(run("-overhead", help)).isZero();
    assertThat(run("-transition", "-path", "/f", help)).isZero();
    assertThat(errors()).isEmpty();
    assertThat(sent).isEmpty();
    run("-enablePolicy", help);
    run("-setPolicy", help);
    assertThat(sent).containsExactly(List.of("-help", "enablePolicy"), List.of("-help", "setPolicy"));
  }

  @ParameterizedTest
  @CsvSource({
    "-getPolicy /d, -getPolicy -path /d", "-unsetPolicy /d, -unsetPolicy -path /d",
    "-setPolicy /d -policy P -stripeWidth 4, -setPolicy -path /d -policy P@4",
    "-verifyClusterSetup -policy P Q, -verifyClusterSetup -policy P Q",
  })
  void aWordNeedsNoNameOfItsOption(String typed, String understood) throws Exception {
    run(typed.split(" "));
    assertThat(sent).containsExactly(List.of(understood.split(" ")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-enablePolicy", "-disablePolicy", "-removePolicy", "-addPolicies"})
  void whatChangesPoliciesOfTheClusterRefusesAWordAsInHdfs(String command) throws Exception {
    run(command, "P");
    assertThat(sent).containsExactly(List.of(command, "P"));
  }

  @Test
  void wordsThatAreValuesOfOptionsStayTheirs() {
    CommandSpec transition = new CommandLine(new TransitionCommand()).getCommandSpec();
    assertThat(
            Words.named(
                transition, List.of("-recursive", "/d", "-policy", "P", "-wait", "-limit", "3"),
                "-path"))
        .containsExactly("-recursive", "-path", "/d", "-policy", "P", "-wait", "-limit", "3");
  }

  @Test
  void helpForSetPolicyIsUpstreamsWithTheStripeWidthBehindIt() throws Exception {
    run("-help", "setPolicy");
    assertThat(sent).containsExactly(List.of("-help", "setPolicy"));
    assertThat(errors())
        .contains("[-setPolicy -path <path> -policy <policy> -stripeWidth <width>]");
  }

  private int run(String... args) throws Exception {
    return EcCommands.run(
        new Configuration(),
        args,
        rest -> {
          sent.add(List.of(rest));
          return 0;
        });
  }

  private List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
