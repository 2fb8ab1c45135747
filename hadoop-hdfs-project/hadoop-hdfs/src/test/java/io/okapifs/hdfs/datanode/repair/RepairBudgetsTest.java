package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** What repairs of a DataNode may hold fits the direct memory of its JVM. */
class RepairBudgetsTest {

  private static final long MIB = 1L << 20;

  private static RepairBudgets budgets(long repairs, long transitions, long jvm) {
    Configuration conf = new Configuration(false);
    conf.setLong(RepairBudgets.REPAIRS_KEY, repairs);
    conf.setLong(RepairBudgets.TRANSITIONS_KEY, transitions);
    return RepairBudgets.of(conf, jvm);
  }

  @Test
  void whatFitsIsAsItIsSet() {
    RepairBudgets budgets = budgets(200 * MIB, 100 * MIB, 400 * MIB);
    assertThat(budgets.repairs().totalBytes()).isEqualTo(200 * MIB);
    assertThat(budgets.transitions().totalBytes()).isEqualTo(100 * MIB);
  }

  @Test
  void whatDoesNotIsThreeQuartersOfTheMemoryInTheSameProportion() {
    RepairBudgets budgets = budgets(200 * MIB, 100 * MIB, 200 * MIB);
    assertThat(budgets.repairs().totalBytes()).isEqualTo(100 * MIB);
    assertThat(budgets.transitions().totalBytes()).isEqualTo(50 * MIB);
  }

  /** The defaults are more than a JVM of a gigabyte has. */
  @Test
  void theDefaultsFitEveryJvm() {
    RepairBudgets budgets = RepairBudgets.of(new Configuration(false), 1024 * MIB);
    assertThat(budgets.repairs().totalBytes() + budgets.transitions().totalBytes())
        .isEqualTo(768 * MIB);
  }

  @Test
  void nonsenseIsRefusedWithTheKey() {
    assertThatThrownBy(() -> budgets(MIB, 0, 400 * MIB))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(RepairBudgets.TRANSITIONS_KEY + "=0");
  }
}
