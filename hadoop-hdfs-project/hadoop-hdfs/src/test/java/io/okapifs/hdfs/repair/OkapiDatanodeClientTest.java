package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.OkapiAdminPB;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OkapiAdminProtocol;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.SenderProto;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.slf4j.LoggerFactory;

/** What a DataNode does with a NameNode of stock HDFS. */
class OkapiDatanodeClientTest {

  private static final EcReportRequestProto REPORT =
      EcReportRequestProto.newBuilder()
          .setSender(
              SenderProto.newBuilder()
                  .setDatanodeUuid("uuid").setIpAddress("127.0.0.1").setTransferPort(1)
                  .setBlockPool("pool"))
          .build();

  private final Configuration conf = new Configuration();

  /** A server that has another service. */
  private RPC.Server server() throws IOException {
    RPC.setProtocolEngine(conf, OkapiAdminPB.class, ProtobufRpcEngine2.class);
    RPC.Server server =
        new RPC.Builder(conf)
            .setProtocol(OkapiAdminPB.class)
            .setInstance(
                OkapiAdminProtocol.newReflectiveBlockingService(Mockito.mock(OkapiAdminPB.class)))
            .setBindAddress("127.0.0.1")
            .setPort(0)
            .build();
    server.start();
    return server;
  }

  @Test
  void itIsToldOfOnceAndLeftAloneForAWhile() throws IOException {
    conf.setInt("ipc.client.connect.max.retries", 0);
    RPC.Server server = server();
    AtomicLong now = new AtomicLong();
    LogCapturer log =
        LogCapturer.captureLogs(LoggerFactory.getLogger(OkapiDatanodeClient.class));
    try (OkapiDatanodeClient client =
        new OkapiDatanodeClient(NetUtils.getConnectAddress(server), conf, now::get)) {
      assertThat(client.report(REPORT)).isEmpty();
      now.addAndGet(TimeUnit.MINUTES.toNanos(2));
      assertThat(client.report(REPORT)).isEmpty();
      assertThat(log.getOutput().lines().filter(line -> line.contains("is of stock HDFS")))
          .hasSize(1);
      server.stop();
      // Nobody is asked.
      assertThat(client.report(REPORT)).isEmpty();
      now.addAndGet(TimeUnit.MINUTES.toNanos(2));
      assertThatThrownBy(() -> client.report(REPORT)).isInstanceOf(IOException.class);
    } finally {
      log.stopCapturing();
      server.stop();
    }
  }
}
