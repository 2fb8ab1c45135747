package io.okapifs.hdfs.namenode.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.FileLife;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.Places;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.Test;

/** Files of a directory whose storage policy asks for a type of storage. */
class StorageTypesTest {

  @Test
  void dataAndParityStayOnSsdWhateverBecomesOfTheFile() throws Exception {
    try (BlockFileCluster cluster =
        new BlockFileCluster(
            FileLife.NODES,
            ClusterSettings.of(
                ClusterSettings.RETRY_SOON, KeptPorts.VOLUMES_KEY + "=DISK,SSD"))) {
      Path directory = new Path("/ssd");
      cluster.fs().mkdirs(directory);
      cluster.fs().setStoragePolicy(directory, HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
      FileLife life = FileLife.of(cluster);
      Path file = life.write(directory, 2);
      assertThat(Places.types(cluster, file)).containsOnly(StorageType.SSD);
      life.loseAndRepair(file);
      assertThat(Places.types(cluster, file)).containsOnly(StorageType.SSD);
      life.change(file);
      assertThat(Places.types(cluster, file)).containsOnly(StorageType.SSD);
      Path coupled = life.write(directory, 3);
      life.couple(coupled);
      life.adopt(coupled);
      assertThat(Places.types(cluster, coupled)).containsOnly(StorageType.SSD);
      life.verify(directory);
    }
  }
}
