package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto.WrongProto;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;

/** How far a scrub is, for clients. */
final class ScrubAnswer {

  private ScrubAnswer() {}

  /** All that is kept; takes the namesystem's lock for the paths. */
  static GetScrubStatusResponseProto.Builder of(
      FSNamesystem namesystem, ScrubState shown, long nowMillis) {
    ScrubNodes nodes = new ScrubNodes(namesystem);
    GetScrubStatusResponseProto.Builder status =
        GetScrubStatusResponseProto.newBuilder()
            .setPercent(shown.percent())
            .setNodes(nodes.count())
            .setBytesPerSecond(nodes.bytesPerSecond());
    shown.running().ifPresent(pass -> status.setRunning(pass.toAnswer()));
    shown.ended().ifPresent(pass -> status.setEnded(pass.toAnswer()));
    shown.oldestMillis()
        .ifPresent(oldest -> status.setOldestMs(Math.max(0, nowMillis - oldest)));
    addWrong(namesystem, shown, status);
    return status;
  }

  /** Those whose files are there. */
  private static void addWrong(
      FSNamesystem namesystem, ScrubState shown, GetScrubStatusResponseProto.Builder status) {
    namesystem.readLock();
    try {
      for (WrongGroup each : shown.wrong()) {
        INode inode = namesystem.getFSDirectory().getINodeMap().get(each.inodeId());
        if (inode != null) {
          status.addWrong(
              WrongProto.newBuilder()
                  .setPath(pathOf(namesystem.getFSDirectory(), inode)).setGroup(each.group())
                  .setFoundMs(each.foundMillis()).addAllMember(each.members()));
        }
      }
    } finally {
      namesystem.readUnlock("scrubStatus");
    }
  }

  /** Of one that only snapshots have, that of its inode: under its name another file may be. */
  private static String pathOf(FSDirectory directory, INode inode) {
    String path = inode.getFullPathName();
    try {
      INode there = directory.getINodesInPath(path, DirOp.READ).getLastINode();
      if (there != null && there.getId() == inode.getId()) {
        return path;
      }
    } catch (IOException e) {
      // As below: nothing is there.
    }
    return FSDirectory.DOT_RESERVED_PATH_PREFIX + "/.inodes/" + inode.getId();
  }
}
