package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text form of programs: one line for the slots, then one line per step. */
final class ProgramText {
  private static final Pattern HEADER =
      Pattern.compile("program inputs=(\\d{1,9}) outputs=(\\d{1,9}) temporaries=(\\d{1,9})"
              + "(?: symbolBytes=([12]))?");
  private static final Pattern STEP =
      Pattern.compile("(set|add) ([iot0-9 ]+) = ([0-9a-f/]+) x ([iot0-9 ]+)");

  private ProgramText() {}

  static String format(CodingProgram program) {
    String header =
        "program inputs=" + program.inputCount() + " outputs=" + program.outputCount()
            + " temporaries=" + program.temporaryCount()
            + (program.symbolBytes() == 1 ? "" : " symbolBytes=" + program.symbolBytes());
    StringBuilder text = new StringBuilder(header);
    for (Step step : program.steps()) {
      text.append('\n')
          .append(step.adds() ? "add " : "set ")
          .append(formatSlots(program, step.targets()))
          .append(" = ")
          .append(step.coefficients())
          .append(" x ")
          .append(formatSlots(program, step.sources()));
    }
    return text.toString();
  }

  static CodingProgram parse(String text) {
    List<String> lines = text.lines().toList();
    Matcher header = match(HEADER, lines.isEmpty() ? "" : lines.get(0), 0);
    int inputCount = Integer.parseInt(header.group(1));
    int outputCount = Integer.parseInt(header.group(2));
    int temporaryCount = Integer.parseInt(header.group(3));
    int symbolBytes = header.group(4) == null ? 1 : Integer.parseInt(header.group(4));
    int[] counts = {inputCount, outputCount, temporaryCount};
    List<Step> steps = new ArrayList<>();
    for (int line = 1; line < lines.size(); line++) {
      Matcher step = match(STEP, lines.get(line), line);
      steps.add(
          new Step(
              step.group(1).equals("add"),
              parseSlots(counts, step.group(2)),
              parseSlots(counts, step.group(4)),
              GfMatrix.ofHexRows(step.group(3).split("/"))));
    }
    return new CodingProgram(symbolBytes, inputCount, outputCount, temporaryCount, steps);
  }

  private static Matcher match(Pattern pattern, String line, int number) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw new EcException(
          "not a program: line=" + number + ", text=\"" + line + "\"");
    }
    return matcher;
  }

  private static String formatSlots(CodingProgram program, List<Integer> slots) {
    return slots.stream().map(slot -> formatSlot(program, slot)).collect(Collectors.joining(" "));
  }

  private static String formatSlot(CodingProgram program, int slot) {
    int firstTemporary = program.inputCount() + program.outputCount();
    if (slot >= firstTemporary) {
      return "t" + (slot - firstTemporary);
    }
    return slot < program.inputCount() ? "i" + slot : "o" + (slot - program.inputCount());
  }

  private static List<Integer> parseSlots(int[] counts, String text) {
    return Arrays.stream(text.split(" ")).map(slot -> parseSlot(counts, slot)).toList();
  }

  private static int parseSlot(int[] counts, String text) {
    int kind = text.isEmpty() ? -1 : "iot".indexOf(text.charAt(0));
    if (kind < 0 || !text.substring(1).matches("\\d{1,9}")) {
      throw new EcException("not a slot: text=\"" + text + "\"");
    }
    int index = Integer.parseInt(text.substring(1));
    if (index >= counts[kind]) {
      throw new EcException(
          "slot out of range: slot=" + text + ", count=" + counts[kind]);
    }
    int first = kind == 0 ? 0 : kind == 1 ? counts[0] : counts[0] + counts[1];
    return first + index;
  }
}
