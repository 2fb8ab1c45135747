package org.apache.hadoop.hdfs.server;

/** In a package of HDFS's servers, and no window. */
final class CanaryInServerPackage {}
