package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.repair.LinkTask.Link;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.io.erasurecode.CodecRegistry;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkTaskTest {

  private static final Link LINK = new Link(Long.MIN_VALUE + 17, 1001, -9_999, 1002, 70_000);

  @Test
  void comesBackFromTheWireAsItWasAndIsForNoOtherDataNode() {
    LinkTask task = new LinkTask(List.of(LINK, new Link(1, 0, 2, 0, 1)));
    ErasureCodingPolicy received =
        PBHelperClient.convertErasureCodingPolicy(
            PBHelperClient.convertErasureCodingPolicy(task.toPolicy()));
    assertThat(LinkTask.isTask(received)).isTrue();
    assertThat(LinkTask.of(received)).isEqualTo(task);
    assertThat(GroupTask.isTask(received)).isFalse();
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
  @ValueSource(strings = {
    "", "1:2:3:4", "1:2:3:4:5:6", "1:2:1:4:5", "1:-2:3:4:5", "1:2:3:4:0", "1:2:3:4:5,", "a:2:3:4:5",
    "1:2:3:4:5;1:2:3:4:5",
  })
  void whatContradictsItselfIsRefused(String text) {
    ErasureCodingPolicy carrier = new LinkTask(List.of(LINK)).toPolicy();
    ErasureCodingPolicy changed =
        new ErasureCodingPolicy(
            carrier.getName(), new ECSchema("okapi-link", 1, 1, Map.of("okapi.links", text)), 1024,
            carrier.getId());
    assertThatThrownBy(() -> LinkTask.of(changed)).isInstanceOf(IllegalArgumentException.class);
  }
}
