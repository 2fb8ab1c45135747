package io.okapifs.hdfs.protocol;

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
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.ipc.ProtocolTranslator;
import org.apache.hadoop.ipc.RPC;

/**
 * The client's end of {@link OkapiAdmin}. As safe for threads as the stub.
 *
 * @param stub is closed with this
 */
public record OkapiAdminTranslator(OkapiAdminPB stub)
    implements OkapiAdmin, ProtocolTranslator, Closeable {

  @Override
  public OutcomesProto beginTransitions(BeginTransitionsRequestProto request) throws IOException {
    return PbCall.unwrapped(() -> stub.beginTransitions(null, request));
  }

  @Override
  public BeginTreeTransitionResponseProto beginTreeTransition(
      BeginTreeTransitionRequestProto request) throws IOException {
    return PbCall.unwrapped(() -> stub.beginTreeTransition(null, request));
  }

  @Override
  public OutcomesProto controlTransitions(ControlTransitionsRequestProto request)
      throws IOException {
    return PbCall.unwrapped(() -> stub.controlTransitions(null, request));
  }

  @Override
  public ListTransitionsResponseProto listTransitions(ListTransitionsRequestProto request)
      throws IOException {
    return PbCall.unwrapped(() -> stub.listTransitions(null, request));
  }

  @Override
  public GetRepairStatsResponseProto getRepairStats(GetRepairStatsRequestProto request)
      throws IOException {
    return PbCall.unwrapped(() -> stub.getRepairStats(null, request));
  }

  @Override
  public CheckStopResponseProto checkStop(CheckStopRequestProto request) throws IOException {
    return PbCall.unwrapped(() -> stub.checkStop(null, request));
  }

  @Override
  public ListNodesResponseProto listNodes(ListNodesRequestProto request) throws IOException {
    return PbCall.unwrapped(() -> stub.listNodes(null, request));
  }

  @Override
  public ListMembersResponseProto listMembers(ListMembersRequestProto request)
      throws IOException {
    return PbCall.unwrapped(() -> stub.listMembers(null, request));
  }

  @Override
  public ListMovableBlocksResponseProto listMovableBlocks(ListMovableBlocksRequestProto request)
      throws IOException {
    return PbCall.unwrapped(() -> stub.listMovableBlocks(null, request));
  }

  @Override
  public GetScrubStatusResponseProto getScrubStatus(GetScrubStatusRequestProto request)
      throws IOException {
    return PbCall.unwrapped(() -> stub.getScrubStatus(null, request));
  }

  @Override
  public SetRuleResponseProto setRule(SetRuleRequestProto request) throws IOException {
    return PbCall.unwrapped(() -> stub.setRule(null, request));
  }

  @Override
  public RemoveRuleResponseProto removeRule(RemoveRuleRequestProto request) throws IOException {
    return PbCall.unwrapped(() -> stub.removeRule(null, request));
  }

  @Override
  public ListRulesResponseProto listRules(ListRulesRequestProto request) throws IOException {
    return PbCall.unwrapped(() -> stub.listRules(null, request));
  }

  @Override
  public ListStorageMovesResponseProto listStorageMoves(ListStorageMovesRequestProto request)
      throws IOException {
    return PbCall.unwrapped(() -> stub.listStorageMoves(null, request));
  }

  @Override
  public Object getUnderlyingProxyObject() {
    return stub;
  }

  @Override
  public void close() {
    RPC.stopProxy(stub);
  }
}
