package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto.PassProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto.WrongProto;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * How far DataNodes are with the comparison of all groups; its components are the keys of the JSON
 * view.
 *
 * @param running the pass that goes on; null between two passes
 * @param ended the last one that came to its end; null before that
 * @param percentOfInodes that the running pass has looked at
 * @param oldestSeconds no group that can be compared was compared longer ago; null before the first
 *     pass
 * @param groupsUnderWay that DataNodes compare now
 * @param dataNodes that compare groups
 * @param bytesPerSecond that they read for it at most
 * @param waitsFor empty where it goes on
 * @param wrongGroups that these two passes found, the last ones of many
 */
record ScrubReport(
    Pass running, Pass ended, int percentOfInodes, Long oldestSeconds, int groupsUnderWay,
    int dataNodes, long bytesPerSecond, String waitsFor, List<WrongGroup> wrongGroups) {

  /**
   * A look at all groups.
   *
   * @param number from 1 on
   * @param endedMillis null where it goes on
   * @param verified groups whose members fit together
   * @param wrong groups whose members contradict each other
   * @param leftOut groups that could not be compared
   * @param bytes that were read
   */
  record Pass(
      long number, long sinceMillis, Long endedMillis, long verified, long wrong, long leftOut,
      long bytes) {

    static Pass of(PassProto pass) {
      return new Pass(
          pass.getNumber(), pass.getSinceMs(), pass.hasEndedMs() ? pass.getEndedMs() : null,
          pass.getVerified(), pass.getWrong(), pass.getLeftOut(), pass.getBytes());
    }

    String text() {
      return "pass " + number + ", " + time(sinceMillis) + " to "
          + (endedMillis == null ? "now" : time(endedMillis)) + ": "
          + TextView.count(verified, "group") + " verified, " + wrong + " wrong, " + leftOut
          + " left out, "
          + SpaceTable.size(bytes) + " read";
    }
  }

  /**
   * A group whose members contradict each other.
   *
   * @param path of its file, as that is called now
   * @param members places of those that the others prove wrong; none where that cannot be told
   */
  record WrongGroup(String path, long group, long foundMillis, List<Integer> members) {

    static WrongGroup of(WrongProto wrong) {
      return new WrongGroup(
          wrong.getPath(), wrong.getGroup(), wrong.getFoundMs(),
          List.copyOf(wrong.getMemberList()));
    }

    String text() {
      String who =
          members.isEmpty()
              ? "which member is wrong cannot be told, it is not repaired"
              : "all others prove member "
                  + members.stream().map(String::valueOf).collect(Collectors.joining(", "))
                  + " wrong, which was marked as corrupt and is rebuilt";
      return "wrong: " + path + " group " + group + ", found " + time(foundMillis) + ": " + who;
    }
  }

  static ScrubReport of(GetScrubStatusResponseProto status) {
    return new ScrubReport(
        status.hasRunning() ? Pass.of(status.getRunning()) : null,
        status.hasEnded() ? Pass.of(status.getEnded()) : null,
        status.getPercent(),
        status.hasOldestMs() ? TimeUnit.MILLISECONDS.toSeconds(status.getOldestMs()) : null,
        status.getUnderWay(), status.getNodes(), status.getBytesPerSecond(), status.getWhy(),
        status.getWrongList().stream().map(WrongGroup::of).toList());
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** For people; ends with a line break. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(TextView.count(dataNodes, "DataNode") + " for the scrub, reading "
        + SpaceTable.size(bytesPerSecond)
        + " per second in all at most\n");
    if (running != null) {
      text.append(running.text() + "; it has looked at " + percentOfInodes
          + " % of the inodes; " + TextView.count(groupsUnderWay, "group")
          + " under way\n");
    }
    if (ended != null) {
      text.append(ended.text() + "\n");
    }
    text.append(
        oldestSeconds == null
            ? "no pass has begun\n"
            : "oldest unverified group: at most " + age(oldestSeconds) + "\n");
    if (!waitsFor.isEmpty()) {
      text.append("waits for: " + waitsFor + "\n");
    }
    wrongGroups.forEach(each -> text.append(each.text() + "\n"));
    return text.toString();
  }

  private static String age(long seconds) {
    Duration age = Duration.ofSeconds(seconds);
    return age.toDays() + "d " + age.toHoursPart() + "h " + age.toMinutesPart() + "m";
  }
}
