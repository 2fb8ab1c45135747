package io.okapifs.hdfs.namenode.file;

import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/** A file seen as a collection of its parity groups, for code that walks a collection's blocks. */
public record ParityBlocks(INodeFile file) implements BlockCollection {

  @Override
  public BlockInfo[] getBlocks() {
    return ParityGroupsFeature.groupsOf(file);
  }

  @Override
  public BlockInfo getLastBlock() {
    BlockInfo[] groups = getBlocks();
    return groups.length == 0 ? null : groups[groups.length - 1];
  }

  @Override
  public ContentSummary computeContentSummary(BlockStoragePolicySuite suite) {
    throw new UnsupportedOperationException("a view of parity groups has no content summary");
  }

  @Override
  public int numBlocks() {
    return getBlocks().length;
  }

  @Override
  public long getPreferredBlockSize() {
    return file.getPreferredBlockSize();
  }

  @Override
  public short getPreferredBlockReplication() {
    return file.getPreferredBlockReplication();
  }

  @Override
  public byte getStoragePolicyID() {
    return file.getStoragePolicyID();
  }

  @Override
  public String getName() {
    return file.getName();
  }

  @Override
  public void setBlock(int index, BlockInfo block) {
    throw new UnsupportedOperationException("a view of parity groups cannot be changed");
  }

  @Override
  public void convertLastBlockToUC(BlockInfo last, DatanodeStorageInfo[] targets) {
    throw new UnsupportedOperationException("a view of parity groups cannot be changed");
  }

  @Override
  public boolean isUnderConstruction() {
    return file.isUnderConstruction();
  }

  @Override
  public boolean isStriped() {
    return true;
  }

  @Override
  public long getId() {
    return file.getId();
  }
}
