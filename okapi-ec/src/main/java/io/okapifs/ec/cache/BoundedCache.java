package io.okapifs.ec.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Remembers the values used last, at most a given number of them. Any thread may call it.
 *
 * <p>A missing value is computed outside the lock: two threads may compute it twice, none waits for
 * a long computation of another. Values must therefore depend on the key alone.
 *
 * @param <K> what a value depends on
 * @param <V> immutable, since threads share it
 */
public final class BoundedCache<K, V> {
  private final Map<K, V> values;

  /**
   * A cache of at most so many values, at least one.
   *
   * @throws IllegalArgumentException for less than one
   */
  public BoundedCache(int entriesMax) {
    if (entriesMax < 1) {
      throw new IllegalArgumentException("a cache needs room: entriesMax=" + entriesMax);
    }
    values =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > entriesMax;
          }
        };
  }

  /**
   * The remembered value, or the computed one.
   *
   * @param key equal keys are of equal values
   * @param compute from the key to its value; what it throws is passed on, and nothing is
   *     remembered
   * @return the same object for every thread as long as it is remembered
   */
  public V get(K key, Function<? super K, ? extends V> compute) {
    synchronized (values) {
      V value = values.get(key);
      if (value != null) {
        return value;
      }
    }
    V computed = compute.apply(key);
    synchronized (values) {
      V earlier = values.putIfAbsent(key, computed);
      return earlier == null ? computed : earlier;
    }
  }

  /** Remembers nothing any more. */
  public void clear() {
    synchronized (values) {
      values.clear();
    }
  }

  /** How many values are remembered now. */
  public int size() {
    synchronized (values) {
      return values.size();
    }
  }
}
