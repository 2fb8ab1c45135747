package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto.ReasonProto;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one walk over a tree found, of a request or a rule. Used under the monitor of that. */
final class TreeCounts {

  /** Why a file is left as it is. */
  enum Left {
    ALREADY_SO, OTHER_LAYOUT, TOO_YOUNG, TOO_SMALL, REPLICATED, OPEN, IN_TRANSITION, RESTING,
    REFUSED
  }

  /** Reasons that are told apart; a reason may name values of a file. */
  private static final int REASONS_MAX = 20;

  private static final String OTHERS = "for further reasons";

  private static final class Reason {
    private final String example;
    private long files;

    Reason(String example) {
      this.example = example;
    }
  }

  private final Map<Left, Long> left = new EnumMap<>(Left.class);
  private final Map<String, Reason> reasons = new LinkedHashMap<>();

  private long done;

  void leave(Left why) {
    left.merge(why, 1L, Long::sum);
  }

  /** A file that was refused, or whose transition was given up. */
  void refuse(String path, String why) {
    leave(Left.REFUSED);
    String told = reasons.containsKey(why) || reasons.size() < REASONS_MAX ? why : OTHERS;
    reasons.computeIfAbsent(told, reason -> new Reason(path)).files++;
  }

  /** A file has what it shall have. */
  void end() {
    done++;
  }

  /** Files that have ended during this walk. */
  long done() {
    return done;
  }

  long of(Left why) {
    return left.getOrDefault(why, 0L);
  }

  long alreadySo() {
    return of(Left.ALREADY_SO);
  }

  void addTo(TreeTransitionStatusProto.Builder status) {
    status
        .setTooYoung(of(Left.TOO_YOUNG))
        .setReplicated(of(Left.REPLICATED))
        .setOtherLayout(of(Left.OTHER_LAYOUT))
        .setRefused(of(Left.REFUSED));
    status.addAllReason(reasons());
  }

  /** Why files were refused or given up, with one of them each. */
  List<ReasonProto> reasons() {
    return reasons.entrySet().stream()
        .map(
            each ->
                ReasonProto.newBuilder()
                    .setWhy(each.getKey()).setFiles(each.getValue().files)
                    .setExample(each.getValue().example).build())
        .toList();
  }
}
