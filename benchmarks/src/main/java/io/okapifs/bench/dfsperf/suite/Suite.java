package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import io.okapifs.bench.dfsperf.config.SuiteConfig;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** A suite: what all slaves do together. It has no state. */
public interface Suite {

  String name();

  /** What can be set, in the order of reports. */
  List<Key> keys();

  /** What is measured, in the order of reports. */
  List<Statistic> statistics();

  /** The folder that a slave writes into or reads from. */
  Path folder(Path workspace, int task);

  /** What is deleted when the run is over; empty where files are for later runs. */
  default Optional<Path> garbage(Path workspace) {
    return Optional.empty();
  }

  /** What it needs of a file system. */
  default Needs needs(SuiteConfig config) {
    return Needs.NOTHING;
  }

  /** Whether the slave's folder is made anew before threads are set up. */
  default boolean writes() {
    return true;
  }

  /** Connects a thread. */
  Worker worker(Scope scope, int thread) throws IOException;
}
