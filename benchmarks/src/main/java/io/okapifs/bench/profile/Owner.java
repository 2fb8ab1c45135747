package io.okapifs.bench.profile;

/** Whose code it is. */
public enum Owner {
  /** Of this project, advice that is woven into Hadoop's classes included. */
  OURS,
  /** Hadoop's, as it is in upstream's jars. */
  HADOOP,
  /** Java's own classes. */
  JDK,
  /** Other libraries that Hadoop uses, and classes that are made at run time. */
  LIBRARIES,
  /** The client that the benchmark plays. */
  BENCHMARK,
  /** Native code that was called from Java: kernels of codes, system calls, copies. */
  NATIVE,
  /** The JVM's own threads: compilers and the collector of garbage. */
  JVM
}
