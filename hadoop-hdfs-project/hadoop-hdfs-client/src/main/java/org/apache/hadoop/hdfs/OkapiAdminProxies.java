package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.OkapiAdminPB;
import io.okapifs.hdfs.protocol.OkapiAdminTranslator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.hdfs.server.namenode.ha.AbstractNNFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;
import org.apache.hadoop.io.retry.DefaultFailoverProxyProvider;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.io.retry.RetryProxy;
import org.apache.hadoop.io.retry.RetryUtils;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Connects file systems to {@link OkapiAdmin} of their NameNodes, as HDFS connects them to its own.
 */
public final class OkapiAdminProxies {

  private OkapiAdminProxies() {}

  /**
   * The service of the active NameNode of a file system, for its user. It follows failovers.
   *
   * @return to be ended by {@link RPC#stopProxy}
   */
  public static OkapiAdmin of(DistributedFileSystem hdfs) throws IOException {
    UserGroupInformation user = hdfs.getClient().ugi;
    Configuration conf = new Configuration(hdfs.getConf());
    RPC.setProtocolEngine(conf, OkapiAdminPB.class, ProtobufRpcEngine2.class);
    try {
      return user.doAs(
          (PrivilegedExceptionAction<OkapiAdmin>) () -> connect(conf, hdfs.getUri(), user));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while connecting to " + hdfs.getUri(), e);
    }
  }

  private static OkapiAdmin connect(Configuration conf, URI uri, UserGroupInformation user)
      throws IOException {
    AtomicBoolean fallback = new AtomicBoolean();
    withoutObservers(conf, uri);
    AbstractNNFailoverProxyProvider<OkapiAdmin> failover =
        NameNodeProxiesClient.createFailoverProxyProvider(
            conf, uri, OkapiAdmin.class, true, fallback, new Factory());
    return failover == null
        ? new Factory()
            .createProxy(
                conf, DFSUtilClient.getNNAddress(uri), OkapiAdmin.class, user, true, fallback)
        : NameNodeProxiesClient.createHAProxy(conf, uri, OkapiAdmin.class, failover).getProxy();
  }

  /**
   * The provider for observers can do nothing but ClientProtocol; observers know no transitions.
   */
  private static void withoutObservers(Configuration conf, URI uri) throws IOException {
    Class<?> provider = NameNodeProxiesClient.getFailoverProxyProviderClass(conf, uri);
    if (provider != null && ObserverReadProxyProvider.class.isAssignableFrom(provider)) {
      conf.set(
          HdfsClientConfigKeys.Failover.PROXY_PROVIDER_KEY_PREFIX + "." + uri.getHost(),
          ConfiguredFailoverProxyProvider.class.getName());
    }
  }

  /** Connects to one NameNode. */
  private static final class Factory implements HAProxyFactory<OkapiAdmin> {

    @Override
    public OkapiAdmin createProxy(
        Configuration conf, InetSocketAddress nameNode, Class<OkapiAdmin> type,
        UserGroupInformation user, boolean withRetries, AtomicBoolean fallback)
        throws IOException {
      RetryPolicy policy =
          RetryUtils.getDefaultRetryPolicy(
              conf, HdfsClientConfigKeys.Retry.POLICY_ENABLED_KEY,
              HdfsClientConfigKeys.Retry.POLICY_ENABLED_DEFAULT,
              HdfsClientConfigKeys.Retry.POLICY_SPEC_KEY,
              HdfsClientConfigKeys.Retry.POLICY_SPEC_DEFAULT, SafeModeException.class.getName());
      OkapiAdmin once =
          new OkapiAdminTranslator(
              RPC.getProtocolProxy(
                      OkapiAdminPB.class, RPC.getProtocolVersion(OkapiAdminPB.class), nameNode,
                      user, conf, NetUtils.getDefaultSocketFactory(conf),
                      Client.getRpcTimeout(conf), policy, fallback)
                  .getProxy());
      return withRetries
          ? (OkapiAdmin)
              RetryProxy.create(
                  OkapiAdmin.class, new DefaultFailoverProxyProvider<>(OkapiAdmin.class, once),
                  Map.of(), policy)
          : once;
    }

    @Override
    public OkapiAdmin createProxy(
        Configuration conf, InetSocketAddress nameNode, Class<OkapiAdmin> type,
        UserGroupInformation user, boolean withRetries) throws IOException {
      return createProxy(conf, nameNode, type, user, withRetries, null);
    }
  }
}
