package io.okapifs.hdfs.conf;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.BuildInfo;
import org.junit.jupiter.api.Test;

class StartLineTest {

  @Test
  void aJournalNodeSaysWhichVersionItIs() {
    assertThat(StartLine.line("proc_journalnode"::equals))
        .hasValue(
            "HDFS with decoupled striping: daemon=journalnode, version=" + BuildInfo.version()
                + ", commit=" + BuildInfo.commit());
  }

  /** A NameNode has a line of its own. */
  @Test
  void commandsAndDaemonsThatSayMoreSayNothingHere() {
    assertThat(StartLine.line("proc_dfs"::equals)).isEmpty();
    assertThat(StartLine.line("proc_namenode"::equals)).isEmpty();
  }
}
