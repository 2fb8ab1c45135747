package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSEditLog;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.XAttrFeature;

/** The looks of a NameNode at its files in transition, as tests steer and watch them. */
public final class TransitionLooks {

  private TransitionLooks() {}

  /** Has a NameNode take so many new groups of a file for ready that it looked at before. */
  public static void setReady(FSNamesystem namesystem, long inodeId, int groups) {
    TransitionService.of(namesystem).queue().setReady(inodeId, groups);
  }

  /** Has a NameNode hold a step of a file in its memory that it cannot read, first of all that wait. */
  public static void spoil(FSNamesystem namesystem, long inodeId, byte policyId) {
    namesystem.writeLock();
    try {
      XAttr unreadable =
          new XAttr.Builder()
              .setNameSpace(XAttr.NameSpace.SYSTEM)
              .setName(TransitionRecord.XATTR)
              .setValue("no step".getBytes(StandardCharsets.UTF_8))
              .build();
      INodeFile file = namesystem.getFSDirectory().getInode(inodeId).asFile();
      file.addXAttrFeature(new XAttrFeature(List.of(unreadable)));
      TransitionService.of(namesystem)
          .remember(file, TransitionRecord.queued(policyId, TransitionRecord.URGENT, 0));
    } finally {
      namesystem.writeUnlock();
    }
  }

  /** The end of that. */
  public static void mend(FSNamesystem namesystem, long inodeId) {
    namesystem.writeLock();
    try {
      namesystem.getFSDirectory().getInode(inodeId).asFile().removeXAttrFeature();
      TransitionService.of(namesystem).queue().forget(inodeId);
    } finally {
      namesystem.writeUnlock();
    }
  }

  /** Has a NameNode take the last step of a file's transition, whether or not it is ready. */
  public static void commit(FSNamesystem namesystem, long inodeId) throws IOException {
    namesystem.writeLock();
    try {
      INodeFile file = namesystem.getFSDirectory().getInode(inodeId).asFile();
      TransitionService.of(namesystem)
          .steps()
          .commit(file, FileTransitions.of(file).orElseThrow());
    } finally {
      namesystem.writeUnlock();
    }
  }

  /**
   * Watches the removal of a block group. Where the journal is written asynchronously its last edit
   * may be durable before anybody waits for that.
   *
   * @return whether all edits were durable when it was ordered, for each time that it was
   */
  public static Queue<Boolean> watchRemoval(FSNamesystem namesystem, BlockInfo block) {
    Queue<Boolean> durable = new ConcurrentLinkedQueue<>();
    FSEditLog journal = namesystem.getEditLog();
    setRemovals(
        namesystem.getBlockManager(),
        new ConcurrentLinkedQueue<>() {
          @Override
          public boolean add(List<BlockInfo> removed) {
            if (removed.contains(block)) {
              durable.add(journal.getSyncTxId() == journal.getLastWrittenTxId());
            }
            return super.add(removed);
          }
        });
    return durable;
  }

  private static void setRemovals(
      BlockManager blocks, ConcurrentLinkedQueue<List<BlockInfo>> removals) {
    try {
      Field queue = BlockManager.class.getDeclaredField("markedDeleteQueue");
      queue.setAccessible(true);
      queue.set(blocks, removals);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
