package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The content of hdfs-diff.lock, of hdfs-fixes.lock, or of both.
 *
 * @param hadoopVersion the version whose bodies were read
 * @param joinPoints sorted
 * @param declarations sorted
 */
public record Lock(
    String hadoopVersion, List<JoinPoint> joinPoints, List<Declaration> declarations) {

  private static final String COMMENT = "#";
  private static final String VERSION = "hadoop=";

  public Lock {
    joinPoints = joinPoints.stream().sorted().toList();
    declarations = declarations.stream().sorted().toList();
  }

  public static Lock parse(String text) {
    String version = "none";
    List<JoinPoint> joinPoints = new ArrayList<>();
    List<Declaration> declarations = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith(VERSION)) {
        version = line.substring(VERSION.length());
      } else if (Declaration.isLine(line)) {
        declarations.add(Declaration.parse(line));
      } else if (!line.isBlank() && !line.startsWith(COMMENT)) {
        joinPoints.add(JoinPoint.parse(line));
      }
    }
    return new Lock(version, joinPoints, declarations);
  }

  /** All that is woven: what both locks say. */
  public static Lock readAll(Path root) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Piece piece : Piece.values()) {
      text.append(Files.readString(piece.lock(root)));
    }
    return parse(text.toString());
  }

  /** What some of the aspects do of it, given by their names. */
  Lock of(Set<String> aspects) {
    return new Lock(
        hadoopVersion,
        joinPoints.stream().filter(point -> aspects.contains(point.aspect())).toList(),
        declarations.stream().filter(member -> aspects.contains(member.aspect())).toList());
  }

  String toText() {
    StringBuilder text = new StringBuilder();
    text.append("# Every place where upstream is advised. Written by scripts/hdfs-diff --write\n");
    text.append("# after a person read each changed body; HdfsDiffTest and WovenCheck read it.\n");
    text.append(VERSION).append(hadoopVersion).append('\n');
    joinPoints.forEach(point -> text.append(point.toLine()).append('\n'));
    declarations.forEach(member -> text.append(member.toLine()).append('\n'));
    return text.toString();
  }

  /** Short names of all join points; those that would be equal are numbered. */
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    joinPoints.stream()
        .collect(Collectors.groupingBy(JoinPoint::name, Collectors.counting()))
        .forEach((name, count) -> names.addAll(numbered(name, Math.toIntExact(count))));
    return names;
  }

  /** The names of {@code count} join points with the same short name. */
  public static List<String> numbered(String name, int count) {
    return count == 1
        ? List.of(name)
        : IntStream.rangeClosed(1, count).mapToObj(number -> name + "#" + number).toList();
  }

  /** Binary names of the upstream classes that are advised or get a member. */
  Set<String> changedClasses() {
    Set<String> changed = new TreeSet<>();
    joinPoints.forEach(point -> changed.add(point.advisedClass()));
    declarations.forEach(member -> changed.add(member.type()));
    return changed;
  }

  /** One sentence for each difference, naming the upstream method; empty if there is none. */
  List<String> driftTo(Lock present) {
    List<String> drift = new ArrayList<>();
    if (!hadoopVersion.equals(present.hadoopVersion)) {
      drift.add("Hadoop version: locked=" + hadoopVersion + ", found=" + present.hadoopVersion);
    }
    declarations.stream()
        .filter(member -> !present.declarations.contains(member))
        .forEach(member -> drift.add("no longer declared: " + member.toLine()));
    present.declarations.stream()
        .filter(member -> !declarations.contains(member))
        .forEach(member -> drift.add("declared, but not in the lock: " + member.toLine()));
    drift.addAll(driftOfAdvice(present));
    return drift;
  }

  private List<String> driftOfAdvice(Lock present) {
    List<String> drift = new ArrayList<>();
    List<JoinPoint> gone = new ArrayList<>(joinPoints);
    present.joinPoints.forEach(gone::remove);
    List<JoinPoint> added = new ArrayList<>(present.joinPoints);
    joinPoints.forEach(added::remove);
    for (JoinPoint old : gone) {
      added.stream()
          .filter(old::samePlace)
          .findFirst()
          .ifPresentOrElse(
              now -> {
                drift.add(describeChange(old, now));
                added.remove(now);
              },
              () -> drift.add("no longer advised: " + describe(old)));
    }
    added.forEach(point -> drift.add("advised, but not in the lock: " + describe(point)));
    return drift;
  }

  private static String describeChange(JoinPoint old, JoinPoint now) {
    String overloads =
        old.overloads() == now.overloads()
            ? ""
            : ", overloads of " + old.shadow() + ": " + old.overloads() + " -> " + now.overloads();
    String body = old.body().equals(now.body()) ? "" : ", body changed";
    return "changed upstream: " + old.advised() + body + overloads + ", advice=" + old.advice();
  }

  private static String describe(JoinPoint point) {
    return point.advised() + ", shadow=" + point.shadow() + ", advice=" + point.advice();
  }
}
