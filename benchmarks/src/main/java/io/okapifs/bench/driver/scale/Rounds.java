package io.okapifs.bench.driver.scale;

import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/**
 * What a NameNode does on its own every second, beyond what a stock one does. Between the events it
 * is kept from that, so that an event's costs are its own; where it belongs to an event it is done
 * by hand.
 */
public interface Rounds {

  /** Those of a stock NameNode: there are none. */
  Rounds NONE =
      new Rounds() {
        @Override
        public void stop(FSNamesystem namesystem) {}

        @Override
        public void watchNodes(FSNamesystem namesystem) {}

        @Override
        public void lookAtChanges(FSNamesystem namesystem) {}

        @Override
        public Map<String, Step> sweeps(FSNamesystem namesystem) {
          return Map.of();
        }
      };

  /** Something that is done by hand. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  /** Ends them, after each start of the NameNode. */
  void stop(FSNamesystem namesystem);

  /** Notices what has become of DataNodes. */
  void watchNodes(FSNamesystem namesystem) throws Exception;

  /** Looks at block groups of which replicas came or went since the last round. */
  void lookAtChanges(FSNamesystem namesystem) throws Exception;

  /** The looks at everything that it takes portion by portion, by name; a step takes all of it. */
  Map<String, Step> sweeps(FSNamesystem namesystem);
}
