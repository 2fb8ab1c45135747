package io.okapifs.bench.dfsperf.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of suites are taken as the original has them, and wrong ones are told. */
final class SuiteConfigTest {

  private static final List<Key> KEYS =
      List.of(
          Key.count("files.per.thread", 2), Key.size("block.size.bytes", 128),
          Key.oneOf("read.mode", "SEQUENCE", "SEQUENCE|RANDOM"), Key.flag("shuffle.mode", false));

  @TempDir Path folder;

  @Test
  void whatIsAskedForStandsOverWhatIsByDefault() {
    SuiteConfig config =
        SuiteConfig.of("SimpleRead", KEYS, Map.of("files.per.thread", " 7 ", "shuffle.mode", "true"));
    assertThat(config.number("files.per.thread")).isEqualTo(7);
    assertThat(config.number("block.size.bytes")).isEqualTo(128);
    assertThat(config.is("shuffle.mode")).isTrue();
    assertThat(config.values().keySet())
        .containsExactly("files.per.thread", "block.size.bytes", "read.mode", "shuffle.mode");
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void aKeyThatTheSuiteDoesNotHaveIsIgnoredAndTheNearestIsNamed() {
    SuiteConfig config = SuiteConfig.of("SimpleRead", KEYS, Map.of("file.per.thread", "7"));
    assertThat(config.number("files.per.thread")).isEqualTo(2);
    assertThat(config.warnings()).singleElement().asString()
        .contains("SimpleRead", "file.per.thread", "nearest is files.per.thread");
  }

  @Test
  void allWrongValuesAreNamedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SuiteConfig.of(
                    "SimpleRead", KEYS,
                    Map.of("files.per.thread", "-1", "block.size.bytes", "0", "read.mode", "random")))
        .withMessageContainingAll(
            "files.per.thread=-1", "block.size.bytes=0", "read.mode=random", "SEQUENCE or RANDOM");
  }

  @Test
  void aFileHasPropertiesAsTheOriginalHasThem() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("SkipRead.xml"),
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration>
              <property>
                <name>skip.bytes</name>
                <value> 16 </value>
                <description>how far to go</description>
              </property>
              <property><name>skip.mode</name><value>FORWARD</value></property>
            </configuration>
            """);
    assertThat(SuiteFile.read(file))
        .containsExactly(Map.entry("skip.bytes", "16"), Map.entry("skip.mode", "FORWARD"));
  }

  @Test
  void aFileOfSomethingElseIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("a.xml"), "<taskTypes/>");
    assertThatIllegalArgumentException().isThrownBy(() -> SuiteFile.read(file))
        .withMessageContainingAll("a.xml", "taskTypes");
    Path twice =
        Files.writeString(
            folder.resolve("b.xml"),
            "<configuration><property><name>a</name><value>1</value></property>"
                + "<property><name>a</name><value>2</value></property></configuration>");
    assertThatIllegalArgumentException().isThrownBy(() -> SuiteFile.read(twice))
        .withMessageContainingAll("b.xml", "twice", "key=a");
    Path torn = Files.writeString(folder.resolve("c.xml"), "<configuration>");
    assertThatIllegalArgumentException().isThrownBy(() -> SuiteFile.read(torn))
        .withMessageContaining("c.xml");
  }

  /** The original counts slaves by parts of their names: host1 is also in host10. */
  @Test
  void nodesWhoseNamesBeginAlikeAreDifferentOnes() throws Exception {
    Path file =
        Files.writeString(folder.resolve("slaves"), "host10\nhost1 # twice\n\nhost1\nhost2\n");
    assertThat(Slave.read(file))
        .containsExactly(
            new Slave(0, "host1"), new Slave(1, "host1"), new Slave(2, "host10"),
            new Slave(3, "host2"));
    Path bad = Files.writeString(folder.resolve("bad"), "host1 host2\n");
    assertThatIllegalArgumentException().isThrownBy(() -> Slave.read(bad))
        .withMessageContaining("host1 host2");
    Path none = Files.writeString(folder.resolve("none"), "# nobody\n");
    assertThatIllegalArgumentException().isThrownBy(() -> Slave.read(none))
        .withMessageContaining("no slaves");
  }
}
