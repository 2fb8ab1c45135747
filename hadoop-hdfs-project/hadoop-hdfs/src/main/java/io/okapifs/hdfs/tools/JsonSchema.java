package io.okapifs.hdfs.tools;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What the JSON of a command looks like. A key that is added leaves the version; one that goes, or
 * means something else, raises it. docs/JSON.md is written from these.
 */
enum JsonSchema {
  LAYOUT(
      1, FileLayoutReport.class, "-layout",
      "Where the blocks of a file lie; with -recursive one object a line for each file"),
  FILE(1, ListFilesCommand.ListedFile.class, "-listFiles", "One object a line for each file"),
  OVERHEAD(1, Overhead.class, "-overhead", "What files take on DataNodes"),
  ADVICE(1, Advice.class, "-advise", "Which stripe width reads and files speak for"),
  ADAPTATION(1, Adapted.class, "-adapt", "Which policies fit the failure rates of disks"),
  STOP(1, OkToStopCommand.StopReport.class, "-okToStop", "What could not be read if nodes stopped"),
  CODECS(1, ListCodecsCommand.CodecsReport.class, "-listCodecs", "Codecs that policies may have"),
  NODES(1, NodesCommand.NodesReport.class, "-nodes", "What DataNodes are and do"),
  MEMBER(
      1, NodesCommand.MemberReport.class, "-nodes NODE -groups",
      "What lies on a node of files with a stripe width; one object a line"),
  POLICY(1, PolicyReport.class, "-describePolicy, -addPolicy", "What a policy survives and costs"),
  REPAIRS(1, RepairSums.RepairReport.class, "-repairStats", "What DataNodes counted of repairs"),
  TRANSITIONS(
      1, TransitionReport.class, "-listTransitions",
      "Transitions that go on, or with -history have ended"),
  OUTCOME(
      1, TransitionSummary.Outcome.class,
      "-transition, -cancelTransition, -pauseTransition, -resumeTransition",
      "What became of the files; the last line"),
  DRY_RUN(
      1, TransitionDryRun.DryRunReport.class, "-transition -dryRun, -setRule -dryRun",
      "What a transition would read and write"),
  RULES(1, RulesReport.class, "-listRules", "Rules, and what the NameNode does for them"),
  VERIFICATION(
      1, VerifyCommand.VerifyOutcome.class, "-verify", "What was found; one object at the end"),
  SCRUB(
      1, ScrubReport.class, "-verify -status",
      "How far DataNodes are with the comparison of all groups");

  private final int version;
  private final Class<? extends Record> report;
  private final String commands;
  private final String about;

  JsonSchema(int version, Class<? extends Record> report, String commands, String about) {
    this.version = version;
    this.report = report;
    this.commands = commands;
    this.about = about;
  }

  /**
   * @throws IllegalArgumentException where a report has none
   */
  static JsonSchema of(Class<?> report) {
    return Stream.of(values())
        .filter(schema -> schema.report == report)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("a report without a schema: " + report));
  }

  /** As in {@code layout.1}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + "." + version;
  }

  /** A section of docs/JSON.md. */
  String toMarkdown() {
    StringBuilder text = new StringBuilder();
    text.append("## ").append(this).append("\n\n");
    text.append("`hdfs ec ").append(commands).append("`. ").append(about).append(".\n\n");
    append(text, report, "");
    return text.toString();
  }

  private static void append(StringBuilder text, Class<?> record, String indent) {
    for (RecordComponent key : record.getRecordComponents()) {
      Class<?> inner = recordIn(key.getGenericType());
      text.append(indent).append("* `").append(key.getName()).append("`: ")
          .append(typeOf(key.getGenericType())).append('\n');
      if (inner != null) {
        append(text, inner, indent + "  ");
      }
    }
  }

  private static Class<?> recordIn(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return recordIn(arguments[arguments.length - 1]);
    }
    return type instanceof Class<?> plain && plain.isRecord() ? plain : null;
  }

  private static String typeOf(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      String of = typeOf(arguments[arguments.length - 1]);
      return arguments.length == 1 ? "array, each: " + of : "object of names, each: " + of;
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord()) {
      return "object";
    }
    if (plain == boolean.class) {
      return "true or false";
    }
    return plain == String.class || plain.isEnum() ? "text"
        : plain == double.class || plain == Double.class ? "number" : "whole number";
  }
}
