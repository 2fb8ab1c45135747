package io.okapifs.ec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BuildInfoTest {
  @Test
  void theVersionIsThatOfTheProject() throws Exception {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<version>" + BuildInfo.version() + "</version>");
  }

  @Test
  void theCommitIsKnownWhereThereIsAGitRepositoryAndOnlyThere() {
    assertThat(BuildInfo.commit()).matches(
        Files.exists(Path.of("../.git")) ? "[0-9a-f]{40}(-dirty)?" : BuildInfo.UNKNOWN);
  }
}
