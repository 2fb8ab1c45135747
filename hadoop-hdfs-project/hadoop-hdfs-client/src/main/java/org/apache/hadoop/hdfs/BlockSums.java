package org.apache.hadoop.hdfs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.hadoop.fs.Options.ChecksumCombineMode;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.util.CrcUtil;
import org.apache.hadoop.util.DataChecksum;

/**
 * What the checksum of a file takes from one data block: the CRC of each of its cells, or one MD5
 * over the CRCs of its chunks.
 *
 * @param bytes the CRCs or the MD5
 * @param type of the CRCs
 * @param bytesPerCrc length of a chunk
 * @param crcPerBlock chunks of the whole block
 */
record BlockSums(byte[] bytes, DataChecksum.Type type, int bytesPerCrc, long crcPerBlock) {

  /** Whether these can be the sums of the first bytes of a block. */
  boolean cover(ChecksumCombineMode mode, long blockBytes, int cellSize) {
    long expected =
        mode == ChecksumCombineMode.MD5MD5CRC
            ? MD5Hash.MD5_LEN
            : Integer.BYTES * ((blockBytes + cellSize - 1) / cellSize);
    boolean longEnough = type == DataChecksum.Type.NULL || crcPerBlock * bytesPerCrc >= blockBytes;
    return bytes.length == expected && longEnough;
  }

  /** The CRC of a cell. */
  int cell(int row) throws IOException {
    return CrcUtil.readInt(bytes, Integer.BYTES * row);
  }

  /** Takes the cells of a block in order, where no DataNode can answer for it. */
  static final class Builder {

    private final ChecksumCombineMode mode;
    private final DataChecksum checksum;
    private final ByteArrayOutputStream crcs = new ByteArrayOutputStream();

    /**
     * @param checksum how the file is checksummed; changed by this object
     */
    Builder(ChecksumCombineMode mode, DataChecksum checksum) {
      this.mode = mode;
      this.checksum = checksum;
    }

    /** Cells are whole chunks, the last one excepted. */
    void add(byte[] cell, int length) {
      int span = mode == ChecksumCombineMode.MD5MD5CRC ? checksum.getBytesPerChecksum() : length;
      for (int from = 0; from < length; from += span) {
        checksum.reset();
        checksum.update(cell, from, Math.min(span, length - from));
        byte[] crc = CrcUtil.intToBytes((int) checksum.getValue());
        crcs.write(crc, 0, checksum.getChecksumSize());
      }
    }

    BlockSums build(long wholeBlockBytes) {
      int chunk = checksum.getBytesPerChecksum();
      byte[] bytes = crcs.toByteArray();
      return new BlockSums(
          mode == ChecksumCombineMode.MD5MD5CRC ? MD5Hash.digest(bytes).getDigest() : bytes,
          checksum.getChecksumType(), chunk, (wholeBlockBytes + chunk - 1) / chunk);
    }
  }
}
