package io.okapifs.hdfs.diff;

import java.util.Arrays;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method, constructor or initializer, named as the weaver names it.
 *
 * @param className binary name, as in package.Outer$Inner
 * @param name method name, {@code <init>} or {@code <clinit>}
 * @param types parameter types, joined by commas without spaces
 */
record Member(String className, String name, String types) {

  static Member of(String className, MethodNode method) {
    return new Member(className, method.name, typesOf(Type.getArgumentTypes(method.desc)));
  }

  /** Reads {@code type package.Class.name(types)}; the leading type may be missing. */
  static Member parse(String text) {
    int open = text.indexOf('(');
    String qualified = text.substring(text.lastIndexOf(' ', open) + 1, open);
    int dot = qualified.lastIndexOf('.');
    String types = text.substring(open + 1, text.lastIndexOf(')')).replace(" ", "");
    return new Member(qualified.substring(0, dot), qualified.substring(dot + 1), types);
  }

  static String typesOf(Type[] types) {
    return String.join(",", Arrays.stream(types).map(Type::getClassName).toList());
  }

  boolean matches(MethodNode method) {
    return method.name.equals(name)
        && typesOf(Type.getArgumentTypes(method.desc)).equals(types)
        && (method.access & Opcodes.ACC_BRIDGE) == 0;
  }

  @Override
  public String toString() {
    return className + "." + name + "(" + types + ")";
  }
}
