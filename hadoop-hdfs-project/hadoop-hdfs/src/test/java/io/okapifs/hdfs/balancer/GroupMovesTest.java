package io.okapifs.hdfs.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.KeptProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.MovableBlockProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.NodeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.RelativesProto;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two blocks of one group, a block of another group, and a node that has a member of that. */
class GroupMovesTest {

  private static final long FIRST = 1;
  private static final long SECOND = 2;
  private static final long OTHER = 3;
  private static final DatanodeInfo FROM = node("from");
  private static final DatanodeInfo TO = node("to");

  private final GroupMoves moves = new GroupMoves();

  private static DatanodeInfo node(String uuid) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("127.0.0.1", "host", uuid, 1, 2, 3, 4))
        .setNetworkLocation("/rack")
        .build();
  }

  private static MovableBlockProto.Builder block(long id, long group) {
    return MovableBlockProto.newBuilder()
        .setId(id).setStamp(1).setBytes(1024).setStorageId("s").setStorageType("DISK")
        .addRelatives(RelativesProto.newBuilder().setId(group));
  }

  @BeforeEach
  void list() {
    moves.note(
        ListMovableBlocksResponseProto.newBuilder()
            .addNode(NodeProto.newBuilder().setUuid("member").setRack("/rack"))
            .addBlock(block(FIRST, 100))
            .addBlock(block(SECOND, 100))
            .addBlock(block(OTHER, 200).addTaken(0))
            .addKept(KeptProto.newBuilder().setWhy("its file is being written").setBytes(2048))
            .setRacks(1)
            .build());
  }

  private String end() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    moves.endIteration(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void ofAGroupOneBlockMovesToANode() {
    assertThat(moves.mayMove(FIRST, FROM, TO)).isTrue();
    assertThat(moves.mayMove(SECOND, FROM, TO)).isTrue();
    moves.begin(FIRST);
    assertThat(moves.mayMove(SECOND, FROM, TO)).isFalse();
    assertThat(moves.mayMove(SECOND, FROM, node("another"))).isTrue();
    assertThat(moves.mayMove(OTHER, FROM, TO)).isTrue();
    assertThat(moves.mayMove(FIRST, TO, FROM)).as("one that moves").isFalse();
    end();
    list();
    assertThat(moves.mayMove(SECOND, FROM, TO)).isTrue();
  }

  @Test
  void blocksOfNoGroupGoWhereTheBalancerLikes() {
    assertThat(moves.mayMove(77, FROM, TO)).isTrue();
    moves.begin(77);
    assertThat(moves.mayMove(77, FROM, TO)).isTrue();
  }

  @Test
  void itSaysWhatMayNotMoveAndWhy() {
    moves.mayMove(FIRST, FROM, TO);
    moves.begin(FIRST);
    moves.mayMove(OTHER, FROM, node("member"));
    assertThat(end().lines())
        .containsExactly(
            "Files with a stripe width: 1 KB began to move",
            "  1 KB may not move now: another block of the group or data stripe is on the target",
            "  2 KB may not move now: its file is being written");
    assertThat(end()).isEmpty();
  }
}
