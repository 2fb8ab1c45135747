package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ParameterException;

/** What `hdfs ec -verify` can be asked for. */
class VerifyCommandTest {

  private static VerifyCommand parse(String line) {
    VerifyCommand command = new VerifyCommand();
    command.parse(List.of(line.split(" ")));
    return command;
  }

  @Test
  void withoutOptionsOneThreadReadsAllAndRepairsNothing() {
    VerifyCommand plain = parse("-path /f");
    assertThat(plain.path).isEqualTo("/f");
    assertThat(plain.repair).isFalse();
    assertThat(plain.wait).isNull();
    assertThat(plain.threads).isOne();
    assertThat(plain.changedUntilMillis(1000)).isEqualTo(Long.MAX_VALUE);
    assertThat(plain.share).isEqualTo(1);
    assertThat(plain.sample).isNull();
    assertThat(plain.seed).isNull();
    assertThat(plain.stateFile).isNull();
  }

  @Test
  void everyOptionIsRead() {
    VerifyCommand all =
        parse(
            "-repair -wait -threads 32 -olderThan 2h -sample 0.5% -seed -7 -resume state -path"
                + " /f");
    assertThat(all.repair).isTrue();
    assertThat(all.wait).isNotNull();
    assertThat(all.wait).as("none").isGreaterThan(Duration.ofDays(36_500));
    assertThat(all.threads).isEqualTo(32);
    assertThat(all.changedUntilMillis(7_200_001)).isOne();
    assertThat(all.share).isEqualTo(0.005);
    assertThat(all.seed).isEqualTo(-7);
    assertThat(all.stateFile).isEqualTo("state");
    assertThat(parse("-path /f -wait 30m").wait).isEqualTo(Duration.ofMinutes(30));
    assertThat(parse("-path /f -sample 100%").share).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-threads 0 | whole number from 1 to 32, not '0'",
        "-threads -1 | whole number from 1 to 32, not '-1'",
        "-threads 33 | whole number from 1 to 32, not '33'",
        "-threads two | whole number from 1 to 32, not 'two'",
        "-threads 99999999999 | whole number from 1 to 32, not '99999999999'",
        "-threads | -threads",
        "-sample 0% | up to 100%, not '0%'",
        "-sample 0.0000001% | up to 100%, not '0.0000001%'",
        "-sample 100.1% | up to 100%, not '100.1%'",
        "-sample 10 | up to 100%, not '10'",
        "-sample -5% | up to 100%, not '-5%'",
        "-sample all | up to 100%, not 'all'",
        "-sample 10% -seed x | must be a whole number, not 'x'",
        "-seed 5 | -seed is of -sample",
        "-olderThan soon | an age is 2w, 90d, 12h or 30m, not soon",
        "-olderThan 90 | an age is 2w, 90d, 12h or 30m, not 90",
        "-wait soon | an age is 2w, 90d, 12h or 30m, not soon",
        "-repair yes | yes",
        "-resume | -resume",
        "-threads 2 -threads 3 | -threads",
        "-path /g | -path"
      })
  void whatMakesNoSenseIsRefusedByName(String options, String words) {
    assertThatThrownBy(() -> parse("-path /f " + options))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining(words);
  }
}
