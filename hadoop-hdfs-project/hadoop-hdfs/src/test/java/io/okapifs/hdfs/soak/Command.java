package io.okapifs.hdfs.soak;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A step of a program: a record that says all that it needs, so that any part of a program is one.
 * Its text is what {@code toString} of a record prints.
 */
interface Command {

  /**
   * @return false where it makes no sense at this point, and nothing was done
   */
  boolean run(World world) throws Exception;

  /** All kinds of commands. */
  static Stream<Class<?>> types() {
    return Stream.of(
            FileCommands.class, SnapshotCommands.class, NodeCommands.class, NameNodeCommands.class)
        .flatMap(owner -> Arrays.stream(owner.getDeclaredClasses()))
        .filter(Class::isRecord);
  }

  /**
   * The command that a text stands for.
   *
   * @throws IllegalArgumentException where there is none
   */
  static Command parse(String text) {
    Matcher matcher = Pattern.compile("(\\w+)\\[(.*)]").matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a command: text=" + text);
    }
    Class<?> type =
        types().filter(each -> each.getSimpleName().equals(matcher.group(1)))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("unknown command: text=" + text));
    Map<String, String> values = new TreeMap<>();
    for (String value : matcher.group(2).split(", ")) {
      int equals = value.indexOf('=');
      values.put(value.substring(0, Math.max(0, equals)), value.substring(equals + 1));
    }
    try {
      RecordComponent[] components = type.getRecordComponents();
      Constructor<?> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      return (Command)
          constructor.newInstance(
              Arrays.stream(components)
                  .map(component -> value(component.getType(), values.get(component.getName())))
                  .toArray());
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IllegalArgumentException("malformed command: text=" + text, e);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object value(Class<?> type, String text) {
    if (type == int.class) {
      return Integer.parseInt(text);
    }
    if (type == long.class) {
      return Long.parseLong(text);
    }
    if (type == boolean.class) {
      return Boolean.parseBoolean(text);
    }
    return Enum.valueOf((Class<Enum>) type, text);
  }
}
