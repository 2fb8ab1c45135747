package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.child.ChildJvm;
import io.okapifs.bench.child.Jars;
import io.okapifs.bench.driver.scale.ScaleDriver;
import io.okapifs.bench.own.OwnScaleDriver;
import java.io.IOException;
import java.nio.file.Path;

/** A NameNode in a JVM of its own whose files have one layout. */
final class ScaleSide implements AutoCloseable {

  /** Files in HDFS's own layout on the stock jars: what others are compared with. */
  static final String STOCK = "stock";

  /** Files in HDFS's own layout on our jars. */
  static final String COUPLED = "coupled";

  private final String layout;
  private final ChildJvm child;

  /**
   * Starts it.
   *
   * @param layout {@link #STOCK}, {@link #COUPLED} or {@code @s}, where s is the stripe width
   * @param folder for its files
   */
  ScaleSide(String layout, Path folder, String heap) throws IOException {
    this.layout = layout;
    child =
        layout.equals(STOCK)
            ? new ChildJvm(Jars.STOCK, ScaleDriver.class, folder, "-Xmx" + heap)
            : new ChildJvm(Jars.OURS, OwnScaleDriver.class, folder, "-Xmx" + heap);
  }

  String layout() {
    return layout;
  }

  boolean isOurs() {
    return !layout.equals(STOCK);
  }

  /** What directories are given. */
  String policy(String name) {
    return layout.startsWith("@") ? name + layout : name;
  }

  JsonNode ask(Object... words) throws IOException {
    return child.ask(words);
  }

  @Override
  public void close() {
    child.close();
  }
}
