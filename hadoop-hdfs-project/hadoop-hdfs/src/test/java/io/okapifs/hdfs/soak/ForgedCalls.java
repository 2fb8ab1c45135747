package io.okapifs.hdfs.soak;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EncodingsProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.SenderProto;
import io.okapifs.hdfs.repair.OkapiDatanodeClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/** What no client of ours asks for. Each call is refused, and nothing may come of it. */
final class ForgedCalls {

  private static final long TOO_LONG = 1L << 60;

  private ForgedCalls() {}

  /** Of the writer of a decoupled file, and of one who is not. */
  static void send(SoakCluster cluster, Path path, FSDataOutputStream out) throws IOException {
    ClientProtocol nameNode = cluster.fs().getClient().getNamenode();
    String writer = cluster.fs().getClient().getClientName();
    long id = ((DFSOutputStream) out.getWrappedStream()).getFileId();
    String file = path.toString();
    refused(() -> cluster.transitions().begin(path, "no-policy", TransitionRecord.NORMAL));
    refused(
        () ->
            cluster.fs().setXAttr(
                path, TransitionRecord.FULL_XATTR,
                "policy=no-policy priority=1".getBytes(StandardCharsets.UTF_8)));
    refused(() -> report(cluster));
    refused(() -> nameNode.fsync(file, id, writer, TOO_LONG));
    for (String marker : new String[] {"okapi-pg=0:1024", "okapi-pg=-1:1", "okapi-pg=99:" + TOO_LONG}) {
      refused(
          () ->
              nameNode.addBlock(
                  file, "stranger", null, null, id, new String[] {marker},
                  EnumSet.noneOf(AddBlockFlag.class)));
    }
    refused(
        () ->
            nameNode.addBlock(
                file, writer, null, null, id, new String[] {"okapi-pg=99:" + TOO_LONG},
                EnumSet.noneOf(AddBlockFlag.class)));
    var blocks =
        cluster.fs().getClient().getLocatedBlocks(file, 0, Long.MAX_VALUE).getLocatedBlocks();
    if (!blocks.isEmpty()) {
      ExtendedBlock last = new ExtendedBlock(blocks.get(blocks.size() - 1).getBlock());
      last.setNumBytes(TOO_LONG);
      refused(() -> nameNode.complete(file, writer, last, id));
      refused(() -> nameNode.updateBlockForPipeline(last, "stranger"));
      refused(
          () ->
              cluster.active().getRpcServer().commitBlockSynchronization(
                  last, last.getGenerationStamp() + 1, TOO_LONG, true, false, new DatanodeID[0],
                  new String[0]));
    }
  }

  /** In the name of a DataNode that is none. */
  private static void report(SoakCluster cluster) throws IOException {
    EcReportRequestProto report =
        EcReportRequestProto.newBuilder()
            .setSender(
                SenderProto.newBuilder()
                    .setDatanodeUuid("nobody").setIpAddress("127.0.0.1").setTransferPort(1)
                    .setBlockPool(cluster.active().getNamesystem().getBlockPoolId()))
            .setEncodings(EncodingsProto.newBuilder().addParityGroup(TOO_LONG))
            .build();
    try (OkapiDatanodeClient client =
        new OkapiDatanodeClient(
            cluster.active().getServiceRpcAddress(), cluster.fs().getConf())) {
      client.report(report);
    }
  }

  private interface Call {
    void send() throws IOException;
  }

  private static void refused(Call call) {
    assertThatThrownBy(call::send).isInstanceOf(IOException.class);
  }
}
