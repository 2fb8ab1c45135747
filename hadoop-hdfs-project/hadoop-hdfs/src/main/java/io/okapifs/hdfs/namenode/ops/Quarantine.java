package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.KnownWidths;
import io.okapifs.hdfs.namenode.journal.BlockListCheck;
import io.okapifs.hdfs.namenode.journal.DecoupledHeader;
import io.okapifs.hdfs.namenode.journal.MergedBlocks;
import io.okapifs.hdfs.namenode.transition.FileTransitions;
import io.okapifs.hdfs.namenode.transition.TransitionReplay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;
import org.apache.hadoop.hdfs.server.namenode.XAttrFeature;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of which image or journal say what cannot be. A NameNode does not start from such a record,
 * because a wrong list of blocks decodes to wrong bytes. An operator may have it start in spite of
 * that: the record is passed over, the file keeps what is known of it from before, and only the
 * superuser may read it. The NameNode stays in safe mode then, so that no DataNode is told to
 * delete what the record may have named.
 *
 * <p>One per namesystem; an image may be loaded by several threads.
 */
public final class Quarantine {

  public static final String KEY = "dfs.namenode.ec.quarantine.enabled";

  /** The attribute of such a file, in the system's namespace, whose value says why. */
  static final String XATTR = "hdfs.okapi.quarantine";

  private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

  /** By inode: path and reason. */
  private final Map<Long, String> files = new ConcurrentSkipListMap<>();

  private boolean isOn;
  private volatile boolean isNew;

  /** The replay of an edit, as HDFS and we do it. */
  @FunctionalInterface
  public interface Edit<T> {
    T run() throws IOException;
  }

  /** HDFS's loading of a file of an image. */
  @FunctionalInterface
  public interface Loading {
    INodeFile run(INodeSection.INode inode);
  }

  void configure(Configuration conf) {
    isOn = conf.getBoolean(KEY, false);
  }

  static Quarantine of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(Quarantine.class);
  }

  /**
   * Replays an edit of a file's blocks or attributes.
   *
   * @param otherwise what the replay of an edit that is passed over returns
   * @param completes whether the file has no block under construction behind it
   */
  @Woven
  public static <T> T replay(
      FSNamesystem namesystem, INode inode, T otherwise, boolean completes, Edit<T> edit)
      throws IOException {
    Quarantine quarantine = of(namesystem);
    if (!quarantine.isOn || inode == null || !inode.isFile()) {
      return edit.run();
    }
    try {
      return edit.run();
    } catch (IOException | RuntimeException e) {
      quarantine.add(inode.asFile(), reason(e));
      if (completes) {
        complete(namesystem, inode.asFile());
      }
      return otherwise;
    }
  }

  /** Upstream's replay of the creation of a file. */
  @FunctionalInterface
  public interface Creation {
    INodeFile run(long blockSize, byte policyId);
  }

  /** Replays the creation of a file; one whose header cannot be gets no blocks. */
  @Woven
  public static INodeFile create(
      FSDirectory directory, INodesInPath existing, byte[] name, long blockSize, byte policyId,
      Creation creation) {
    byte known;
    try {
      known = DecoupledHeader.replayedPolicyId(existing, name, policyId, blockSize);
    } catch (IllegalStateException e) {
      Quarantine quarantine = of(NamespaceWindow.namesystem(directory));
      if (!quarantine.isOn) {
        throw e;
      }
      INodeFile file =
          creation.run(
              INodeFileWindow.withoutWidth(blockSize), ErasureCodeConstants.REPLICATION_POLICY_ID);
      quarantine.add(file, reason(e));
      return file;
    }
    INodeFile file = creation.run(blockSize, known);
    noteWidth(NamespaceWindow.namesystem(directory), file);
    return file;
  }

  private static void noteWidth(FSNamesystem namesystem, INodeFile file) {
    if (file != null && DecoupledFile.isDecoupled(file)) {
      KnownWidths.of(namesystem).note();
    }
  }

  private static void complete(FSNamesystem namesystem, INodeFile file) throws IOException {
    for (BlockInfo block : MergedBlocks.merge(file, file.getBlocks())) {
      if (!block.isComplete()) {
        namesystem.getBlockManager().forceCompleteBlock(block);
      }
    }
    trim(namesystem.getBlockManager(), file);
  }

  /**
   * Drops from the ends of a file's lists what a closed file cannot have, so that it can be saved.
   */
  private static void trim(BlockManager blocks, INodeFile inode) {
    while (DecoupledFile.isDecoupled(inode) && (isLastEmpty(inode) || wrong(inode) != null)) {
      BlockInfoStripedParity[] groups = ParityGroupsFeature.groupsOf(inode);
      BlockInfo[] stripes = inode.getBlocks();
      BlockInfo dropped;
      if (isLastEmpty(inode) || groups.length == 0) {
        dropped = stripes[stripes.length - 1];
        INodeFileWindow.setBlocks(inode, Arrays.copyOf(stripes, stripes.length - 1));
      } else {
        dropped = groups[groups.length - 1];
        ParityGroupsFeature.replace(inode, Arrays.copyOf(groups, groups.length - 1));
      }
      dropped.delete();
      blocks.removeBlockFromMap(dropped);
    }
  }

  private static boolean isLastEmpty(INodeFile file) {
    BlockInfo last = file.getLastBlock();
    return last != null && last.getNumBytes() == 0;
  }

  /** Null for a file without blocks. */
  private static String wrong(INodeFile file) {
    return BlockListCheck.ofMerged(
        DecoupledFile.of(file).layout(), false, MergedBlocks.merge(file, file.getBlocks()));
  }

  /**
   * Loads a file of an image, with its parity groups and its transition.
   *
   * @throws IllegalStateException naming file and block, where its record cannot be
   */
  @Woven
  public static INodeFile load(
      FSNamesystem namesystem, INodeSection.INode inode, Loading loading) {
    Quarantine quarantine = of(namesystem);
    try {
      MergedBlocks.checkLoaded(namesystem, inode);
    } catch (IllegalStateException e) {
      return quarantine.passOver(loading, inode, e);
    }
    INodeFile file = loading.run(inode);
    try {
      MergedBlocks.splitLoaded(file);
      TransitionReplay.load(namesystem, file);
    } catch (IllegalStateException e) {
      return quarantine.passOver(loading, inode, e);
    }
    quarantine.keep(file);
    noteWidth(namesystem, file);
    return file;
  }

  private INodeFile passOver(
      Loading loading, INodeSection.INode inode, IllegalStateException why) {
    if (!isOn) {
      throw why;
    }
    INodeFile file = loading.run(withoutBlocks(inode));
    FileTransitions.removeAttribute(file);
    add(file, reason(why));
    return file;
  }

  /** A file that is loaded or replayed and is not what its record says. */
  private void add(INodeFile file, String why) {
    isNew = true;
    if (files.putIfAbsent(file.getId(), file.getFullPathName() + ": " + why) != null) {
      return;
    }
    LOG.error(
        "File in quarantine: path={}, inode={}: {}", file.getFullPathName(), file.getId(),
        why);
    List<XAttr> attributes = new ArrayList<>();
    if (file.getXAttrFeature() != null) {
      attributes.addAll(file.getXAttrFeature().getXAttrs());
      file.removeXAttrFeature();
    }
    attributes.add(
        new XAttr.Builder().setNameSpace(XAttr.NameSpace.SYSTEM).setName(XATTR)
            .setValue(why.getBytes(StandardCharsets.UTF_8)).build());
    file.addXAttrFeature(new XAttrFeature(attributes));
  }

  /** What of an image's record of a file is loaded where its blocks cannot be. */
  private static INodeSection.INode withoutBlocks(INodeSection.INode inode) {
    INodeSection.INodeFile file = inode.getFile();
    return inode.toBuilder()
        .setFile(
            file.toBuilder()
                .clearBlocks()
                .clearErasureCodingPolicyID()
                .clearBlockType()
                .clearFileUC()
                .setReplication(1)
                .setPreferredBlockSize(INodeFileWindow.withoutWidth(file.getPreferredBlockSize())))
        .build();
  }

  /** A file of an image that was in quarantine before. */
  private void keep(INodeFile file) {
    String why = reason(file);
    if (why != null) {
      files.put(file.getId(), file.getFullPathName() + ": " + why);
    }
  }

  /** Some checks of HDFS say nothing. */
  private static String reason(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private static String reason(INode inode) {
    XAttrFeature attributes = inode.isFile() ? inode.asFile().getXAttrFeature() : null;
    XAttr mark = attributes == null ? null : attributes.getXAttr("system." + XATTR);
    return mark == null ? null : new String(mark.getValue(), StandardCharsets.UTF_8);
  }

  /** Before a NameNode becomes active, under the write lock. */
  @Woven
  public static void hold(FSNamesystem namesystem) {
    Quarantine quarantine = of(namesystem);
    if (quarantine.isNew) {
      quarantine.hold(namesystem, quarantine.files.values());
    }
  }

  private void hold(FSNamesystem namesystem, Collection<String> held) {
    try {
      NamespaceWindow.enterSafeMode(namesystem);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot enter safe mode for files in quarantine: " + held, e);
    }
    isNew = false;
    LOG.error(
        "The NameNode stays in safe mode, because {} files are in quarantine: {}. Blocks of theirs"
            + " that it does not know are deleted once it has left safe mode: copy away what is"
            + " needed first, as the superuser.",
        held.size(), held);
  }

  /**
   * Refuses to read a file.
   *
   * @throws AccessControlException where it is in quarantine and the caller is not the superuser
   */
  @Woven
  public static void refuse(FSDirectory directory, INode inode) throws IOException {
    String why = inode == null ? null : reason(inode);
    if (why != null && NamespaceWindow.isBounded(directory)) {
      throw new AccessControlException(
          "Only the superuser may read a file that is in quarantine: path="
              + inode.getFullPathName() + ": " + why);
    }
  }

  /** Files that are in quarantine, and still there. */
  long count(FSDirectory directory) {
    return files.keySet().stream().filter(id -> directory.getInode(id) != null).count();
  }
}
