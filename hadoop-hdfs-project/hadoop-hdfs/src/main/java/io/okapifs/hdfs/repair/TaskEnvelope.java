package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcTaskProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.SendFullReportProto;
import java.util.Base64;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * How a task reaches a DataNode: as one option of the policy in HDFS's command for erasure coded
 * repairs. No DataNode has the codec of that policy, so that a stock one fails before it reads or
 * writes anything.
 */
public final class TaskEnvelope {

  private static final String CODEC = "okapi-task";
  private static final String OPTION = "okapi.task";

  /** Mean nothing; HDFS wants some. */
  private static final int UNITS = 1;
  private static final int CELL_SIZE = 1024;

  private TaskEnvelope() {}

  /**
   * The policy that carries the repair of a group, as wide as that for who looks at the command.
   */
  public static ErasureCodingPolicy of(GroupTask task) {
    return seal(task.policy(), EcTaskProto.newBuilder().setRepair(task.toProto()).build());
  }

  /**
   * The policy that carries the scrub of a group, which DataNodes of older versions refuse.
   *
   * @param id for the result
   */
  public static ErasureCodingPolicy ofScrub(GroupTask task, long id) {
    return seal(
        task.policy(), EcTaskProto.newBuilder().setScrub(task.toProto()).setId(id).build());
  }

  private static ErasureCodingPolicy seal(GroupPolicy policy, EcTaskProto task) {
    return seal(policy.name(), policy.k(), policy.r(), policy.cellSize(), task);
  }

  /** The policy that carries links of replicas. */
  public static ErasureCodingPolicy of(LinkTask task) {
    return seal(
        CODEC, UNITS, UNITS, CELL_SIZE,
        EcTaskProto.newBuilder().setLinks(task.toProto()).build());
  }

  /** The policy that asks a DataNode to report all its replicas of a block pool. */
  public static ErasureCodingPolicy ofFullReport() {
    return seal(
        CODEC, UNITS, UNITS, CELL_SIZE,
        EcTaskProto.newBuilder().setFullReport(SendFullReportProto.getDefaultInstance()).build());
  }

  private static ErasureCodingPolicy seal(
      String name, int dataUnits, int parityUnits, int cellSize, EcTaskProto task) {
    String text = Base64.getEncoder().encodeToString(task.toByteArray());
    return new ErasureCodingPolicy(
        name, new ECSchema(CODEC, dataUnits, parityUnits, Map.of(OPTION, text)), cellSize,
        StripeView.POLICY_ID);
  }

  /** Whether a policy carries a task. */
  public static boolean isTask(ErasureCodingPolicy carrier) {
    return carrier != null
        && carrier.getId() == StripeView.POLICY_ID
        && carrier.getSchema().getExtraOptions().containsKey(OPTION);
  }

  /**
   * What a policy carries.
   *
   * @throws IllegalArgumentException where that is no task that this version knows
   */
  public static EcTaskProto open(ErasureCodingPolicy carrier) {
    if (!isTask(carrier)) {
      throw new IllegalArgumentException("no task for a DataNode: policy=" + carrier);
    }
    EcTaskProto task;
    try {
      task =
          EcTaskProto.parseFrom(
              Base64.getDecoder().decode(carrier.getSchema().getExtraOptions().get(OPTION)));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "a malformed task for a DataNode: " + e.getMessage() + ", policy=" + carrier, e);
    }
    if (task.getWhatCase() == EcTaskProto.WhatCase.WHAT_NOT_SET) {
      throw new IllegalArgumentException(
          "a task that this DataNode does not know, as its NameNode is newer: policy=" + carrier);
    }
    return task;
  }

  /**
   * The repair or scrub that a policy carries.
   *
   * @throws IllegalArgumentException where it carries none or one that contradicts itself
   */
  public static GroupTask ofGroup(ErasureCodingPolicy carrier) {
    EcTaskProto task = open(carrier);
    if (!task.hasRepair() && !task.hasScrub()) {
      throw new IllegalArgumentException("not the task of a group: task=" + task);
    }
    GroupTask inside = GroupTask.of(task.hasScrub() ? task.getScrub() : task.getRepair());
    if (inside.isScrub() != task.hasScrub()) {
      throw new IllegalArgumentException(
          "a repair has targets and a scrub has none: task=" + task);
    }
    return inside;
  }

  /**
   * The links that a policy carries.
   *
   * @throws IllegalArgumentException where it carries none or some that contradict themselves
   */
  public static LinkTask links(ErasureCodingPolicy carrier) {
    EcTaskProto task = open(carrier);
    if (!task.hasLinks()) {
      throw new IllegalArgumentException("no links of replicas: task=" + task);
    }
    return LinkTask.of(task.getLinks());
  }
}
