package io.okapifs.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A jar with a provider of erasure codes, compiled from source beside the project's classes. */
public final class CodeJar {
  private static final String SERVICE = "META-INF/services/io.okapifs.ec.code.CodeProvider";
  private static final Pattern FENCE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private CodeJar() {}

  /** The only Java block of a page in Markdown. */
  public static String sourceOf(Path page) throws IOException {
    List<String> blocks =
        FENCE.matcher(Files.readString(page)).results().map(block -> block.group(1)).toList();
    if (blocks.size() != 1) {
      throw new IOException("not one block of Java: page=" + page + ", blocks=" + blocks.size());
    }
    return blocks.get(0);
  }

  /**
   * Compiles a public class and packs it with the line that names it as a provider.
   *
   * @param folder for what is made
   * @return the jar, whose name is that of the class
   */
  public static Path compile(String source, Path folder) throws IOException {
    String type =
        first("package ([\\w.]+);", source) + "." + first("public final class (\\w+)", source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    Path classes = Files.createDirectories(folder.resolve(type));
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> options =
        List.of("-proc:none", "-d", classes.toString(), "-classpath", classPath);
    boolean done =
        compiler.getTask(messages, null, null, options, null, List.of(new Source(type, source)))
            .call();
    if (!done) {
      throw new IOException("does not compile: class=" + type + ": " + messages);
    }
    Files.createDirectories(classes.resolve(SERVICE).getParent());
    Files.writeString(classes.resolve(SERVICE), type + "\n");
    return pack(classes, folder.resolve(type + ".jar"));
  }

  private static String first(String pattern, String source) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(source);
    if (!matcher.find()) {
      throw new IOException("not in the source: " + pattern);
    }
    return matcher.group(1);
  }

  private static Path pack(Path classes, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String type, String text) {
      super(URI.create("string:///" + type.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return text;
    }
  }
}
