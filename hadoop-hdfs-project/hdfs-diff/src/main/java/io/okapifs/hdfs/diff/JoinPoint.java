package io.okapifs.hdfs.diff;

import java.util.Comparator;
import java.util.List;

/**
 * One advice at one place of an upstream class; a line of a lock.
 *
 * @param kind around, before, after, ...
 * @param advised the upstream method whose byte code changes, as package.Class.method(types)
 * @param shadow the join point in it as the weaver names it; for call advice the called member
 * @param advice package.Aspect.pointcut
 * @param overloads number of methods in the upstream class that have the name of the shadow's
 *     member; a new overload would pass by advice that names its signature in full
 * @param body digest of the body of {@code advised}, debug information left out
 */
public record JoinPoint(
    String kind, String advised, String shadow, String advice, int overloads, String body)
    implements Comparable<JoinPoint> {

  private static final String SEPARATOR = "  ";
  private static final int COLUMNS = 6;
  private static final String OVERLOADS = "overloads=";
  private static final String BODY = "body=sha256:";
  private static final Comparator<JoinPoint> ORDER =
      Comparator.comparing(JoinPoint::advised)
          .thenComparing(JoinPoint::shadow)
          .thenComparing(JoinPoint::advice)
          .thenComparing(JoinPoint::toLine);

  public JoinPoint {
    if (overloads < 1) {
      throw new IllegalArgumentException(
          "overloads out of range: overloads=" + overloads + ", shadow=" + shadow);
    }
  }

  static JoinPoint parse(String line) {
    List<String> columns = List.of(line.split(SEPARATOR));
    if (columns.size() != COLUMNS
        || !columns.get(4).startsWith(OVERLOADS)
        || !columns.get(5).startsWith(BODY)) {
      throw new IllegalArgumentException("not a line of the lock: line=" + line);
    }
    return new JoinPoint(
        columns.get(0),
        columns.get(1),
        columns.get(2),
        columns.get(3),
        Integer.parseInt(columns.get(4).substring(OVERLOADS.length())),
        columns.get(5).substring(BODY.length()));
  }

  String toLine() {
    return String.join(
        SEPARATOR, kind, advised, shadow, advice, OVERLOADS + overloads, BODY + body);
  }

  public String advisedClass() {
    return parentOf(beforeTypes(advised));
  }

  /** Name of the method that is advised, without its class and types. */
  public String advisedMethod() {
    return lastOf(beforeTypes(advised));
  }

  /** Name of the method that is executed or called, without its class and types. */
  public String shadowMember() {
    return lastOf(beforeTypes(shadow.substring(shadow.indexOf('(') + 1)));
  }

  public String aspect() {
    return parentOf(advice);
  }

  /** A short name, as in DFSClientAspect.openStriped@DFSClient.openInternal; seldom that of two. */
  public String name() {
    return lastOf(aspect()) + "." + lastOf(advice) + "@" + lastOf(advisedClass()) + "."
        + advisedMethod();
  }

  /** Same advice at the same place, whatever the upstream text. */
  boolean samePlace(JoinPoint other) {
    return kind.equals(other.kind)
        && advised.equals(other.advised)
        && shadow.equals(other.shadow)
        && advice.equals(other.advice);
  }

  private static String beforeTypes(String member) {
    return member.substring(0, member.indexOf('('));
  }

  private static String lastOf(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String parentOf(String member) {
    return member.substring(0, member.lastIndexOf('.'));
  }

  @Override
  public int compareTo(JoinPoint other) {
    return ORDER.compare(this, other);
  }
}
