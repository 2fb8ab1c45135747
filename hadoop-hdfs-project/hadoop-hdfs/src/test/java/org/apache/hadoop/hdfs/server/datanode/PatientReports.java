package org.apache.hadoop.hdfs.server.datanode;

import java.lang.reflect.Field;
import org.apache.hadoop.util.ServicePlugin;

/**
 * A plugin for DataNodes of tests: while a heartbeat or a report is late, their threads wait four
 * milliseconds before they look again. Those of HDFS do not wait at all (HDFS-16559), and took a
 * third of the processor time of the tests.
 */
public final class PatientReports implements ServicePlugin {

  @Override
  public void start(Object dataNode) {
    for (BPOfferService service : ((DataNode) dataNode).getAllBpOs()) {
      for (BPServiceActor actor : service.getBPServiceActors()) {
        Manager.replace(actor, (DataNode) dataNode);
      }
    }
  }

  @Override
  public void stop() {}

  @Override
  public void close() {}

  private static final class Manager extends IncrementalBlockReportManager {

    private static final long LATE_MILLIS = 4;
    private static final Field MANAGER = field(BPServiceActor.class, "ibrManager");
    private static final Field PENDING = field(IncrementalBlockReportManager.class, "pendingIBRs");

    private Manager(DataNode node) {
      super(node.getDnConf().ibrInterval, node.getMetrics());
    }

    /** What waits to be reported waits here from now on. */
    static void replace(BPServiceActor actor, DataNode node) {
      IncrementalBlockReportManager stock = actor.getIbrManager();
      Manager patient = new Manager(node);
      try {
        synchronized (stock) {
          PENDING.set(patient, PENDING.get(stock));
          MANAGER.set(actor, patient);
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    private static Field field(Class<?> owner, String name) {
      try {
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        return field;
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException(e);
      }
    }

    /** A heartbeat that is late is sent by one thread, a report that is ready by the other one. */
    @Override
    synchronized void waitTillNextIBR(long millis) {
      boolean isLate = millis <= 0 || sendImmediately();
      if (!isLate) {
        super.waitTillNextIBR(millis);
        return;
      }
      try {
        wait(LATE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
