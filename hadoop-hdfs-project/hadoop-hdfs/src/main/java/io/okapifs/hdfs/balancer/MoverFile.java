package io.okapifs.hdfs.balancer;

import io.okapifs.Woven;
import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.MovableBlockProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.NodeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesResponseProto;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with a stripe width in one pass of the mover. HDFS's mover looks at the blocks that a
 * listing shows, and parity is not among them. Here it gets every block, data and parity, that lies
 * on another type of storage than the file's storage policy wants, as if each were a block with one
 * replica. {@link GroupMoves} judges by the relatives where it may go.
 *
 * <p>For one thread; one file at a time.
 */
public final class MoverFile {

  private static final Logger LOG = LoggerFactory.getLogger(MoverFile.class);

  private final NameNodeConnector nameNode;
  private final GroupMoves moves;
  private final String path;

  /** What the NameNode lists, page by page; nothing where it did not list all. */
  private List<ListStorageMovesResponseProto> pages = List.of();

  /** Where they may go. */
  private Racks racks = Racks.even(0);

  private boolean failed;

  private MoverFile(NameNodeConnector nameNode, String path) {
    this.nameNode = nameNode;
    this.moves = GroupMoves.of(nameNode);
    this.path = path;
  }

  /** Asks the NameNode which blocks of a file are to move. */
  @Woven
  public static MoverFile of(NameNodeConnector nameNode, String path) {
    MoverFile file = new MoverFile(nameNode, path);
    try {
      file.ask();
    } catch (FileNotFoundException e) {
      LOG.debug("The file is gone: path={}", path, e);
    } catch (IOException e) {
      LOG.warn("No answer which blocks of a file are to move: path={}", path, e);
      file.failed = true;
    }
    return file;
  }

  private void ask() throws IOException {
    OkapiAdmin admin = moves.admin(nameNode);
    ListStorageMovesRequestProto.Builder request =
        ListStorageMovesRequestProto.newBuilder().setPath(path);
    List<ListStorageMovesResponseProto> listed = new ArrayList<>();
    ListStorageMovesResponseProto page;
    do {
      page = ask(admin, request.build());
      listed.add(page);
      request.setCursor(page.getNext());
    } while (page.hasNext());
    if (page.hasStorageType()) {
      racks = moves.racks(nameNode, wanted(page));
    }
    // Last: what goes wrong before leaves nothing to move.
    pages = listed;
  }

  private static ListStorageMovesResponseProto ask(
      OkapiAdmin admin, ListStorageMovesRequestProto request) throws IOException {
    try {
      return admin.listStorageMoves(request);
    } catch (RemoteException e) {
      throw e.unwrapRemoteException(FileNotFoundException.class);
    }
  }

  /**
   * What the mover is to look at instead of a file that it listed: blocks with one replica each. Of
   * a file with a storage policy that no striped file can have it is the file itself, and HDFS
   * says so.
   */
  @Woven
  public HdfsLocatedFileStatus toMove(HdfsLocatedFileStatus listed) {
    if (!pages.isEmpty() && !pages.get(0).hasStorageType()) {
      return listed;
    }
    List<LocatedBlock> blocks = new ArrayList<>();
    HdfsFileStatus.Builder status =
        new HdfsFileStatus.Builder()
            .replication(1).storagePolicy(listed.getStoragePolicy())
            .path(listed.getLocalNameInBytes())
            .locations(new LocatedBlocks(0, false, blocks, null, true, null, null));
    for (ListStorageMovesResponseProto page : pages) {
      status.storagePolicy((byte) page.getStoragePolicy());
      moves.beginFile(page.getBlocks(), racks);
      page.getBlocks().getBlockList().stream()
          .filter(block -> !block.hasKept())
          .forEach(block -> blocks.add(located(page.getBlocks(), block)));
    }
    return (HdfsLocatedFileStatus) status.build();
  }

  private static StorageType wanted(ListStorageMovesResponseProto page) {
    return StorageType.valueOf(page.getStorageType());
  }

  private LocatedBlock located(ListMovableBlocksResponseProto answer, MovableBlockProto block) {
    NodeProto node = answer.getNode(block.getHolder());
    return new LocatedBlock(
        new ExtendedBlock(
            nameNode.getBlockpoolID(), block.getId(), block.getBytes(), block.getStamp()),
        new DatanodeInfo[] {holder(node)}, new String[] {block.getStorageId()},
        new StorageType[] {StorageType.valueOf(block.getStorageType())});
  }

  /** The mover knows nodes by their UUIDs. */
  private static DatanodeInfo holder(NodeProto node) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("", "", node.getUuid(), 0, 0, 0, 0))
        .setNetworkLocation(node.getRack())
        .build();
  }

  /** Once the mover has chosen targets: whether it has left blocks where they are. */
  @Woven
  public boolean leavesSome() {
    boolean leaves = failed;
    if (failed) {
      moves.addUnknown(path);
    }
    for (ListStorageMovesResponseProto page : pages) {
      for (MovableBlockProto block : page.getBlocks().getBlockList()) {
        leaves |= moves.endBlock(block, wanted(page), path);
      }
    }
    moves.forgetBlocks();
    return leaves;
  }
}
