package io.okapifs.hdfs.namenode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * What this software keeps for one object of HDFS, which holds it in a woven field: one part of
 * each class. Who makes the parts, and replaces them, is above all rooms; who uses one asks for it
 * by its class. Any thread may call it; each part says who may use it.
 */
public final class OkapiParts {

  /** What is woven into every object of HDFS that has parts. */
  public interface Held {
    OkapiParts okapi();
  }

  private final Map<Class<?>, Object> parts = new ConcurrentHashMap<>();

  public static OkapiParts of(BlockManager blocks) {
    return ((Held) blocks).okapi();
  }

  public static OkapiParts of(Namesystem namesystem) {
    return ((Held) namesystem).okapi();
  }

  /** Adds a part, or puts it in the place of the one of its class. */
  public OkapiParts put(Object part) {
    parts.put(part.getClass(), part);
    return this;
  }

  /** As above, of a part that is asked for by an interface. */
  public <T> OkapiParts put(Class<T> type, T part) {
    parts.put(type, part);
    return this;
  }

  /**
   * The part of a class.
   *
   * @throws IllegalStateException where there is none
   */
  public <T> T get(Class<T> type) {
    Object part = parts.get(type);
    if (part == null) {
      throw new IllegalStateException("there is no part of this class: class=" + type.getName());
    }
    return type.cast(part);
  }
}
