package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;

/** A NameNode that does nothing but serve; its commands are those of {@link ProcessCluster}. */
public final class NameNodeDriver {

  private NameNodeDriver() {}

  public static void main(String[] args) throws Exception {
    ProcessCluster cluster = new ProcessCluster();
    ChildLoop.serve(cluster::handle, cluster::mini);
  }
}
