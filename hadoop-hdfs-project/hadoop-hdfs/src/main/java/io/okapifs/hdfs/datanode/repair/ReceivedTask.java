package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.TaskEnvelope;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;

/**
 * A task as a DataNode received it: the repair of one group and the nodes that go with it.
 * Refuses a command in which the two do not fit together.
 *
 * @param group the block group whose redundancy is restored, for messages and the block pool
 * @param sources nodes of the task's helpers, in their order
 * @param targets nodes of the task's targets, in their order
 * @param targetTypes storage types of the targets
 */
record ReceivedTask(
    ExtendedBlock group,
    GroupTask task,
    List<DatanodeInfo> sources,
    List<DatanodeInfo> targets,
    List<StorageType> targetTypes) {

  ReceivedTask {
    sources = List.copyOf(sources);
    targets = List.copyOf(targets);
    targetTypes = List.copyOf(targetTypes);
    if (sources.size() != task.helpers().size()
        || targets.size() != task.targets().size()
        || targetTypes.size() != task.targets().size()) {
      throw new IllegalArgumentException(
          "nodes do not fit the task: group=" + group + ", sources=" + sources + ", targets="
              + targets + ", targetTypes=" + targetTypes + ", task=" + task);
    }
  }

  /**
   * @throws IllegalArgumentException where the command contradicts itself
   */
  static ReceivedTask of(BlockECReconstructionInfo command) {
    GroupTask task = TaskEnvelope.ofGroup(command.getErasureCodingPolicy());
    List<String> storages = task.targets().stream().map(GroupMember::storageId).toList();
    if (!storages.equals(List.of(command.getTargetStorageIDs()))) {
      throw new IllegalArgumentException(
          "storages do not fit the task: command=" + List.of(command.getTargetStorageIDs())
              + ", task=" + task);
    }
    return new ReceivedTask(
        command.getExtendedBlock(),
        task,
        List.of(command.getSourceDnInfos()),
        List.of(command.getTargetDnInfos()),
        List.of(command.getTargetStorageTypes()));
  }

  /**
   * The code that the members belong to.
   *
   * @throws io.okapifs.ec.code.UnsupportedCodeException where this program does not have it
   * @throws IOException where it has another one of that name
   */
  ErasureCode code() throws IOException {
    ErasureCode code = task.code();
    if (code.alpha() != task.policy().alpha()) {
      throw new IOException("the task is for another code: code=" + code + ", task=" + task);
    }
    return code;
  }

  /** The internal block that is, or shall be, a replica. */
  ExtendedBlock block(GroupMember replica) {
    return new ExtendedBlock(
        group.getBlockPoolId(), replica.blockId(), replica.lengthBytes(),
        replica.generationStamp());
  }

  /** Members whose helpers are on this node. */
  BitSet helpersOn(String datanodeUuid) {
    BitSet members = new BitSet();
    for (int i = 0; i < sources.size(); i++) {
      members.set(
          task.helpers().get(i).member(), sources.get(i).getDatanodeUuid().equals(datanodeUuid));
    }
    return members;
  }

  /** One key for each replica that this task writes. */
  List<String> targetKeys() {
    return task.targets().stream()
        .map(target -> block(target).toString() + "@" + target.storageId())
        .toList();
  }
}
