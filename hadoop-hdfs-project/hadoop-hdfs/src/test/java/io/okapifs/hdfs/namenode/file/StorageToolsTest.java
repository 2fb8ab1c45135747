package io.okapifs.hdfs.namenode.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.StripeView;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.junit.jupiter.api.Test;

/** The storage policy in a listing. */
class StorageToolsTest {

  private static final byte COLD = HdfsConstants.COLD_STORAGE_POLICY_ID;
  private static final byte WARM = HdfsConstants.WARM_STORAGE_POLICY_ID;
  private static final byte NONE = HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED;
  private static final ErasureCodingPolicy COUPLED =
      SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_3_2_POLICY_ID);
  private static final ErasureCodingPolicy VIEW =
      new StripeView(PolicyCodecs.groupPolicy(COUPLED), 2).toPolicy();
  private static final LocatedBlocks BLOCKS = new LocatedBlocks();

  @Test
  void moversAreToldOneThatNoStripedFileCanHave() {
    assertThat(StorageTools.listedStoragePolicy(COLD, VIEW, BLOCKS)).isEqualTo(WARM);
    assertThat(StorageTools.listedStoragePolicy(NONE, VIEW, BLOCKS)).isEqualTo(WARM);
  }

  @Test
  void oneThatNoStripedFileCanHaveIsToldAsItIs() {
    byte oneSsd = HdfsConstants.ONESSD_STORAGE_POLICY_ID;
    assertThat(StorageTools.listedStoragePolicy(oneSsd, VIEW, BLOCKS)).isEqualTo(oneSsd);
  }

  @Test
  void othersAreToldTheRealOne() {
    assertThat(StorageTools.listedStoragePolicy(COLD, VIEW, null)).isEqualTo(COLD);
    assertThat(StorageTools.listedStoragePolicy(COLD, COUPLED, BLOCKS)).isEqualTo(COLD);
    assertThat(StorageTools.listedStoragePolicy(COLD, null, BLOCKS)).isEqualTo(COLD);
  }
}
