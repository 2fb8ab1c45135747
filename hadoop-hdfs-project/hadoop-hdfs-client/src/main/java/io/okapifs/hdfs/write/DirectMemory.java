package io.okapifs.hdfs.write;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** How much direct memory this JVM may have. */
public final class DirectMemory {

  private static final String OPTION = "MaxDirectMemorySize";

  private DirectMemory() {}

  /** The JVM's option, and as much as the heap may have where it is not set or not known. */
  public static long limitBytes() {
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    long set = options == null ? 0 : Long.parseLong(options.getVMOption(OPTION).getValue());
    return set > 0 ? set : Runtime.getRuntime().maxMemory();
  }
}
