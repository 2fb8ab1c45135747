package org.apache.hadoop.hdfs;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.CompositeCrcFileChecksum;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Options.ChecksumCombineMode;
import org.apache.hadoop.hdfs.protocol.BlockChecksumOptions;
import org.apache.hadoop.hdfs.protocol.BlockChecksumType;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtoUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.InvalidEncryptionKeyException;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.OpBlockChecksumResponseProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.util.CrcComposer;
import org.apache.hadoop.util.CrcUtil;
import org.apache.hadoop.util.DataChecksum;

/**
 * The checksum of a decoupled file. Each data block's DataNode is asked for the sums of that block,
 * as for a replicated file; a block that nobody answers for is read, which decodes it, and summed
 * here. DataNodes are not asked to sum stripes: they would need the stripe's parity, and it has
 * none.
 */
final class DecoupledChecksumComputer
    extends FileChecksumHelper.StripedFileNonStripedChecksumComputer {

  /** Beside the time in which a node sums a block: HDFS's own computers add as much. */
  private static final int CONNECT_MILLIS = 3000;

  private final int stripeWidth;
  private final int cellSize;
  private final Set<DatanodeInfo> silentNodes = new HashSet<>();
  private final Set<DatanodeInfo> namedNodes = new HashSet<>();
  private CrcComposer composer;
  private DecoupledInputStream reader;

  DecoupledChecksumComputer(
      String src, long length, LocatedBlocks blocks, ClientProtocol namenode, DFSClient client,
      ErasureCodingPolicy view, ChecksumCombineMode mode)
      throws IOException {
    super(src, length, blocks, namenode, client, view, mode);
    stripeWidth = view.getNumDataUnits();
    cellSize = view.getCellSize();
  }

  @Override
  void checksumBlocks() throws IOException {
    setTimeout(CONNECT_MILLIS + getClient().getConf().getSocketTimeout());
    try {
      for (int stripe = 0; stripe < getLocatedBlocks().size(); stripe++) {
        long bytes = Math.min(getRemaining(), stripe(stripe).getBlockSize());
        setRemaining(getRemaining() - bytes);
        combine(sumsOf(stripe, bytes), bytes);
      }
    } finally {
      if (reader != null) {
        reader.close();
      }
    }
  }

  private LocatedStripedBlock stripe(int number) {
    return (LocatedStripedBlock) getLocatedBlocks().get(number);
  }

  /** The sums of the stripe's blocks as far as its first bytes reach. */
  private List<BlockSums> sumsOf(int stripe, long bytes) throws IOException {
    List<BlockSums> all = new ArrayList<>();
    for (int index = 0; index < stripeWidth; index++) {
      long length =
          StripedBlockUtil.getInternalBlockLength(bytes, cellSize, stripeWidth, index);
      if (length > 0) {
        BlockSums asked = ask(stripe, index, length);
        BlockSums sums = asked == null ? readAndSum(stripe, index, length) : asked;
        learn(sums, stripe == 0 && index == 0);
        all.add(sums);
      }
    }
    return all;
  }

  /** The answer of a node that has the block; null where there is none. */
  private BlockSums ask(int stripe, int index, long length) throws IOException {
    boolean renewed = false;
    while (true) {
      try {
        return askNodes(stripe(stripe), index, length);
      } catch (InvalidBlockTokenException | InvalidEncryptionKeyException e) {
        if (renewed) {
          DFSClient.LOG.warn(
              "Checksum refused twice: path={}, stripe={}: {}", getSrc(), stripe, e.getMessage());
          DFSClient.LOG.debug("Checksum refused twice", e);
          return null;
        }
        renewed = true;
        getClient().clearDataEncryptionKey();
        relocate(stripe);
      }
    }
  }

  private BlockSums askNodes(LocatedStripedBlock stripe, int index, long length)
      throws InvalidBlockTokenException, InvalidEncryptionKeyException {
    for (int i = 0; i < stripe.getLocations().length; i++) {
      DatanodeInfo node = stripe.getLocations()[i];
      if (stripe.getBlockIndices()[i] != index || silentNodes.contains(node)) {
        continue;
      }
      LocatedBlock block =
          StripedBlockUtil.constructInternalBlock(stripe, i, cellSize, stripeWidth, index);
      block.getBlock().setNumBytes(length);
      try {
        return askNode(block, node);
      } catch (InvalidBlockTokenException | InvalidEncryptionKeyException e) {
        throw e;
      } catch (IOException e) {
        if (namedNodes.add(node)) {
          DFSClient.LOG.warn(
              "{} is checksummed without the sums of {}: {}", getSrc(), node.getXferAddr(),
              e.getMessage());
        }
        DFSClient.LOG.debug("No checksum of {} of {} from {}", block, getSrc(), node, e);
        if (e instanceof SocketException || e instanceof SocketTimeoutException) {
          silentNodes.add(node);
        }
      }
    }
    return null;
  }

  private void relocate(int stripe) throws IOException {
    ExtendedBlock before = stripe(stripe).getBlock();
    int count = getLocatedBlocks().size();
    refetchBlocks();
    if (getLocatedBlocks().size() != count || !stripe(stripe).getBlock().equals(before)) {
      throw new IOException("the file has changed meanwhile: path=" + getSrc());
    }
  }

  private BlockSums askNode(LocatedBlock block, DatanodeInfo node) throws IOException {
    boolean md5 = getCombineMode() == ChecksumCombineMode.MD5MD5CRC;
    BlockChecksumOptions options =
        md5
            ? new BlockChecksumOptions(BlockChecksumType.MD5CRC)
            : new BlockChecksumOptions(BlockChecksumType.COMPOSITE_CRC, cellSize);
    try (IOStreamPair pair = getClient().connectToDN(node, getTimeout(), block.getBlockToken())) {
      new Sender((DataOutputStream) pair.out)
          .blockChecksum(block.getBlock(), block.getBlockToken(), options);
      BlockOpResponseProto reply =
          BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(pair.in));
      DataTransferProtoUtil.checkBlockOpStatus(
          reply, "for the checksum of " + block + " from " + node);
      OpBlockChecksumResponseProto answer = reply.getChecksumResponse();
      BlockSums sums =
          new BlockSums(
              answer.getBlockChecksum().toByteArray(),
              PBHelperClient.convert(answer.getCrcType()), answer.getBytesPerCrc(),
              answer.getCrcPerBlock());
      if (!sums.cover(getCombineMode(), block.getBlockSize(), cellSize)) {
        throw new IOException(
            "not the sums of the block: block=" + block + ", node=" + node + ", sumBytes="
                + sums.bytes().length + ", crcPerBlock=" + sums.crcPerBlock());
      }
      return sums;
    }
  }

  private BlockSums readAndSum(int stripe, int index, long length) throws IOException {
    LocatedStripedBlock located = stripe(stripe);
    byte[] cell = new byte[cellSize];
    BlockSums.Builder sums = null;
    for (long row = 0; row * cellSize < length; row++) {
      int count = (int) Math.min(cellSize, length - row * cellSize);
      long offset = located.getStartOffset() + (row * stripeWidth + index) * cellSize;
      reader().readFully(offset, cell, 0, count);
      if (sums == null) {
        sums = new BlockSums.Builder(getCombineMode(), reader().checksumOfLastBlock());
      }
      sums.add(cell, count);
    }
    long whole =
        StripedBlockUtil.getInternalBlockLength(
            located.getBlockSize(), cellSize, stripeWidth, index);
    return sums.build(whole);
  }

  private DecoupledInputStream reader() throws IOException {
    if (reader == null) {
      LocatedBlocks known = getBlockLocations();
      // A stream adds to the list what it learns; this one must stay as long as the range.
      LocatedBlocks copy =
          new LocatedBlocks(
              known.getFileLength(), known.isUnderConstruction(),
              new ArrayList<>(known.getLocatedBlocks()), known.getLastLocatedBlock(),
              known.isLastBlockComplete(), known.getFileEncryptionInfo(),
              known.getErasureCodingPolicy());
      reader =
          new DecoupledInputStream(
              getClient(), getSrc(), true, known.getErasureCodingPolicy(), copy);
    }
    return reader;
  }

  /** Notes how the file is checksummed; the final result tells it. */
  private void learn(BlockSums sums, boolean first) throws IOException {
    boolean md5 = getCombineMode() == ChecksumCombineMode.MD5MD5CRC;
    if (first) {
      setCrcType(sums.type());
      setBytesPerCRC(sums.bytesPerCrc());
      setCrcPerBlock(getLocatedBlocks().size() > 1 ? sums.crcPerBlock() : 0);
    } else if (md5 && sums.bytesPerCrc() != getBytesPerCRC()) {
      throw new IOException(
          "chunks of a file differ in length: path=" + getSrc() + ", bytesPerCrc="
              + sums.bytesPerCrc() + ", before=" + getBytesPerCRC());
    } else if (!md5 && sums.type() != getCrcType()) {
      throw new IOException(
          "CRCs of a file differ in type: path=" + getSrc() + ", type=" + sums.type()
              + ", before=" + getCrcType());
    } else if (sums.type() != getCrcType()) {
      setCrcType(DataChecksum.Type.MIXED);
    }
  }

  /** Adds the sums of a stripe to those of the file. */
  private void combine(List<BlockSums> sums, long bytes) throws IOException {
    if (getCombineMode() == ChecksumCombineMode.MD5MD5CRC) {
      DataOutputBuffer md5s = new DataOutputBuffer();
      for (BlockSums block : sums) {
        md5s.write(block.bytes());
      }
      // The whole buffer, with the zeros behind what was written, as DataNodes do it.
      MD5Hash.digest(md5s.getData()).write(getBlockChecksumBuf());
      return;
    }
    if (composer == null) {
      composer = CrcComposer.newCrcComposer(getCrcType(), cellSize);
    }
    for (long cell = 0; cell * cellSize < bytes; cell++) {
      int row = (int) (cell / stripeWidth);
      int crc = sums.get((int) (cell % stripeWidth)).cell(row);
      composer.update(crc, Math.min(cellSize, bytes - cell * cellSize));
    }
  }

  /** Upstream's takes the last block of the file for the last one of a range (HDFS-16533). */
  @Override
  FileChecksum makeCompositeCrcResult() throws IOException {
    int crc = CrcUtil.readInt(composer.digest(), 0);
    return new CompositeCrcFileChecksum(crc, getCrcType(), getBytesPerCRC());
  }
}
