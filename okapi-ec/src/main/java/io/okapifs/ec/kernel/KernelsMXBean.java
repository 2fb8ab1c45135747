package io.okapifs.ec.kernel;

import java.util.List;
import java.util.Map;

/** Which kernels this process has; in daemons of Hadoop their JMX shows it. */
public interface KernelsMXBean {

  /** Those that are used, fastest first; "java" last. */
  List<String> getAvailable();

  /** Why there is no native one; empty where there is one. */
  String getWhyNotNative();

  /** Those that do not compute what the Java kernel does, with what they did. */
  Map<String, String> getRefused();

  /** How many those are. */
  int getRefusedCount();
}
