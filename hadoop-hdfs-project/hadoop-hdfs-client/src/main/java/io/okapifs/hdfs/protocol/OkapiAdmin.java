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
import java.io.IOException;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.io.retry.Idempotent;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;

/**
 * What clients ask of the active NameNode. Its name is that of the service, and the key of its ACL
 * is {@link #ACL_KEY}. A call that came through may come again: nothing happens then. Any thread
 * may call it.
 *
 * <p>Where a call is about several paths, each has an outcome of its own. An exception says that
 * the NameNode took none of those without one, as in safe mode.
 */
@KerberosInfo(serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
@TokenInfo(DelegationTokenSelector.class)
public interface OkapiAdmin {

  /** Name of the service on the wire: that of this class, which servers load. */
  String NAME = "io.okapifs.hdfs.protocol.OkapiAdmin";

  /** Who may call it; not set: everybody. */
  String ACL_KEY = "security.okapi.admin.protocol.acl";

  /** Paths in one call. */
  int PATHS_MAX = 1000;

  /** Has files get another form, some time. */
  @Idempotent
  OutcomesProto beginTransitions(BeginTransitionsRequestProto request) throws IOException;

  /** Has the files of a tree get another form, some time. */
  @Idempotent
  BeginTreeTransitionResponseProto beginTreeTransition(BeginTreeTransitionRequestProto request)
      throws IOException;

  /** Cancels, pauses or resumes transitions of files and requests for trees; pauses rules. */
  @Idempotent
  OutcomesProto controlTransitions(ControlTransitionsRequestProto request) throws IOException;

  /** A page of the transitions at and below a path. */
  @Idempotent
  ListTransitionsResponseProto listTransitions(ListTransitionsRequestProto request)
      throws IOException;

  /** What DataNodes told of their repairs. */
  @Idempotent
  GetRepairStatsResponseProto getRepairStats(GetRepairStatsRequestProto request)
      throws IOException;

  /** What could not be read, or lose nothing more, if some DataNodes stopped. */
  @Idempotent
  CheckStopResponseProto checkStop(CheckStopRequestProto request) throws IOException;

  /** What DataNodes are and do, a page of them. */
  @Idempotent
  ListNodesResponseProto listNodes(ListNodesRequestProto request) throws IOException;

  /** What a DataNode has of files with a stripe width, a page of it. */
  @Idempotent
  ListMembersResponseProto listMembers(ListMembersRequestProto request) throws IOException;

  /** Some of the blocks of parity groups that may leave a DataNode, other ones each time. */
  @Idempotent
  ListMovableBlocksResponseProto listMovableBlocks(ListMovableBlocksRequestProto request)
      throws IOException;

  /** How far the scrub of all groups is. */
  @Idempotent
  GetScrubStatusResponseProto getScrubStatus(GetScrubStatusRequestProto request)
      throws IOException;

  /** Sets the rule of a directory, or tells only whether it may be set. */
  @Idempotent
  SetRuleResponseProto setRule(SetRuleRequestProto request) throws IOException;

  /** Removes the rule of a directory; what has begun goes on. */
  @Idempotent
  RemoveRuleResponseProto removeRule(RemoveRuleRequestProto request) throws IOException;

  /** The rules of directories at and below a path. */
  @Idempotent
  ListRulesResponseProto listRules(ListRulesRequestProto request) throws IOException;

  /** Blocks of a file on storage that its storage policy does not want, a page of them. */
  @Idempotent
  ListStorageMovesResponseProto listStorageMoves(ListStorageMovesRequestProto request)
      throws IOException;
}
