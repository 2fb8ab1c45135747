package io.okapifs.hdfs.seam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.PrivateField;
import java.lang.invoke.VarHandle;
import org.apache.hadoop.hdfs.protocol.Block;
import org.junit.jupiter.api.Test;

final class PrivateFieldTest {

  @Test
  void aFieldOfAnotherPackageIsReadAndWritten() {
    Block block = new Block(7);
    VarHandle blockId = PrivateField.of(Block.class, "blockId", long.class);

    blockId.set(block, (long) blockId.get(block) + 1);

    assertThat(block.getBlockId()).isEqualTo(8);
  }

  @Test
  void anotherVersionOfHdfsIsToldByTheFieldItLacks() {
    assertThatThrownBy(() -> PrivateField.of(Block.class, "blockIds", long.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("hdfs.protocol.Block", "no field blockIds of type long");
    assertThatThrownBy(() -> PrivateField.of(Block.class, "blockId", int.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no field blockId of type int");
  }
}
