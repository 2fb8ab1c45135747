package io.okapifs.ec.kernel;

import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/** A choice of kernels, told by JMX. */
record KernelState(KernelChoice choice) implements KernelsMXBean {

  /** Tells of a choice; a second class loader that has these classes finds the name taken. */
  static void register(KernelChoice choice) {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(new KernelState(choice), new ObjectName(Kernels.BEAN));
    } catch (JMException e) {
      System.getLogger(Kernels.class.getName()).log(Level.DEBUG, "no bean of the kernels", e);
    }
  }

  @Override
  public List<String> getAvailable() {
    return choice.names();
  }

  @Override
  public String getWhyNotNative() {
    return choice.whyNotNative().orElse("");
  }

  @Override
  public Map<String, String> getRefused() {
    return choice.refused();
  }

  @Override
  public int getRefusedCount() {
    return choice.refused().size();
  }
}
