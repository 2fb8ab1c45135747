package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.transition.TransitionRecord.IdRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads steps as journals and images had them before their values were messages: one line of text,
 * {@code started policy=64 priority=1 since=1700000000000 paused=false groups=ID:STAMP:COUNT,...
 * then=65 form=coupled}, without the last words where they do not apply. Nothing writes it.
 */
final class TransitionStepText {

  private static final String RUN = "-?\\d{1,19}:\\d{1,18}:\\d{1,9}";

  private static final Pattern STEP =
      Pattern.compile(
          "(queued|started|committed|aborted) policy=([1-9]\\d{0,2}) priority=(\\d{1,9})"
              + " since=(-?\\d{1,18}) paused=(true|false) groups=((?:" + RUN + "(?:," + RUN
              + ")*)?)(?: then=(\\d{1,3}|coupled))?( form=coupled)?");

  private TransitionStepText() {}

  /** Whether a value is a text; a message begins with the tag of its version. */
  static boolean isText(byte[] value) {
    return value != null && value.length > 0 && value[0] >= 'a' && value[0] <= 'z';
  }

  /**
   * @throws IllegalArgumentException where the value is no such text
   */
  static TransitionRecord parse(byte[] value) {
    String text = new String(value, StandardCharsets.UTF_8);
    Matcher step = STEP.matcher(text);
    if (!step.matches()) {
      throw TransitionRecord.notAStep(value, text);
    }
    byte policyId = Byte.parseByte(step.group(2));
    return new TransitionRecord(
        Step.valueOf(step.group(1).toUpperCase(Locale.ROOT)),
        new TransitionForm(policyId, step.group(8) != null),
        Integer.parseInt(step.group(3)),
        Long.parseLong(step.group(4)),
        Boolean.parseBoolean(step.group(5)),
        runs(step.group(6)),
        Optional.ofNullable(step.group(7)).map(word -> then(policyId, word)),
        TransitionRecord.SINGLY, "");
  }

  private static TransitionForm then(byte policyId, String word) {
    return word.equals("coupled")
        ? TransitionForm.stock(policyId)
        : TransitionForm.of(Byte.parseByte(word));
  }

  private static List<IdRun> runs(String text) {
    return text.isEmpty()
        ? List.of()
        : Stream.of(text.split(",")).map(TransitionStepText::run).toList();
  }

  private static IdRun run(String text) {
    String[] parts = text.split(":");
    return new IdRun(
        Long.parseLong(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
  }
}
