package io.okapifs.hdfs.seam;

import java.util.List;
import java.util.Map;

/** What of ours runs in a daemon; in JMX {@code Hadoop:service=NameNode|DataNode,name=Okapi}. */
public interface BuildMXBean {

  /** As in 3.3.6-okapi-1: Hadoop's and, behind it, ours. */
  String getVersion();

  /** Which commit the jars were built from. */
  String getCommit();

  /**
   * The kernel that codes are computed by: "none" where there is none, empty in a NameNode, which
   * computes no codes.
   */
  String getKernel();

  /** Why that is no native one; empty where it is. */
  String getWhyNotNative();

  /** How much direct memory the JVM may have, in bytes. */
  long getDirectMemoryBytes();

  /** Settings of ours for this daemon with their values, defaults too. */
  Map<String, String> getSettings();

  /** Settings of corrections of HDFS that are switched off. */
  List<String> getFixesOff();
}
