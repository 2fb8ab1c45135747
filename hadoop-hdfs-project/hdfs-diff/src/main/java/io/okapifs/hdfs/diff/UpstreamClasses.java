package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** The byte code of upstream's classes, from jars or folders. Not thread safe. */
final class UpstreamClasses implements AutoCloseable {

  private static final int NO_DEBUG = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

  private final URLClassLoader loader;
  private final Map<String, ClassNode> withLines = new HashMap<>();
  private final Map<String, ClassNode> withoutDebug = new HashMap<>();

  /** The first root that has a class wins; members of the JDK are found too. */
  UpstreamClasses(List<Path> roots) {
    loader =
        new URLClassLoader(
            roots.stream().map(UpstreamClasses::toUrl).toArray(URL[]::new),
            ClassLoader.getSystemClassLoader()) {
          @Override
          public URL getResource(String name) {
            URL own = findResource(name);
            return own != null ? own : super.getResource(name);
          }
        };
  }

  private static URL toUrl(Path root) {
    try {
      return root.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("not a path: root=" + root, e);
    }
  }

  /** Number of methods of the class of {@code member} that have its name. */
  int overloadsOf(Member member) throws IOException {
    return (int)
        read(withoutDebug, member.className(), NO_DEBUG).methods.stream()
            .filter(method -> method.name.equals(member.name()))
            .count();
  }

  /**
   * SHA-256 of the text of a method and of the lambdas in it. Line numbers, names of local
   * variables and stack map frames do not count.
   */
  String digestOf(Member member) throws IOException {
    ClassNode owner =
        read(withoutDebug, member.className(), NO_DEBUG);
    String text =
        owner.methods.stream()
            .filter(member::matches)
            .map(method -> textOf(owner, method))
            .collect(Collectors.joining());
    if (text.isEmpty()) {
      throw new IOException("upstream method not found: " + member);
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String textOf(ClassNode owner, MethodNode method) {
    Textifier text = new Textifier();
    method.accept(new TraceMethodVisitor(text));
    StringWriter out = new StringWriter();
    text.print(new PrintWriter(out, true));
    return out + lambdasOf(owner, method).map(lambda -> textOf(owner, lambda))
        .collect(Collectors.joining());
  }

  private static Stream<MethodNode> lambdasOf(ClassNode owner, MethodNode method) {
    return Arrays.stream(method.instructions.toArray())
        .filter(InvokeDynamicInsnNode.class::isInstance)
        .map(InvokeDynamicInsnNode.class::cast)
        .flatMap(instruction -> Arrays.stream(instruction.bsmArgs))
        .filter(Handle.class::isInstance)
        .map(Handle.class::cast)
        .filter(handle -> handle.getOwner().equals(owner.name))
        .flatMap(
            handle ->
                owner.methods.stream()
                    .filter(m -> m.name.startsWith("lambda$"))
                    .filter(m -> m.name.equals(handle.getName()))
                    .filter(m -> m.desc.equals(handle.getDesc())));
  }

  /** The method of {@code className} that uses {@code used} at source line {@code line}. */
  Member userOf(String className, int line, Member used) throws IOException {
    for (MethodNode method : read(withLines, className, 0).methods) {
      int current = -1;
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof LineNumberNode number) {
          current = number.line;
        } else if (current == line && uses(instruction, used)) {
          return Member.of(className, method);
        }
      }
    }
    throw new IOException(
        "join point not found upstream: class=" + className + ", line=" + line + ", used=" + used);
  }

  private static boolean uses(AbstractInsnNode instruction, Member used) {
    if (instruction instanceof MethodInsnNode call) {
      return call.name.equals(used.name())
          && Member.typesOf(Type.getArgumentTypes(call.desc)).equals(used.types());
    }
    return instruction instanceof FieldInsnNode field && field.name.equals(used.name());
  }

  private ClassNode read(Map<String, ClassNode> cache, String className, int flags)
      throws IOException {
    ClassNode cached = cache.get(className);
    if (cached != null) {
      return cached;
    }
    String resource = className.replace('.', '/') + ".class";
    try (InputStream in = loader.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("upstream class not found: " + className);
      }
      ClassNode node = new ClassNode();
      new ClassReader(in).accept(node, flags);
      cache.put(className, node);
      return node;
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
