package org.apache.hadoop.hdfs.server.datanode;

import java.lang.reflect.Field;
import java.util.Collection;

/** What NameNodes have told a DataNode, and it has not begun to do. */
public final class QueuedCommands {

  private QueuedCommands() {}

  /** Of all NameNodes. */
  public static boolean areNone(DataNode node) {
    return node.getAllBpOs().stream()
        .flatMap(service -> service.getBPServiceActors().stream())
        .allMatch(actor -> queue(actor).isEmpty());
  }

  private static Collection<?> queue(BPServiceActor actor) {
    try {
      Field thread = BPServiceActor.class.getDeclaredField("commandProcessingThread");
      thread.setAccessible(true);
      Field queue = BPServiceActor.CommandProcessingThread.class.getDeclaredField("queue");
      queue.setAccessible(true);
      return (Collection<?>) queue.get(thread.get(actor));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
