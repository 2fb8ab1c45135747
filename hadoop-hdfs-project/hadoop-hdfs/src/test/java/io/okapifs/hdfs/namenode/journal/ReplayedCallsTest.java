package io.okapifs.hdfs.namenode.journal;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.NamespaceDigest;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.ClientId;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A call whose answer was lost, sent again under its number, is answered as the first time and
 * changes nothing; also by a NameNode that knows of it from the journal alone.
 */
class ReplayedCallsTest {

  private static final int STRIPE_WIDTH = 2;
  private static final String CLIENT = "client";
  private static final byte[] CLIENT_ID = ClientId.getClientId();

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;
  private static int calls;

  private interface Call<T> {
    T answer(ClientProtocol namenode) throws IOException;
  }

  @BeforeAll
  static void makeDirectory() throws Exception {
    cluster.directory("RS-3-2-64k", STRIPE_WIDTH);
  }

  private static Path path(String name) {
    return new Path("/RS-3-2-64k-at-" + STRIPE_WIDTH, name);
  }

  private static <T> T send(int number, Call<T> call) throws IOException {
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    Server.getCurCall().set(
        new Server.Call(number, 1, null, null, RPC.RpcKind.RPC_PROTOCOL_BUFFER, CLIENT_ID) {
          @Override
          public UserGroupInformation getRemoteUser() {
            return user;
          }
        });
    try {
      return call.answer(cluster.mini().getNameNodeRpc());
    } finally {
      Server.getCurCall().remove();
    }
  }

  /** A call that was answered, and how it was. */
  private record Answered<T>(int number, Call<T> call, T answer) {

    static <T> Answered<T> first(Call<T> call) throws IOException {
      int number = ++calls;
      return new Answered<>(number, call, send(number, call));
    }

    void checkAgain() throws IOException {
      List<String> before = digest();
      assertThat(send(number, call)).isEqualTo(answer);
      assertThat(digest()).isEqualTo(before);
    }

    void checkRefusedUnderAnotherNumber() {
      List<String> before = digest();
      int other = ++calls;
      assertThatThrownBy(() -> send(other, call)).isInstanceOf(IOException.class);
      assertThat(digest()).isEqualTo(before);
    }
  }

  private static List<String> digest() {
    return NamespaceDigest.ofWriter(cluster.mini().getNamesystem()).lines();
  }

  @Test
  void callsAreAnsweredAgainAsBeforeAlsoAfterARestart() throws Exception {
    Answered<Created> created = Answered.first(create("written"));
    long id = created.answer().id();
    ExtendedBlock stripe = allocate(id).getBlock();
    ExtendedBlock parity =
        allocate(id, new ParityRequests.Allocation(0, BLOCK).toMarker()).getBlock();
    Answered<Boolean> stripeChanged = Answered.first(changePipeline(stripe));
    Answered<Boolean> parityChanged = Answered.first(changePipeline(parity));
    Answered<Boolean> closed = Answered.first(close(path("closed")));
    cluster.write(path("deleted"), BlockFileCluster.bytes(4L * BLOCK, 1));
    Answered<Boolean> deleted =
        Answered.first(namenode -> namenode.delete(path("deleted").toString(), false));
    assertThat(List.of(closed.answer(), deleted.answer())).containsOnly(true);
    byte[] later = BlockFileCluster.bytes(5L * BLOCK, 2);
    cluster.write(path("deleted"), later);

    List<Answered<?>> all = List.of(created, stripeChanged, parityChanged, closed, deleted);
    for (Answered<?> one : all) {
      one.checkAgain();
    }
    for (Answered<?> one : List.of(created, stripeChanged, parityChanged)) {
      one.checkRefusedUnderAnotherNumber();
    }
    cluster.restartNameNode();
    for (Answered<?> one : all) {
      one.checkAgain();
    }
    cluster.checkBlocks(path("deleted"), later);
  }

  /** What a writer builds on. */
  private record Created(long id, String policy, long blockSize) {}

  private static Call<Created> create(String name) {
    return namenode -> {
      HdfsFileStatus status =
          namenode.create(
              path(name).toString(), FsPermission.getFileDefault(), CLIENT,
              new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)), true, (short) 1, BLOCK, null,
              null, null);
      return new Created(
          status.getFileId(), status.getErasureCodingPolicy().getName(), status.getBlockSize());
    };
  }

  private static LocatedBlock allocate(long id, String... favored) throws IOException {
    return cluster.mini().getNameNodeRpc().addBlock(
        path("written").toString(), CLIENT, null, null, id, favored,
        EnumSet.noneOf(AddBlockFlag.class));
  }

  /** All streams of a block group have failed. */
  private static Call<Boolean> changePipeline(ExtendedBlock old) throws IOException {
    ExtendedBlock changed = new ExtendedBlock(old);
    changed.setGenerationStamp(
        cluster.mini().getNameNodeRpc().updateBlockForPipeline(old, CLIENT).getBlock()
            .getGenerationStamp());
    return namenode -> {
      namenode.updatePipeline(CLIENT, old, changed, new DatanodeID[0], new String[0]);
      return true;
    };
  }

  /** The close of a new file, which its writer has sent before. */
  private static Call<Boolean> close(Path path) throws Exception {
    FSDataOutputStream out = cluster.create(path);
    out.write(BlockFileCluster.bytes(BLOCK + 1, 3));
    out.close();
    long id = ((DFSOutputStream) out.getWrappedStream()).getFileId();
    ExtendedBlock last = cluster.dataStripes(path).get(0).getBlock();
    String writer = cluster.fs().getClient().getClientName();
    return namenode -> namenode.complete(path.toString(), writer, last, id);
  }
}
