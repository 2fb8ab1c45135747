package io.okapifs.hdfs.balancer;

import io.okapifs.PrivateField;
import io.okapifs.Woven;
import java.lang.invoke.VarHandle;
import org.apache.hadoop.hdfs.server.balancer.Dispatcher;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;

/** What HDFS keeps private of its balancer. */
public final class DispatcherFields {

  private static final VarHandle NAME_NODE =
      PrivateField.of(Dispatcher.class, "nnc", NameNodeConnector.class);

  private static final VarHandle OF_MOVE =
      PrivateField.of(Dispatcher.PendingMove.class, "this$0", Dispatcher.class);

  private DispatcherFields() {}

  /** To which a dispatcher is connected. */
  @Woven
  public static NameNodeConnector nameNode(Dispatcher dispatcher) {
    return (NameNodeConnector) NAME_NODE.get(dispatcher);
  }

  /** The same of a move. */
  @Woven
  public static NameNodeConnector nameNode(Dispatcher.PendingMove move) {
    return nameNode((Dispatcher) OF_MOVE.get(move));
  }
}
