package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.io.erasurecode.CodecRegistry;
import org.junit.jupiter.api.Test;

final class ReportTaskTest {

  @Test
  void isKnownBehindTheWireAndIsForNoOtherDataNode() {
    ErasureCodingPolicy received =
        PBHelperClient.convertErasureCodingPolicy(
            PBHelperClient.convertErasureCodingPolicy(ReportTask.toPolicy()));
    assertThat(ReportTask.isTask(received)).isTrue();
    assertThat(GroupTask.isTask(received)).isFalse();
    assertThat(LinkTask.isTask(received)).isFalse();
    assertThat(CodecRegistry.getInstance().getCodecNames()).doesNotContain(received.getCodecName());
  }

  @Test
  void noOtherTaskIsOne() {
    LinkTask links = new LinkTask(List.of(new LinkTask.Link(1, 0, 2, 0, 1)));
    assertThat(ReportTask.isTask(links.toPolicy())).isFalse();
    assertThat(ReportTask.isTask(SystemErasureCodingPolicies.getPolicies().get(0))).isFalse();
    assertThat(ReportTask.isTask(null)).isFalse();
  }
}
