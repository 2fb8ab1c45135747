package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.OkapiAdminPB;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTreeTransitionRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTreeTransitionResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CheckStopResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetRepairStatsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetRepairStatsResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListRulesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListRulesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RemoveRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RemoveRuleResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleResponseProto;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/**
 * The server's end of {@link OkapiAdmin}. As safe for threads as what answers.
 *
 * @param admin answers
 */
public record OkapiAdminServer(OkapiAdmin admin) implements OkapiAdminPB {

  @Override
  public OutcomesProto beginTransitions(RpcController none, BeginTransitionsRequestProto request)
      throws ServiceException {
    return Answer.wrapped(() -> admin.beginTransitions(request));
  }

  @Override
  public BeginTreeTransitionResponseProto beginTreeTransition(
      RpcController none, BeginTreeTransitionRequestProto request) throws ServiceException {
    return Answer.wrapped(() -> admin.beginTreeTransition(request));
  }

  @Override
  public OutcomesProto controlTransitions(
      RpcController none, ControlTransitionsRequestProto request) throws ServiceException {
    return Answer.wrapped(() -> admin.controlTransitions(request));
  }

  @Override
  public ListTransitionsResponseProto listTransitions(
      RpcController none, ListTransitionsRequestProto request) throws ServiceException {
    return Answer.wrapped(() -> admin.listTransitions(request));
  }

  @Override
  public GetRepairStatsResponseProto getRepairStats(
      RpcController none, GetRepairStatsRequestProto request) throws ServiceException {
    return Answer.wrapped(() -> admin.getRepairStats(request));
  }

  @Override
  public CheckStopResponseProto checkStop(RpcController none, CheckStopRequestProto request)
      throws ServiceException {
    return Answer.wrapped(() -> admin.checkStop(request));
  }

  @Override
  public ListNodesResponseProto listNodes(RpcController none, ListNodesRequestProto request)
      throws ServiceException {
    return Answer.wrapped(() -> admin.listNodes(request));
  }

  @Override
  public ListMembersResponseProto listMembers(
      RpcController none, ListMembersRequestProto request) throws ServiceException {
    return Answer.wrapped(() -> admin.listMembers(request));
  }

  @Override
  public ListMovableBlocksResponseProto listMovableBlocks(
      RpcController none, ListMovableBlocksRequestProto request) throws ServiceException {
    return Answer.wrapped(() -> admin.listMovableBlocks(request));
  }

  @Override
  public GetScrubStatusResponseProto getScrubStatus(
      RpcController none, GetScrubStatusRequestProto request) throws ServiceException {
    return Answer.wrapped(() -> admin.getScrubStatus(request));
  }

  @Override
  public SetRuleResponseProto setRule(RpcController none, SetRuleRequestProto request)
      throws ServiceException {
    return Answer.wrapped(() -> admin.setRule(request));
  }

  @Override
  public RemoveRuleResponseProto removeRule(RpcController none, RemoveRuleRequestProto request)
      throws ServiceException {
    return Answer.wrapped(() -> admin.removeRule(request));
  }

  @Override
  public ListRulesResponseProto listRules(RpcController none, ListRulesRequestProto request)
      throws ServiceException {
    return Answer.wrapped(() -> admin.listRules(request));
  }

  @Override
  public ListStorageMovesResponseProto listStorageMoves(
      RpcController none, ListStorageMovesRequestProto request) throws ServiceException {
    return Answer.wrapped(() -> admin.listStorageMoves(request));
  }
}
