package io.okapifs.hdfs.read;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Blocks that a stream has given up, and why. Any thread may call it. */
public final class LostBlocks {

  private final Map<Source, String> reasons = new ConcurrentHashMap<>();

  public void add(Source source, String reason) {
    reasons.put(source, reason);
  }

  public boolean contains(Source source) {
    return reasons.containsKey(source);
  }

  boolean isEmpty() {
    return reasons.isEmpty();
  }

  public String reason(Source source) {
    return reasons.get(source);
  }

  /** Gives the members of a group another chance. */
  public void forget(FileView view, long group) {
    for (int member = 0; member < view.layout().policy().n(); member++) {
      reasons.remove(view.member(group, member));
    }
  }

  /** Parity blocks are different ones under a new policy. */
  void forgetParities() {
    reasons.keySet().removeIf(Source::isParity);
  }

  public void clear() {
    reasons.clear();
  }
}
