package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/** Files that are replaced between the look at their blocks and the read. */
class GroupVerifierTest {

  private static final String PATH = "/file";
  private static final int CELL = 1 << 16;
  private static final int K = 3;
  private static final int N = 5;
  private static final long LENGTH = (long) K * CELL;
  private static final long ID = Long.MIN_VALUE + 160;
  private static final ErasureCodingPolicy POLICY =
      new ErasureCodingPolicy(new ECSchema("rs", K, N - K), CELL, (byte) 64);

  private final Configuration conf = new Configuration(false);
  private final DFSClient client = Mockito.mock(DFSClient.class);
  private final ByteArrayOutputStream findings = new ByteArrayOutputStream();
  private final VerifyReport report =
      new VerifyReport(
          new PrintStream(findings, true, StandardCharsets.UTF_8),
          new PrintStream(OutputStream.nullOutputStream()));
  private VerifiedFile file;

  /** Its blocks are on a node that has none of them. */
  @BeforeEach
  void find() throws IOException {
    conf.setInt("dfs.client.cached.conn.retry", 0);
    Mockito.when(client.getConf()).thenReturn(new DfsClientConf(conf));
    Mockito.when(
            client.newConnectedPeer(
                ArgumentMatchers.any(), ArgumentMatchers.any(), ArgumentMatchers.any()))
        .thenThrow(new IOException("the test has no DataNode"));
    HdfsFileStatus status = Mockito.mock(HdfsFileStatus.class);
    Mockito.when(status.getErasureCodingPolicy()).thenReturn(POLICY);
    Mockito.when(status.getLen()).thenReturn(LENGTH);
    Mockito.when(status.getBlockSize()).thenReturn((long) CELL);
    file = VerifiedFile.of(client, PATH, status);
  }

  private static LocatedBlocks located(long id, long length, boolean open) {
    DatanodeInfo[] nodes = new DatanodeInfo[N];
    Arrays.fill(nodes, DFSTestUtil.getLocalDatanodeInfo());
    String[] storages = new String[N];
    Arrays.fill(storages, "DS-1");
    StorageType[] types = new StorageType[N];
    Arrays.fill(types, StorageType.DISK);
    LocatedBlock group =
        new LocatedStripedBlock(
            new ExtendedBlock("pool", id, length, 1001), nodes, storages, types,
            new byte[] {0, 1, 2, 3, 4}, 0, false, null);
    return new LocatedBlocks(length, open, List.of(group), group, true, null, POLICY);
  }

  private void verify(LocatedBlocks first, LocatedBlocks... then) throws IOException {
    Mockito.when(client.getLocatedBlocks(PATH, 0, LENGTH)).thenReturn(first, then);
    FileRun run = new FileRun(PATH, report, new FileQueue(finished -> {}));
    new GroupVerifier(client, conf, new BadReplicas(client, conf, false, path -> false), file)
        .verify(file, 0, run);
  }

  private void assertSkipped(LocatedBlocks first, LocatedBlocks... then) {
    assertThatThrownBy(() -> verify(first, then)).isInstanceOf(FileChangedException.class);
  }

  @Test
  void blocksThatNobodyHasAreLost() throws IOException {
    verify(located(ID, LENGTH, false));
    assertThat(findings.toString(StandardCharsets.UTF_8)).contains("LOST " + PATH + " group 0");
  }

  /** As long as the first one, and in the same form. */
  @Test
  void aGroupOfWhichOtherBlocksAreFoundTheNextTimeIsAnotherFiles() {
    assertSkipped(located(ID, LENGTH, false), located(ID + 16, LENGTH, false));
  }

  @Test
  void aFileOfAnotherLengthIsAnotherOne() {
    assertSkipped(located(ID, LENGTH - 1, false));
  }

  @Test
  void aFileThatIsBeingWrittenIsSkipped() {
    assertSkipped(located(ID, LENGTH, true));
  }
}
