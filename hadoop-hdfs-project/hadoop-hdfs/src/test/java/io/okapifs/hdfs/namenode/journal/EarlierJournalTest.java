package io.okapifs.hdfs.namenode.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.NamespaceRecord;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.namenode.NamespaceReplay;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Journal and image of the version that kept steps of transitions as text: what {@link Transitions}
 * does, written by commit 65a0ca3e together with what it made of them.
 */
class EarlierJournalTest {

  private static final String STEP = "  transition ";

  /** As that version told a step in its digest. */
  private static final Pattern TEXT =
      Pattern.compile("(\\w+) policy=(\\d+) priority=\\d+ since=\\d+ paused=(\\w+) groups=.*");

  @TempDir static Path folder;

  private static NamespaceRecord record;
  private static long imageTxId;

  @BeforeAll
  static void unpack() throws IOException {
    Properties storage = new Properties();
    try (InputStream in = resource("storage.properties")) {
      storage.load(in);
    }
    imageTxId = Long.parseLong(storage.getProperty("imageTxId"));
    record =
        new NamespaceRecord(
            new HdfsConfiguration(),
            new StorageInfo(
                Integer.parseInt(storage.getProperty("layoutVersion")),
                Integer.parseInt(storage.getProperty("namespaceId")),
                storage.getProperty("clusterId"), 0, NodeType.NAME_NODE),
            folder, unpacked("image"), unpacked("journal"),
            Long.parseLong(storage.getProperty("lastTxId")));
  }

  private static InputStream resource(String name) {
    return EarlierJournalTest.class.getResourceAsStream("/earlier-journal/" + name);
  }

  private static File unpacked(String name) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream in = new GZIPInputStream(resource(name + ".gz"))) {
      Files.copy(in, file);
    }
    return file.toFile();
  }

  private static List<String> expected(String name) throws IOException {
    try (InputStream in = resource(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void theJournalLoadsAsItDidThen() throws IOException {
    try (NamespaceReplay replay = record.loadAll()) {
      check(replay.digest(), expected("journal-digest.txt"));
    }
  }

  /** And is saved with the steps as messages. */
  @Test
  void theImageLoadsAsItDidThenAndOnceMoreBehindItsNextSave() throws IOException {
    List<String> expected = expected("image-with-transitions-digest.txt");
    assertThat(expected).filteredOn(line -> line.startsWith(STEP)).isNotEmpty();
    File image = unpacked("image-with-transitions");
    File saved = folder.resolve("saved").toFile();
    try (NamespaceReplay replay = record.load(image, imageTxId)) {
      check(replay.digest(), expected);
      replay.save(saved);
    }
    try (NamespaceReplay replay = record.load(saved, imageTxId)) {
      check(replay.digest(), expected);
    }
  }

  private static void check(List<String> digest, List<String> expected) {
    assertThat(digest).hasSameSizeAs(expected);
    for (int i = 0; i < digest.size(); i++) {
      if (expected.get(i).startsWith(STEP)) {
        Matcher step = TEXT.matcher(expected.get(i).substring(STEP.length()));
        assertThat(step.matches()).as(expected.get(i)).isTrue();
        assertThat(digest.get(i))
            .startsWith(STEP)
            .contains("step=" + step.group(1).toUpperCase(java.util.Locale.ROOT) + ",")
            .contains("policyId=" + step.group(2) + ",")
            .contains("paused=" + step.group(3) + ",");
      } else {
        assertThat(digest.get(i)).isEqualTo(expected.get(i));
      }
    }
  }
}
