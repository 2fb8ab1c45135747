package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.IdRunProto;
import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.TransitionStepProto;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.StepProto;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * Steps of transitions as a line of text that tests can change, in the words that journals had before:
 * {@code started policy=64 priority=1 since=7 paused=false groups=ID:STAMP:COUNT,... then=65
 * form=coupled}. Nothing is checked: what comes of a line may be nonsense.
 */
public final class StepTexts {

  private StepTexts() {}

  /** A value of the attribute as text. */
  public static String text(byte[] value) {
    TransitionStepProto step;
    try {
      step = TransitionStepProto.parseFrom(value);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("no step", e);
    }
    String runs =
        step.getGroupsList().stream()
            .map(run -> run.getFirstId() + ":" + run.getFirstStamp() + ":" + run.getCount())
            .collect(Collectors.joining(","));
    String then =
        step.getThenStockLayout() ? " then=coupled"
            : step.hasThenPolicyId() ? " then=" + step.getThenPolicyId() : "";
    return step.getStep().name().toLowerCase(Locale.ROOT) + " policy=" + step.getPolicyId()
        + " priority=" + step.getPriority() + " since=" + step.getSinceMs() + " paused="
        + step.getPaused() + " groups=" + runs + then
        + (step.getStockLayout() ? " form=coupled" : "");
  }

  /** The value that a text says; a step of another name is left out. */
  public static byte[] value(String text) {
    TransitionStepProto.Builder step =
        TransitionStepProto.newBuilder().setFormatVersion(TransitionRecord.FORMAT_VERSION);
    String[] words = text.split(" ");
    Stream.of(StepProto.values())
        .filter(each -> each.name().equalsIgnoreCase(words[0]))
        .forEach(step::setStep);
    Set<String> known = Set.of("policy", "priority", "since", "paused", "groups", "then", "form");
    for (String word : text.substring(words[0].length()).trim().split(" ")) {
      String[] pair = word.split("=", 2);
      if (!known.contains(pair[0])) {
        throw new AssertionError("no word of a step: " + word);
      }
      set(step, pair[0], pair[1]);
    }
    return step.build().toByteArray();
  }

  private static void set(TransitionStepProto.Builder step, String word, String value) {
    switch (word) {
      case "policy" -> step.setPolicyId(Integer.parseInt(value));
      case "priority" -> step.setPriority(Integer.parseInt(value));
      case "since" -> step.setSinceMs(Long.parseLong(value));
      case "paused" -> step.setPaused(Boolean.parseBoolean(value));
      case "form" -> step.setStockLayout(true);
      case "then" -> {
        if (value.equals("coupled")) {
          step.setThenStockLayout(true);
        } else {
          step.setThenPolicyId(Integer.parseInt(value));
        }
      }
      default -> {
        for (String run : value.isEmpty() ? new String[0] : value.split(",")) {
          String[] parts = run.split(":");
          step.addGroups(
              IdRunProto.newBuilder()
                  .setFirstId(Long.parseLong(parts[0]))
                  .setFirstStamp(Long.parseLong(parts[1]))
                  .setCount(Integer.parseInt(parts[2])));
        }
      }
    }
  }
}
