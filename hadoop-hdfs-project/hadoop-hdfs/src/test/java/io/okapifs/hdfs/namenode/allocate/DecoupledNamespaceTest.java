package io.okapifs.hdfs.namenode.allocate;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.namenode.DecoupledInodes;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operations that would break the layout of a file, such as append. */
class DecoupledNamespaceTest {

  private static final byte POLICY = SystemErasureCodingPolicies.RS_3_2_POLICY_ID;
  private static final int COUPLED = 0;

  @BeforeAll
  static void loadPolicies() throws IOException {
    ErasureCodingPolicyManager.getInstance().init(new Configuration());
  }

  private static INodeFile file(int stripeWidth) {
    return (INodeFile)
        DecoupledInodes.file(
            17, POLICY, stripeWidth, 1 << 20, BlockInfo.EMPTY_ARRAY,
            new BlockInfoStripedParity[0]);
  }

  @Test
  void aFileWithAStripeWidthIsRefused() {
    assertThatThrownBy(() -> DecoupledNamespace.refuse("append to", file(3)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Cannot append to a file with a stripe width of its own");
  }

  @Test
  void oneInHdfsOwnLayoutIsRefusedWhileItIsAdopted() {
    INodeFile file = file(COUPLED);
    assertThatCode(() -> DecoupledNamespace.refuse("append to", file)).doesNotThrowAnyException();
    DecoupledInodes.setNext(file, POLICY, false, new BlockInfoStripedParity[0]);
    assertThatThrownBy(() -> DecoupledNamespace.refuse("append to", file))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Cannot append to a file while its redundancy changes");
  }
}
