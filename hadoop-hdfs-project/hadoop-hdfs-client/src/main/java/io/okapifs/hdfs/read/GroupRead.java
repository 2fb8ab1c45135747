package io.okapifs.hdfs.read;

import io.okapifs.ec.plan.RepairPlan;

/**
 * One decoding: the same range of bytes of several members of a group.
 *
 * @param group the group
 * @param window offsets inside every member's block
 * @param repair which members are read and which are rebuilt
 */
public record GroupRead(long group, ByteRange window, RepairPlan repair) {}
