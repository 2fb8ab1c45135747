package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.FileTolerance;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.StorageMinimums;
import io.okapifs.hdfs.namenode.repair.RepairPriority;
import io.okapifs.hdfs.testing.WovenMocks;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/** What the NameNode thinks of random files whose replicas are in random states. */
final class GroupHealthTest {

  private static final long SEED = Seed.get();
  private static final int FILES_PER_CODE = 600;
  private static final short REAL = 9;
  private static final List<ErasureCodingPolicy> POLICIES = new ArrayList<>();

  private final BlockManager blocks = WovenMocks.blocks();
  private HealthOracle oracle;
  private RandomFile file;
  private GroupHealth health;
  private String description;

  @BeforeAll
  static void loadPolicies() throws IOException {
    Configuration conf = new Configuration();
    ErasureCodingPolicyManager manager = ErasureCodingPolicyManager.getInstance();
    manager.init(conf);
    addPolicy("rs", 3, 2);
    addPolicy("rs", 1, 2);
    addPolicy("rs", 4, 3);
    addPolicy("xor", 2, 1);
    // No policy of HDFS has it yet: losses are not just counted where a code is not MDS.
    addPolicy("azure-lrc2", 4, 3);
    manager.loadPolicies(
        POLICIES.stream().map(ErasureCodingPolicyInfo::new).toList(), conf);
  }

  private static void addPolicy(String codec, int k, int r) {
    POLICIES.add(
        new ErasureCodingPolicy(
            new ECSchema(codec, k, r), RandomFile.CELL, (byte) (64 + POLICIES.size())));
  }

  private void next(ErasureCodingPolicy policy, long seed) throws ReflectiveOperationException {
    file = new RandomFile(new Random(seed), policy);
    oracle = file.oracle();
    Field corrupt = BlockManager.class.getDeclaredField("corruptReplicas");
    corrupt.setAccessible(true);
    corrupt.set(blocks, file.corrupt());
    Mockito.when(blocks.getBlockCollection(ArgumentMatchers.any())).thenReturn(file.inode());
    health = GroupHealth.of(blocks, file.stripes().get(0)).orElseThrow();
    description = "seed=" + SEED + ": " + file;
  }

  @Test
  void whatIsLostAndWhatMoreMayBeLostIsWhatAnOracleSays() throws Exception {
    int outlived = 0;
    for (ErasureCodingPolicy policy : POLICIES) {
      for (int i = 0; i < FILES_PER_CODE; i++) {
        next(policy, SEED + i);
        for (int group = 0; group < oracle.groups(); group++) {
          checkGroup(group);
          outlived += oracle.margin(group) > health.margin(group) ? 1 : 0;
        }
        for (int stripe = 0; stripe < file.stripes().size(); stripe++) {
          checkBlock(file.stripes().get(stripe), oracle.groupsOfStripe(stripe));
          checkLost(file.stripes().get(stripe), stripe);
        }
        for (int group = 0; group < file.parityGroups().size(); group++) {
          BitSet self = new BitSet();
          self.set(group);
          checkBlock(file.parityGroups().get(group), self);
          assertThat(StorageMinimums.minLive(blocks, file.parityGroups().get(group), REAL))
              .as(description).isZero();
        }
        checkTolerance();
      }
    }
    assertThat(outlived).as("groups that survive more than is sure").isPositive();
  }

  private void checkGroup(int group) {
    assertThat(health.live(group)).as(description).isEqualTo(oracle.live(group));
    assertThat(health.isDecodable(group)).as(description).isEqualTo(oracle.isDecodable(group));
    int margin = health.margin(group);
    if (file.code().isMds() && oracle.isDecodable(group)) {
      assertThat(margin).as("group %s, %s", group, description).isEqualTo(oracle.margin(group));
    } else if (oracle.isDecodable(group)) {
      assertThat(margin).as("group %s, %s", group, description)
          .isBetween(0, oracle.margin(group));
    } else {
      assertThat(margin).as("group %s, %s", group, description).isNegative();
    }
  }

  private void checkBlock(BlockInfoDecoupled block, BitSet groups) {
    BitSet visited = new BitSet();
    health.forEachGroup(block, group -> visited.set((int) group));
    assertThat(visited).as(description).isEqualTo(groups);
    assertThat(health.isDecodable(block)).as(description)
        .isEqualTo(all(groups, oracle::isDecodable));
    assertThat(health.isDecodableAsReported(block)).as(description)
        .isEqualTo(all(groups, group -> file.code().decodable(oracle.reported(group))));
    assertThat(health.survivesMaintenance(block)).as(description)
        .isEqualTo(all(groups, group -> file.code().decodable(oracle.withoutMaintenance(group))));
  }

  private static boolean all(BitSet groups, IntPredicate test) {
    return groups.stream().allMatch(test);
  }

  private void checkLost(BlockInfoDecoupled stripe, int index) {
    assertThat(health.survivesUnreported(stripe)).as(description)
        .isEqualTo(
            all(
                oracle.groupsOfStripe(index),
                group -> oracle.unreported(group) <= file.code().tolerance()));
    boolean lost = oracle.isLost(index);
    assertThat(StorageMinimums.minLive(blocks, stripe, REAL)).as(description)
        .isEqualTo(lost ? REAL : 0);
    int priority = RepairPriority.of(blocks, stripe, 0, 1);
    if (lost) {
      assertThat(priority).as(description)
          .isEqualTo(RepairQueueWindow.CORRUPT);
    } else if (file.code().isMds()) {
      assertThat(priority).as(description)
          .isEqualTo(
              priority(
                  oracle.groupsOfStripe(index).stream().map(oracle::margin).min().orElseThrow()));
    } else {
      assertThat(priority).as(description)
          .isNotEqualTo(RepairQueueWindow.CORRUPT);
    }
  }

  /** What cannot be rebuilt waits, what stands at the edge comes first. */
  private int priority(int margin) {
    if (margin == 0) {
      return RepairQueueWindow.HIGHEST;
    }
    return margin > 0 && margin * 3 < file.code().r() + 1
        ? RepairQueueWindow.VERY_LOW
        : RepairQueueWindow.LOW;
  }

  private void checkTolerance() {
    FileTolerance tolerance = FileTolerance.of(health);
    assertThat(tolerance.groups()).as(description).isEqualTo(oracle.groups());
    assertThat(tolerance.unprotected()).as(description)
        .isEqualTo(
            IntStream.range(0, oracle.groups())
                .filter(group -> !oracle.hasReadableParity(group))
                .count());
    int worst = IntStream.range(0, oracle.groups()).map(oracle::margin).min().orElseThrow();
    if (file.code().isMds()) {
      assertThat(tolerance.worst().blocks()).as(description).isEqualTo(worst);
    } else {
      assertThat(tolerance.worst().blocks() < 0).as(description).isEqualTo(worst < 0);
      assertThat(tolerance.worst().blocks()).as(description).isLessThanOrEqualTo(worst);
    }
  }
}
