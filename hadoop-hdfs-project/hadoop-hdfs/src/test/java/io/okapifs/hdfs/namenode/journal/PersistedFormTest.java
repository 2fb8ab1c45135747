package io.okapifs.hdfs.namenode.journal;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.SavedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.tools.offlineEditsViewer.OfflineEditsViewer;
import org.apache.hadoop.hdfs.tools.offlineImageViewer.PBImageXmlWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Image and journal as HDFS's own offline viewers show them. */
class PersistedFormTest {

  private static final int STRIPE_WIDTH = 2;
  private static final long PERSISTED_BLOCK_SIZE = (long) STRIPE_WIDTH << 40 | BLOCK;

  @TempDir Path temporary;

  @Test
  void imageAndJournalKeepTheWidthAndAPolicyIdThatNoStockNameNodeKnows() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(5)) {
      org.apache.hadoop.fs.Path directory = cluster.directory("RS-3-2-64k", STRIPE_WIDTH);
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(directory, "file");
      byte[] bytes = BlockFileCluster.bytes(5L * BLOCK, 1);
      cluster.write(file, bytes);
      cluster.fs().allowSnapshot(directory);
      org.apache.hadoop.fs.Path snapshot = cluster.fs().createSnapshot(directory, "s");
      cluster.fs().setPermission(file, new FsPermission((short) 0600));

      cluster.saveNamespace();
      String journal = journal(SavedImage.newestFile(cluster, "edits_\\d+-\\d+"));
      String image = image(SavedImage.newestFile(cluster, "fsimage_\\d+"));
      byte guarded = (byte) (policyId() | 0x80);

      assertThat(values(journal, "ERASURE_CODING_POLICY_ID")).contains("" + guarded);
      assertThat(values(journal, "BLOCKSIZE")).contains("" + PERSISTED_BLOCK_SIZE);
      // Once as it is now, once as the snapshot has it.
      assertThat(values(image, "erasureCodingPolicyId"))
          .containsExactly("" + guarded, "" + guarded);
      assertThat(values(image, "preferredBlockSize"))
          .containsExactly("" + PERSISTED_BLOCK_SIZE, "" + PERSISTED_BLOCK_SIZE);
      assertThat(ErasureCodingPolicyManager.getInstance().getByID(guarded)).isNull();

      cluster.restartNameNode();
      cluster.checkBlocks(file, bytes);
      cluster.checkBlocks(new org.apache.hadoop.fs.Path(snapshot, "file"), bytes);
    }
  }

  private static byte policyId() {
    ErasureCodingPolicy base = ErasureCodingPolicyManager.getInstance().getByName("RS-3-2-64k");
    return base.getId();
  }

  private String image(File image) throws IOException {
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    try (RandomAccessFile in = new RandomAccessFile(image, "r")) {
      new PBImageXmlWriter(new Configuration(), new PrintStream(xml)).visit(in);
    }
    return xml.toString(StandardCharsets.UTF_8);
  }

  private String journal(File edits) throws IOException {
    Path xml = temporary.resolve("journal.xml");
    int exitCode =
        new OfflineEditsViewer().go(
            edits.getPath(), xml.toString(), "xml", new OfflineEditsViewer.Flags(), null);
    assertThat(exitCode).isZero();
    return Files.readString(xml);
  }

  private static List<String> values(String xml, String element) {
    return Pattern.compile("<" + element + ">([^<]*)</" + element + ">").matcher(xml).results()
        .map(match -> match.group(1)).toList();
  }
}
