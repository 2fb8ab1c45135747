package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How consecutive parity groups of one codec are merged into one without reading data: the new
 * parities from the old ones. A value; {@link #toString()} is a text form that {@link #parse} reads
 * back.
 *
 * <p>The program's inputs are the parities of the old groups, group by group; its outputs are the
 * new parities; a program of another shape is refused with {@link EcException}. A data member that
 * a group lacks counts as zeros, as everywhere.
 *
 * @param codecName the codec of the old and the new groups
 * @param dataMembers k of each old group, in file order; the new group has their sum
 * @param parityMembers r of the old groups and of the new one
 * @param program old parities to new parities
 */
public record ConversionPlan(
    String codecName, List<Integer> dataMembers, int parityMembers, CodingProgram program) {
  private static final Pattern HEADER =
      Pattern.compile("conversion codec=([a-z0-9-]+) k=([0-9+]{1,4096}) r=(\\d{1,9})");

  public ConversionPlan {
    dataMembers = List.copyOf(dataMembers);
    if (dataMembers.isEmpty()
        || program.inputCount() != dataMembers.size() * parityMembers
        || program.outputCount() != parityMembers
        || program.readsOutputs()) {
      throw new EcException(
          "program does not fit: dataMembers=" + dataMembers + ", parityMembers="
              + parityMembers + ", program=" + program);
    }
  }

  /** Number of data members of the new group. */
  public int newDataMembers() {
    return dataMembers.stream().mapToInt(Integer::intValue).sum();
  }

  /** How many blocks it reads: the old parities. */
  public int cost() {
    return program.inputCount();
  }

  /**
   * Reads back what {@link #toString()} wrote.
   *
   * @param text one line for the groups, then the program
   * @throws EcException for any other text
   */
  public static ConversionPlan parse(String text) {
    int end = text.indexOf('\n');
    Matcher header = HEADER.matcher(end < 0 ? text : text.substring(0, end));
    if (end < 0 || !header.matches()) {
      throw new EcException("not a conversion plan: text=\"" + text + "\"");
    }
    List<Integer> dataMembers =
        Stream.of(header.group(2).split("\\+")).map(Integer::valueOf).toList();
    return new ConversionPlan(
        header.group(1), dataMembers, Integer.parseInt(header.group(3)),
        CodingProgram.parse(text.substring(end + 1)));
  }

  /** One line for the groups, then the program. */
  @Override
  public String toString() {
    String groups = dataMembers.stream().map(String::valueOf).collect(Collectors.joining("+"));
    return "conversion codec=" + codecName + " k=" + groups + " r=" + parityMembers + "\n"
        + program;
  }
}
