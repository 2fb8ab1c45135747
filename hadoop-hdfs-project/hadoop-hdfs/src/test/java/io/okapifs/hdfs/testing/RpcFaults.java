package io.okapifs.hdfs.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.ipc.Client.ConnectionId;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcInvocationHandler;

/** Connections of clients to the NameNodes on which a test can lose calls and answers. */
public final class RpcFaults<T> extends ConfiguredFailoverProxyProvider<T> {

  /** What happens to a call on its way; called again for every retry. */
  public interface Fault {

    /** Before the NameNode gets the call; the call is lost where this throws. */
    void before(String method, Object[] arguments) throws Exception;

    /** Before the client gets the answer; the answer is lost where this throws. */
    void after(String method, Object[] arguments) throws Exception;

    /** What the client gets for an answer. */
    default Object answer(String method, Object[] arguments, Object answer) {
      return answer;
    }
  }

  private static volatile Fault fault;

  public RpcFaults(
      Configuration conf, URI uri, Class<T> protocol, HAProxyFactory<T> factory) {
    super(conf, uri, protocol, factory);
  }

  /**
   * @param next null for none
   */
  public static void set(Fault next) {
    fault = next;
  }

  @Override
  public synchronized ProxyInfo<T> getProxy() {
    ProxyInfo<T> real = super.getProxy();
    Object lossy =
        Proxy.newProxyInstance(
            RpcFaults.class.getClassLoader(), new Class<?>[] {getInterface()},
            new Lossy(real.proxy));
    return new ProxyInfo<>(getInterface().cast(lossy), real.proxyInfo);
  }

  /** Counts as an RPC for the retry layer, which else would not mark retries as such. */
  private record Lossy(Object real) implements RpcInvocationHandler {

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      Fault now = fault;
      if (now != null) {
        now.before(method.getName(), arguments);
      }
      Object answer;
      try {
        answer = method.invoke(real, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
      if (now != null) {
        now.after(method.getName(), arguments);
        answer = now.answer(method.getName(), arguments, answer);
      }
      return answer;
    }

    @Override
    public ConnectionId getConnectionId() {
      return RPC.getConnectionIdForProxy(real);
    }

    @Override
    public void close() throws IOException {
      RPC.stopProxy(real);
    }
  }
}
