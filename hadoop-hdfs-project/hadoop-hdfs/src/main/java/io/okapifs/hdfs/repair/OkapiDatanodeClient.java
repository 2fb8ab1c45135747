package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.PbCall;
import io.okapifs.hdfs.protocol.UnknownService;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportResponseProto;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way from a DataNode to our service on one NameNode. A NameNode of stock HDFS does not have
 * it: that is logged once, and it is left alone for a while. Any thread may call it.
 */
public final class OkapiDatanodeClient implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(OkapiDatanodeClient.class);

  /** After that long a NameNode may have been upgraded. */
  private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final InetSocketAddress nameNode;
  private final Configuration conf;
  private final LongSupplier nanoTime;
  private OkapiDatanodePB stub;

  /** When it was found not to know the service. */
  private Optional<Long> unknownSince = Optional.empty();

  private boolean isTold;

  public OkapiDatanodeClient(InetSocketAddress nameNode, Configuration conf) {
    this(nameNode, conf, System::nanoTime);
  }

  OkapiDatanodeClient(InetSocketAddress nameNode, Configuration conf, LongSupplier nanoTime) {
    this.nameNode = nameNode;
    this.nanoTime = nanoTime;
    this.conf = new Configuration(conf);
    RPC.setProtocolEngine(this.conf, OkapiDatanodePB.class, ProtobufRpcEngine2.class);
  }

  /**
   * Sends a report.
   *
   * @return what the NameNode answers; empty where it does not know the service
   * @throws RemoteException where it refuses the report
   * @throws IOException where it does not answer
   */
  public Optional<EcReportResponseProto> report(EcReportRequestProto report) throws IOException {
    if (isLeftAlone()) {
      return Optional.empty();
    }
    try {
      OkapiDatanodePB service = service();
      EcReportResponseProto answer = PbCall.unwrapped(() -> service.report(null, report));
      hear(Optional.empty());
      return Optional.of(answer);
    } catch (RemoteException e) {
      if (!UnknownService.isCauseOf(e)) {
        throw e;
      }
      hear(Optional.of(nanoTime.getAsLong()));
      return Optional.empty();
    }
  }

  private synchronized boolean isLeftAlone() {
    return unknownSince
        .filter(since -> nanoTime.getAsLong() - since < QUIET_NANOS)
        .isPresent();
  }

  private synchronized void hear(Optional<Long> isUnknownSince) {
    unknownSince = isUnknownSince;
    if (isUnknownSince.isPresent() && !isTold) {
      LOG.info(
          "NameNode is of stock HDFS, and told nothing of repairs until it is upgraded: address={}",
          nameNode);
    }
    isTold = isUnknownSince.isPresent();
  }

  private synchronized OkapiDatanodePB service() throws IOException {
    if (stub == null) {
      stub =
          RPC.getProxy(
              OkapiDatanodePB.class, RPC.getProtocolVersion(OkapiDatanodePB.class), nameNode,
              UserGroupInformation.getLoginUser(), conf, NetUtils.getDefaultSocketFactory(conf));
    }
    return stub;
  }

  @Override
  public synchronized void close() {
    if (stub != null) {
      RPC.stopProxy(stub);
      stub = null;
    }
  }
}
