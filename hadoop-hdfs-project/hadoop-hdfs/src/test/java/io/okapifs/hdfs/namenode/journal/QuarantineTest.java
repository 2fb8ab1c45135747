package io.okapifs.hdfs.namenode.journal;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.namenode.ops.DecoupledState;
import io.okapifs.hdfs.namenode.ops.Quarantine;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.namenode.SpoiledFiles;
import org.apache.hadoop.hdfs.tools.offlineEditsViewer.OfflineEditsViewer;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A NameNode starts without the one file of which image or journal says what cannot be. */
class QuarantineTest {

  private static final Pattern RECORD = Pattern.compile("(?s)<RECORD>.*?</RECORD>");

  /** Among the allocations of the file. */
  private static final int LAST_STRIPE = 4;

  private static final int LAST_PARITY = 5;

  private final byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 1);

  @Cluster(dataNodes = 6)
  private BlockFileCluster cluster;
  private Path spoiled;
  private Path whole;
  private Set<String> blocks;

  @BeforeEach
  void writeFiles() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 2);
    spoiled = new Path(directory, "spoiled");
    whole = new Path(directory, "whole");
    for (Path file : List.of(spoiled, whole)) {
      cluster.write(file, bytes);
      cluster.checkBlocks(file, bytes);
    }
    blocks = cluster.blocksOnDisk();
  }

  @ParameterizedTest
  @CsvSource({LAST_STRIPE + ", " + 6 * BLOCK, LAST_PARITY + ", " + (7 * BLOCK + 9)})
  void anAllocationThatCannotBeIsPassedOver(int which, long kept) throws Exception {
    cluster.mini().shutdownNameNode(0);
    spoilJournals(
        "OP_ADD_BLOCK", which,
        record -> record.replaceFirst("<BLOCK_ID>(-\\d+)\\d</BLOCK_ID>", "<BLOCK_ID>$11</BLOCK_ID>"));
    checkStarts(kept);
  }

  @Test
  void aFileOfAnImageThatCannotBeIsLoadedWithoutItsBlocks() throws Exception {
    SpoiledFiles.dropFirstStripe(cluster.mini().getNamesystem(), spoiled);
    cluster.saveNamespace();
    cluster.mini().shutdownNameNode(0);
    checkStarts(0);
  }

  /** Refused; then with the file in quarantine; then so for good. */
  private void checkStarts(long kept) throws Exception {
    assertThatThrownBy(() -> cluster.mini().restartNameNode(0)).isInstanceOf(Exception.class);
    setQuarantine(true);
    cluster.mini().restartNameNode(0, false);
    cluster.awaitNameNode();
    assertThat(cluster.fs().getFileStatus(spoiled).getLen()).isEqualTo(kept);
    checkQuarantine();
    cluster.mini().triggerBlockReports();
    cluster.mini().triggerHeartbeats();
    assertThat(cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_GET)).isTrue();
    assertThat(cluster.blocksOnDisk()).containsAll(blocks);
    cluster.saveNamespace();
    setQuarantine(false);
    cluster.restartNameNode();
    checkQuarantine();
    cluster.checkBlocks(whole, bytes);
    cluster.fs().delete(spoiled, false);
    assertThat(quarantined()).isZero();
  }

  private void setQuarantine(boolean on) {
    cluster.mini().getConfiguration(0).setBoolean(Quarantine.KEY, on);
  }

  private long quarantined() {
    return DecoupledState.of(cluster.mini().getNamesystem()).getQuarantinedFiles();
  }

  private void checkQuarantine() throws Exception {
    assertThat(quarantined()).isEqualTo(1);
    BlockFileCluster.await("the blocks reported", () -> isReadable(whole) && isReadable(spoiled));
    assertThat(cluster.read(whole)).isEqualTo(bytes);
    byte[] left = cluster.read(spoiled);
    assertThat(left).isEqualTo(Arrays.copyOf(bytes, left.length));
    UserGroupInformation somebody =
        UserGroupInformation.createUserForTesting("somebody", new String[0]);
    try (FileSystem fs =
        somebody.doAs(
            (PrivilegedExceptionAction<FileSystem>)
                () ->
                    FileSystem.newInstance(
                        cluster.mini().getURI(), cluster.mini().getConfiguration(0)))) {
      assertThatThrownBy(() -> fs.open(spoiled))
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("quarantine")
          .hasMessageContaining(spoiled.toString());
      fs.open(whole).close();
    }
  }

  private boolean isReadable(Path file) {
    try {
      return cluster.read(file) != null;
    } catch (IOException inSafeMode) {
      return false;
    }
  }

  /** Changes one of the records of a kind about the file, in each copy of the journal. */
  private void spoilJournals(String kind, int which, UnaryOperator<String> change)
      throws IOException {
    int changed = 0;
    for (var directory : cluster.mini().getNameDirs(0)) {
      java.nio.file.Path journal = java.nio.file.Path.of(directory).resolve("current");
      try (Stream<java.nio.file.Path> files = Files.list(journal)) {
        for (java.nio.file.Path edits :
            files.filter(each -> each.getFileName().toString().startsWith("edits_")).toList()) {
          changed += spoil(edits, kind, which, change) ? 1 : 0;
        }
      }
    }
    assertThat(changed).isEqualTo(cluster.mini().getNameDirs(0).size());
  }

  private boolean spoil(
      java.nio.file.Path edits, String kind, int which, UnaryOperator<String> change)
      throws IOException {
    java.nio.file.Path xml = edits.resolveSibling("viewed.xml");
    view(edits, xml, "xml");
    String text = Files.readString(xml);
    Matcher records = RECORD.matcher(text);
    int found = 0;
    while (records.find()) {
      String record = records.group();
      boolean isMeant =
          record.contains("<OPCODE>" + kind + "</OPCODE>")
              && record.contains("<PATH>" + spoiled + "</PATH>");
      if (isMeant && found++ == which) {
        String other = change.apply(record);
        assertThat(other).isNotEqualTo(record);
        Files.writeString(
            xml, text.substring(0, records.start()) + other + text.substring(records.end()));
        java.nio.file.Path binary = edits.resolveSibling("binary");
        view(xml, binary, "binary");
        Files.move(binary, edits, StandardCopyOption.REPLACE_EXISTING);
        Files.delete(xml);
        return true;
      }
    }
    Files.delete(xml);
    return false;
  }

  private static void view(java.nio.file.Path from, java.nio.file.Path to, String processor) {
    assertThat(
            new OfflineEditsViewer().go(
                from.toString(), to.toString(), processor, new OfflineEditsViewer.Flags(), null))
        .isZero();
  }
}
