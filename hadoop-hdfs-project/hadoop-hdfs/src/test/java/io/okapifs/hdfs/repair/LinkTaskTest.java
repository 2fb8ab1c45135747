package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.LinkProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.LinkReplicasProto;
import io.okapifs.hdfs.repair.LinkTask.Link;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.io.erasurecode.CodecRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinkTaskTest {

  private static final Link LINK = new Link(Long.MIN_VALUE + 17, 1001, -9_999, 1002, 70_000);

  @Test
  void comesBackFromTheWireAsItWasAndIsForNoOtherDataNode() {
    LinkTask task = new LinkTask(List.of(LINK, new Link(1, 0, 2, 0, 1)));
    ErasureCodingPolicy received =
        PBHelperClient.convertErasureCodingPolicy(
            PBHelperClient.convertErasureCodingPolicy(TaskEnvelope.of(task)));
    assertThat(TaskEnvelope.isTask(received)).isTrue();
    assertThat(TaskEnvelope.links(received)).isEqualTo(task);
    assertThat(CodecRegistry.getInstance().getCodecNames()).doesNotContain(received.getCodecName());
  }

  @Test
  void isOfBoundedLength() {
    assertThat(new LinkTask(Collections.nCopies(LinkTask.MOST, LINK)).links())
        .hasSize(LinkTask.MOST);
    for (int links : new int[] {0, LinkTask.MOST + 1}) {
      assertThatThrownBy(() -> new LinkTask(Collections.nCopies(links, LINK)))
          .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("links=" + links);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 1, 4, 5", "1, -2, 3, 4, 5", "1, 2, 3, -4, 5", "1, 2, 3, 4, 0"})
  void whatContradictsItselfIsRefused(
      long blockId, long stamp, long nameId, long nameStamp, long length) {
    LinkReplicasProto forged =
        LinkReplicasProto.newBuilder()
            .addLink(
                LinkProto.newBuilder()
                    .setBlockId(blockId).setGenerationStamp(stamp).setNameId(nameId)
                    .setNameStamp(nameStamp).setLength(length))
            .build();
    assertThatThrownBy(() -> LinkTask.of(forged)).isInstanceOf(IllegalArgumentException.class);
  }
}
