package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.repair.GroupMembers;
import io.okapifs.hdfs.namenode.transition.FileTransitions;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * What a scrub of one group reads, at one moment under the namesystem's lock.
 *
 * @param parity the block group of its parity
 * @param nodes where its members are, in the order of the task's
 */
record ScrubPlan(GroupTask task, BlockInfo parity, List<DatanodeDescriptor> nodes) {

  /**
   * Plans.
   *
   * @param file with a stripe width and that group
   * @return empty where the group cannot be compared now: somebody writes it, members of it are
   *     missing, or its file is in a transition, which a contradiction would end
   * @throws RuntimeException where the code of the group, or how it fits together, is not known
   */
  static Optional<ScrubPlan> of(BlockManager blocks, INodeFile file, int group) {
    GroupHealth health = GroupHealth.ofNow(blocks, file);
    if (isInTransition(file) || !health.isSettled(group)) {
      return Optional.empty();
    }
    List<GroupMembers.Source> sources =
        List.copyOf(GroupMembers.of(blocks, health, group).sources().values());
    int dataMembers = health.layout().dataMembers(group, health.length());
    if (sources.size() < dataMembers + health.file().r()) {
      return Optional.empty();
    }
    health.code();
    return Optional.of(
        new ScrubPlan(
            GroupTask.scrub(
                health.layout().policy(), dataMembers,
                health.place(group, health.file().k()).length(),
                sources.stream().map(GroupMembers.Source::replica).toList()),
            health.file().parityGroups()[group],
            sources.stream().map(GroupMembers.Source::node).toList()));
  }

  /** Whether new parity is being made of a file. */
  private static boolean isInTransition(INodeFile file) {
    return FileTransitions.of(file).filter(record -> record.step() == Step.STARTED).isPresent();
  }
}
