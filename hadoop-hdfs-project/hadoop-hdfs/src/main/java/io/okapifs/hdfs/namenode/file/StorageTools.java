package io.okapifs.hdfs.namenode.file;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

/**
 * What is told to tools that move blocks for storage policies and know no parity groups: HDFS's
 * satisfier, and a mover with Apache's jars. Under the namesystem's lock.
 */
public final class StorageTools {

  /** One that no striped file can have: those tools pass over such files, and say so. */
  private static final byte PASSED_OVER = HdfsConstants.WARM_STORAGE_POLICY_ID;

  private StorageTools() {}

  /**
   * The storage policy in a listing. Only such tools look at it where there are blocks as well.
   *
   * @param real that of the file, or 0
   * @param blocks null where none are listed
   */
  @Woven
  public static byte listedStoragePolicy(
      byte real, ErasureCodingPolicy policy, LocatedBlocks blocks) {
    boolean isMovable =
        real == HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED
            || ErasureCodingPolicyManager.checkStoragePolicySuitableForECStripedMode(real);
    return blocks != null && isMovable && StripeView.isView(policy) ? PASSED_OVER : real;
  }

  /**
   * Refuses to have HDFS's satisfier move what it would pass over.
   *
   * @throws UnsupportedOperationException for a file with a stripe width, or a directory whose new
   *     files get one
   */
  @Woven
  public static void checkSatisfiable(FSDirectory directory, String name) throws IOException {
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    FSPermissionChecker caller = NamespaceWindow.permissions(namesystem);
    INodesInPath path = directory.resolvePath(caller, name, DirOp.WRITE);
    INode inode = path.getLastINode();
    if (inode == null) {
      return;
    }
    NamespaceWindow.checkAccess(directory, caller, path, FsAction.WRITE);
    boolean hasWidth =
        inode.isFile()
            ? DecoupledFile.isDecoupled(inode.asFile())
            : DecoupledPolicies.stripeWidth(
                    NamespaceWindow.policyOfNew(namesystem, null, path))
                != PolicyName.COUPLED;
    if (hasWidth) {
      throw new UnsupportedOperationException(
          "HDFS's storage policy satisfier moves no files with a stripe width: path=" + name
              + "; use hdfs mover -p " + name);
    }
  }
}
