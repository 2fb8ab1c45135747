package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.util.DataChecksum;

/** Writes a decoupled file as a client without our stream does: as a stripe with parity of HDFS. */
public final class StockWriter {

  private StockWriter() {}

  /**
   * Upstream's stream to a new file, which takes the policy that it is shown for a stock one. Its
   * lease is not renewed.
   */
  public static DFSOutputStream create(DistributedFileSystem fs, Path path, long blockSize)
      throws IOException {
    DFSClient client = fs.getClient();
    EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE);
    HdfsFileStatus status =
        client.getNamenode().create(
            path.toString(), FsPermission.getFileDefault(), client.getClientName(),
            new EnumSetWritable<>(flags), true, (short) 1, blockSize,
            CryptoProtocolVersion.supported(), null, null);
    DFSStripedOutputStream out =
        new DFSStripedOutputStream(
            client, path.toString(), status, flags, null,
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512), null);
    out.start();
    return out;
  }
}
