package io.okapifs.bench.driver.scale;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.metrics.NameNodeMetrics;
import org.apache.hadoop.metrics2.lib.MutableGaugeInt;

/** The image is saved, and loaded by a NameNode that starts. Used by one thread. */
final class ImageEvents {

  private final ScaleCluster cluster;
  private final long emptyBytes;

  /** Of a NameNode that has no files yet. */
  ImageEvents(ScaleCluster cluster) throws IOException {
    this.cluster = cluster;
    enterAndSave();
    emptyBytes = imageBytes();
    cluster.rpc().setSafeMode(SafeModeAction.SAFEMODE_LEAVE, false);
  }

  /**
   * Saves the image in safe mode, and stays there. Threads of its own do it and end, so that the
   * wall's clock is told.
   */
  Map<String, Object> save(long files) throws Exception {
    long start = System.nanoTime();
    enterAndSave();
    long nanos = System.nanoTime() - start;
    return Map.of("units", files, "wallNanos", nanos, "imageBytes", imageBytes() - emptyBytes);
  }

  private void enterAndSave() throws IOException {
    cluster.rpc().setSafeMode(SafeModeAction.SAFEMODE_ENTER, false);
    cluster.rpc().saveNamespace(0, 0);
  }

  /** Restarts the NameNode; what is told is its own account of how long it loaded the image. */
  Map<String, Object> load(long files) throws Exception {
    cluster.restart();
    Field time = NameNodeMetrics.class.getDeclaredField("fsImageLoadTime");
    time.setAccessible(true);
    long millis = ((MutableGaugeInt) time.get(NameNode.getNameNodeMetrics())).value();
    return Map.of("units", files, "wallNanos", TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Of the newest image. */
  private long imageBytes() throws IOException {
    Path current = Path.of(cluster.mini().getNameDirs(0).iterator().next()).resolve("current");
    try (Stream<Path> all = Files.list(current)) {
      Path newest =
          all.filter(path -> path.getFileName().toString().matches("fsimage_\\d+"))
              .max(Path::compareTo)
              .orElseThrow(() -> new IOException("no image: folder=" + current));
      return Files.size(newest);
    }
  }
}
