package io.okapifs.bench.disk;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.metrics2.util.MBeans;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a modelled disk below a DataNode: HDFS asks the factory of its setting
 * {@code dfs.datanode.fsdataset.factory} for the store of blocks, before a block file is open. The
 * store stays HDFS's own; its file operations are replaced. One disk for all volumes of a DataNode.
 */
public final class ModelledDiskFactory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {

  /** The disk, as {@link DiskModel#parse} reads it. */
  public static final String MODEL_KEY = "okapi.bench.disk-model";

  /** The beans' names begin with it. */
  public static final String BEAN = "ModelledDisk";

  private static final Logger LOG = LoggerFactory.getLogger(ModelledDiskFactory.class);
  private static final String FILE_IO_FIELD = "fileIoProvider";

  /** Makes DataNodes of these settings have such a disk. */
  public static void configure(Configuration conf, String model) {
    conf.set(MODEL_KEY, DiskModel.parse(model).toString());
    conf.setClass(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, ModelledDiskFactory.class,
        FsDatasetSpi.Factory.class);
  }

  /** The same for a process that takes settings by name. */
  public static Map<String, String> settings(String model) {
    Configuration conf = new Configuration(false);
    configure(conf, model);
    Map<String, String> settings = new LinkedHashMap<>();
    conf.forEach(setting -> settings.put(setting.getKey(), setting.getValue()));
    return settings;
  }

  @Override
  public FsDatasetSpi<?> newInstance(DataNode datanode, DataStorage storage, Configuration conf)
      throws IOException {
    DiskModel model = DiskModel.parse(conf.get(MODEL_KEY, "hdd"));
    ModelledDisk disk = new ModelledDisk(model, DiskClock.REAL);
    replaceFileIo(datanode, new ModelledFileIo(conf, datanode, disk));
    MBeans.register("DataNode", beanName(datanode), disk);
    LOG.warn("TEST INSTRUMENT: the disk of this DataNode is modelled: {}", model);
    return FsDatasetSpi.Factory.getFactory(new Configuration(false))
        .newInstance(datanode, storage, conf);
  }

  /** In one JVM several DataNodes have one each. */
  static String beanName(DataNode datanode) {
    return BEAN + "-" + datanode.getDisplayName().replace(':', '-');
  }

  /** The field is final, but nobody has used it yet. */
  private static void replaceFileIo(DataNode datanode, FileIoProvider fileIo) throws IOException {
    try {
      Field field = DataNode.class.getDeclaredField(FILE_IO_FIELD);
      field.setAccessible(true);
      field.set(datanode, fileIo);
    } catch (ReflectiveOperationException e) {
      throw new IOException("DataNodes keep their file operations elsewhere", e);
    }
    if (datanode.getFileIoProvider() != fileIo) {
      throw new IOException("the file operations were not replaced: datanode=" + datanode);
    }
  }
}
