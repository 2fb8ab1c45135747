package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/**
 * Says of a directory that got a stripe width what is easily overlooked: where nodes are too few,
 * and which files take more than replicas would. A block that survives the loss of r others has r
 * more of its length, in any code; a narrow stripe puts much of a small file into one block.
 */
final class PolicyWarnings {

  private PolicyWarnings() {}

  /** Prints it of a directory that has just got its policy. */
  static void print(Configuration conf, String directory) {
    Optional<PolicyName> name =
        GetPolicyCommand.policyOf(conf, directory).filter(PolicyName::isDecoupled);
    if (name.isEmpty()) {
      return;
    }
    try {
      DistributedFileSystem hdfs =
          HdfsOnly.of(FileSystem.get(new Path(directory).toUri(), conf));
      ErasureCodingPolicy policy =
          DescribePolicyCommand.find(hdfs, name.get().policy()).getPolicy();
      ofSpace(policy, name.get().stripeWidth(), hdfs.getDefaultBlockSize())
          .ifPresent(System.out::println);
      NodesWarning.of(policy, racks(hdfs)).ifPresent(System.out::println);
    } catch (IOException | IllegalArgumentException e) {
      // The directory has its policy, which is what was asked for.
    }
  }

  /** Of each live node; none where the caller may not list nodes. */
  static List<String> racks(DistributedFileSystem hdfs) throws IOException {
    try {
      return Stream.of(hdfs.getDataNodeStats(DatanodeReportType.LIVE))
          .map(DatanodeInfo::getNetworkLocation).toList();
    } catch (RemoteException e) {
      IOException told = e.unwrapRemoteException();
      if (told instanceof AccessControlException) {
        return List.of();
      }
      throw told;
    }
  }

  /** Empty where the same files in HDFS's own layout take as much. */
  static Optional<String> ofSpace(ErasureCodingPolicy policy, int width, long blockSize) {
    StoredSpace space = StoredSpace.of(policy, width, blockSize);
    long longest = space.longestAbove(StoredSpace.THREE_REPLICAS);
    long longestCoupled =
        StoredSpace.of(policy, PolicyName.COUPLED, blockSize)
            .longestAbove(StoredSpace.THREE_REPLICAS);
    return longest <= longestCoupled
        ? Optional.empty()
        : Optional.of(
            "Files of up to " + SpaceTable.size(longest) + " in blocks of "
                + SpaceTable.size(blockSize) + " may take more than three replicas would: 'hdfs ec"
                + " -describePolicy " + space + "' has a table by file size");
  }
}
