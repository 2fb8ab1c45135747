package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The settings that class files name, and the default that stands behind the key where one is read:
 * javac writes constants where they are used. Filled by one thread.
 */
final class SettingsOfCode {

  private static final Pattern KEY =
      Pattern.compile("dfs\\.(client|namenode|datanode)\\.ec\\.[A-Za-z0-9.-]+");
  private static final String CONFIGURATION = Configuration.class.getName().replace('.', '/');

  /**
   * What the code takes for a setting that nobody sets.
   *
   * @param type as the file of all settings names it
   * @param value a Boolean, a number or a text
   * @param unit of a duration, null of others
   */
  record Default(String type, Object value, TimeUnit unit) {

    /** What a configuration has for a key, as the code would read it. */
    Object readFrom(Configuration conf, String key) {
      return switch (type) {
        case "boolean" -> Boolean.valueOf(conf.getTrimmed(key));
        case "int" -> Integer.valueOf(conf.getTrimmed(key));
        case "long" -> Long.valueOf(conf.getTrimmed(key));
        case "bytes" -> conf.getLongBytes(key, -1);
        case "double" -> Double.valueOf(conf.getTrimmed(key));
        case "duration" -> conf.getTimeDuration(key, -1, unit);
        default -> conf.getTrimmed(key, "");
      };
    }
  }

  private final Set<String> keys = new TreeSet<>();
  private final Map<String, Default> defaults = new TreeMap<>();
  private final Set<String> upstreams;

  /**
   * @param upstreams keys that are Hadoop's
   */
  SettingsOfCode(Set<String> upstreams) {
    this.upstreams = upstreams;
  }

  /** Keys that are named anywhere. */
  Set<String> keys() {
    return keys;
  }

  /** By key; those of which a default stands beside the key. */
  Map<String, Default> defaults() {
    return defaults;
  }

  /** Adds a default that the code finds in another way. */
  void add(String key, Default byDefault) {
    Default known = defaults.put(key, byDefault);
    if (known != null && !known.equals(byDefault)) {
      throw new AssertionError("two defaults: key=" + key + ", " + known + ", " + byDefault);
    }
  }

  /** Reads a class file. */
  void read(Class<?> type) throws IOException {
    ClassNode node = new ClassNode();
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
    for (FieldNode field : node.fields) {
      note(field.value);
    }
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof LdcInsnNode constant && note(constant.cst)) {
          findDefault((String) constant.cst, constant.getNext());
        }
      }
    }
  }

  private boolean note(Object constant) {
    boolean isKey =
        constant instanceof String text && KEY.matcher(text).matches() && !upstreams.contains(text);
    if (isKey) {
      keys.add((String) constant);
    }
    return isKey;
  }

  private void findDefault(String key, AbstractInsnNode behind) {
    Optional<Object> value = behind == null ? Optional.empty() : constant(behind);
    MethodInsnNode call = value.isEmpty() ? null : callBehind(behind);
    if (call != null && (isRead(call) || value.get() instanceof Number)) {
      add(key, byDefault(call, value.get(), unitBetween(behind, call)));
    }
  }

  private static MethodInsnNode callBehind(AbstractInsnNode instruction) {
    AbstractInsnNode next = instruction;
    while (next != null && !(next instanceof MethodInsnNode)) {
      next = next.getNext();
    }
    return (MethodInsnNode) next;
  }

  /** The first unit of time among arguments, if there is one. */
  private static TimeUnit unitBetween(AbstractInsnNode begin, AbstractInsnNode end) {
    for (AbstractInsnNode each = begin; each != end; each = each.getNext()) {
      if (each instanceof FieldInsnNode field && field.desc.endsWith("/TimeUnit;")) {
        return TimeUnit.valueOf(field.name);
      }
    }
    return null;
  }

  private static boolean isRead(MethodInsnNode call) {
    return call.owner.equals(CONFIGURATION) && call.name.startsWith("get");
  }

  private static Default byDefault(MethodInsnNode call, Object value, TimeUnit unit) {
    return switch (call.name) {
      case "getBoolean" -> new Default("boolean", value.equals(1), null);
      case "getTimeDuration" -> new Default("duration", value, unit);
      case "getLongBytes" -> new Default("bytes", value, null);
      // Of a record that reads bytes.
      case "<init>" -> new Default("bytes", value, null);
      default -> new Default(typeOf(value), value, null);
    };
  }

  private static String typeOf(Object value) {
    if (value instanceof Integer) {
      return "int";
    }
    if (value instanceof Long) {
      return "long";
    }
    return value instanceof Double ? "double" : "string";
  }

  /** What an instruction puts on the stack. */
  private static Optional<Object> constant(AbstractInsnNode instruction) {
    int code = instruction.getOpcode();
    if (instruction instanceof LdcInsnNode constant) {
      return Optional.of(constant.cst);
    }
    if (instruction instanceof IntInsnNode small && code != Opcodes.NEWARRAY) {
      return Optional.of(small.operand);
    }
    if (code >= Opcodes.ICONST_M1 && code <= Opcodes.ICONST_5) {
      return Optional.of(code - Opcodes.ICONST_0);
    }
    if (code == Opcodes.LCONST_0 || code == Opcodes.LCONST_1) {
      return Optional.of((long) (code - Opcodes.LCONST_0));
    }
    if (code == Opcodes.DCONST_0 || code == Opcodes.DCONST_1) {
      return Optional.of((double) (code - Opcodes.DCONST_0));
    }
    return Optional.empty();
  }
}
