package io.okapifs.hdfs.balancer;

import io.okapifs.PrivateField;
import io.okapifs.Woven;
import java.lang.invoke.VarHandle;
import org.apache.hadoop.hdfs.server.balancer.Dispatcher;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;
import org.apache.hadoop.hdfs.server.mover.Mover;

/** What HDFS keeps private of its mover. */
public final class MoverFields {

  private static final VarHandle DISPATCHER =
      PrivateField.of(Mover.class, "dispatcher", Dispatcher.class);

  private static final VarHandle OF_PROCESSOR =
      PrivateField.of(nested("Processor"), "this$0", Mover.class);

  private static final VarHandle HAS_REMAINING =
      PrivateField.of(nested("Result"), "hasRemaining", boolean.class);

  private MoverFields() {}

  private static Class<?> nested(String name) {
    try {
      return Class.forName(Mover.class.getName() + "$" + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "HDFS's mover has no " + name + ": these jars are made for another version of HDFS", e);
    }
  }

  /** To which a mover is connected that looks at files. */
  @Woven
  public static NameNodeConnector nameNode(Object processor) {
    return DispatcherFields.nameNode(
        (Dispatcher) DISPATCHER.get((Mover) OF_PROCESSOR.get(processor)));
  }

  /** Notes in the result of a pass that some blocks are not where they should be. */
  @Woven
  public static void setRemaining(Object result) {
    HAS_REMAINING.set(result, true);
  }
}
