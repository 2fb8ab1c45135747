package io.okapifs.hdfs.namenode.health;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.recovery.Forgoing;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.util.Time;

/**
 * For how long a NameNode has tried to close files whose writers are gone. While a file's time
 * runs, DataNodes that give no answer are waited for; then it is closed with what the others have.
 * A NameNode that starts or takes over begins anew.
 */
public final class RecoveryClock {

  /** When the recovery of a stripe began, by the state that it drops when it is complete. */
  private final Map<BlockUnderConstructionFeature, Long> since =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static RecoveryClock of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(RecoveryClock.class);
  }

  /** Starts the clock of a stripe under construction, unless it runs already. */
  public static void start(BlockManager blocks, BlockInfo stripe) {
    of(blocks).since.putIfAbsent(stripe.getUnderConstructionFeature(), Time.monotonicNow());
  }

  /** Whether the time of a stripe under construction is over; it is not before it began. */
  public static boolean isOver(BlockManager blocks, BlockInfo stripe) {
    Long began = of(blocks).since.get(stripe.getUnderConstructionFeature());
    return began != null && Time.monotonicNow() - began >= waitMillis(blocks);
  }

  private static long waitMillis(BlockManager blocks) {
    Configuration conf = BlockManagerWindow.conf(blocks);
    return conf.getTimeDuration(
        Forgoing.WAIT_KEY, Forgoing.WAIT_DEFAULT, TimeUnit.SECONDS, TimeUnit.MILLISECONDS);
  }
}
