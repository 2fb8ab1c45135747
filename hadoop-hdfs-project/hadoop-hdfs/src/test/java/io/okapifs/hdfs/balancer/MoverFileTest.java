package io.okapifs.hdfs.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.PrivateField;
import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.MovableBlockProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.NodeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesResponseProto;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;
import org.mockito.stubbing.OngoingStubbing;

/** A file of two blocks, each of which is on a page of its own. */
class MoverFileTest {

  private static final String PATH = "/d/file";

  private final OkapiAdmin admin =
      Mockito.mock(OkapiAdmin.class, Mockito.withSettings().extraInterfaces(Closeable.class));
  private final GroupMoves moves = new GroupMoves();
  private final NameNodeConnector nameNode = Mockito.mock(NameNodeConnector.class);

  @BeforeEach
  void answer() throws IOException {
    PrivateField.of(GroupMoves.class, "admin", OkapiAdmin.class).set(moves, admin);
    Mockito.when(((GroupMoves.Held) nameNode).okapiMoves()).thenReturn(moves);
    Mockito.when(nameNode.getBlockpoolID()).thenReturn("pool");
    Mockito.when(nameNode.getLiveDatanodeStorageReport()).thenReturn(new DatanodeStorageReport[0]);
    answer(0).thenReturn(page(7).setNext(1).build());
    answer(1).thenReturn(page(8).build());
  }

  private OngoingStubbing<ListStorageMovesResponseProto> answer(long cursor)
      throws IOException {
    return Mockito.when(
        admin.listStorageMoves(
            ArgumentMatchers.argThat(
                (ListStorageMovesRequestProto request) ->
                    request != null && request.getCursor() == cursor)));
  }

  private static ListStorageMovesResponseProto.Builder page(long block) {
    return ListStorageMovesResponseProto.newBuilder()
        .setStoragePolicy(HdfsConstants.COLD_STORAGE_POLICY_ID)
        .setStorageType("ARCHIVE")
        .setBlocks(
            ListMovableBlocksResponseProto.newBuilder()
                .addNode(NodeProto.newBuilder().setUuid("holder").setRack("/a"))
                .setRacks(1)
                .addBlock(
                    MovableBlockProto.newBuilder()
                        .setId(block).setStamp(1).setBytes(1024).setStorageId("s")
                        .setStorageType("DISK").setHolder(0)));
  }

  private static List<LocatedBlock> toMove(MoverFile file) {
    HdfsLocatedFileStatus listed =
        (HdfsLocatedFileStatus)
            new HdfsFileStatus.Builder()
                .storagePolicy(HdfsConstants.WARM_STORAGE_POLICY_ID).path(new byte[] {'f'})
                .locations(new LocatedBlocks())
                .build();
    return file.toMove(listed).getLocatedBlocks().getLocatedBlocks();
  }

  private List<String> end() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    moves.endIteration(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void allPagesAreMoved() {
    assertThat(toMove(MoverFile.of(nameNode, PATH)))
        .extracting(block -> block.getBlock().getBlockId())
        .containsExactly(7L, 8L);
  }

  private void assertNothingMoves() {
    MoverFile file = MoverFile.of(nameNode, PATH);
    assertThat(toMove(file)).isEmpty();
    assertThat(file.leavesSome()).isTrue();
    assertThat(end())
        .containsExactly(
            "Files with a stripe width: 0 B began to move",
            "  blocks may not move now: the NameNode did not list them, see the log, of " + PATH);
  }

  /** Nobody knows then on which racks its blocks may lie. */
  @Test
  void whereAPageIsMissingNothingMoves() throws Exception {
    answer(1).thenThrow(new RemoteException(IOException.class.getName(), "no"));
    assertNothingMoves();
  }

  @Test
  void whereTheRacksAreNotKnownNothingMoves() throws Exception {
    Mockito.when(nameNode.getLiveDatanodeStorageReport()).thenThrow(new IOException("no"));
    assertNothingMoves();
  }

  @Test
  void aFileThatIsGoneLeavesNothing() throws Exception {
    answer(1).thenThrow(new RemoteException(FileNotFoundException.class.getName(), "gone"));
    MoverFile file = MoverFile.of(nameNode, PATH);
    assertThat(toMove(file)).isEmpty();
    assertThat(file.leavesSome()).isFalse();
    assertThat(end()).isEmpty();
  }
}
