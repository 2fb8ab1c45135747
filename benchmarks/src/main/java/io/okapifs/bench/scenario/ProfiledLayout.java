package io.okapifs.bench.scenario;

import io.okapifs.bench.child.ChildJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How files lie and are protected in a profile: {@code REPLICATION-3}, or {@code NAME-k-r-CELLk} in
 * HDFS's own layout, or the same with {@code @s} behind it.
 *
 * @param copies of a block; 1 with a policy
 * @param codec of the policy; null without one
 * @param k data blocks of a group
 * @param r parity blocks of a group
 * @param cellBytes of a cell
 */
record ProfiledLayout(String name, int copies, String codec, int k, int r, int cellBytes) {

  private static final Pattern COPIES = Pattern.compile("REPLICATION-([1-9])");
  private static final Pattern POLICY =
      Pattern.compile("(.+)-(\\d+)-(\\d+)-(\\d+)k(@\\d+)?");
  private static final int KIB = 1 << 10;

  static ProfiledLayout parse(String name) {
    Matcher copies = COPIES.matcher(name);
    if (copies.matches()) {
      return new ProfiledLayout(name, Integer.parseInt(copies.group(1)), null, 1, 0, 0);
    }
    Matcher policy = POLICY.matcher(name);
    if (!policy.matches()) {
      throw new IllegalArgumentException(
          "no layout: " + name + " (REPLICATION-3, RS-6-3-1024k or RS-6-3-1024k@2)");
    }
    return new ProfiledLayout(
        name, 1, policy.group(1).toLowerCase(Locale.ROOT), Integer.parseInt(policy.group(2)),
        Integer.parseInt(policy.group(3)), Integer.parseInt(policy.group(4)) * KIB);
  }

  /** Nodes that blocks of a group, or copies of a block, lie on. */
  int width() {
    return codec == null ? copies : k + r;
  }

  /** Starts a cluster whose files in a directory are so. */
  void start(ChildJvm cluster, String directory, int nodes, long blockBytes) throws IOException {
    List<Object> words = new ArrayList<>(List.of("start", nodes, blockBytes));
    words.add("dfs.replication=" + copies);
    cluster.ask(words.toArray());
    if (codec != null) {
      cluster.ask("policy", codec, k, r, cellBytes);
      cluster.ask("directory", directory, name);
    }
  }
}
