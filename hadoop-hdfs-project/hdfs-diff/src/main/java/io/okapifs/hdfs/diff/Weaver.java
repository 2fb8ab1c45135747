package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.ISourceLocation;
import org.aspectj.bridge.MessageHandler;
import org.aspectj.bridge.WeaveMessage;
import org.aspectj.tools.ajc.Main;

/**
 * Runs ajc as the build does and keeps what it says. Called in this process, because ajc's own log
 * option hides errors.
 */
final class Weaver {

  private static final Pattern JOIN_POINT =
      Pattern.compile(
          "Join point '(?<shadow>.+)' in Type '(?<type>[^']+)' .*"
              + "advised by (?<kind>\\S+) advice from '(?<aspect>[^']+)' .*");
  private static final Pattern PARENT =
      Pattern.compile(
          "Extending interface set for type '(?<type>[^']+)' \\([^)]*\\) to include"
              + " '(?<parent>[^']+)' \\((?<aspect>\\w+)\\.aj\\)");
  private static final Pattern DECLARATION =
      Pattern.compile(
          "Type '(?<type>[^']+)' .*has intertyped (?<what>\\S+) "
              + "from '(?<aspect>[^']+)' .*:'(?<member>.+)'.*");
  private static final Pattern FIRST_POINTCUT = Pattern.compile("[^:]:\\s*(?<name>\\w+)\\s*\\(");

  private final Path lintFile;
  private final String classPath;

  /**
   * @param lintFile which warnings of ajc are errors
   * @param classPath where types beside the woven ones are found
   */
  Weaver(Path lintFile, String classPath) {
    this.lintFile = lintFile;
    this.classPath = classPath;
  }

  /**
   * What ajc said.
   *
   * @param joinPoints a place that one advice meets twice is there twice
   * @param declarations members that aspects add to upstream classes
   * @param errors messages that fail the build
   */
  record Woven(
      List<JoinPoint> joinPoints, List<Declaration> declarations, List<String> errors) {}

  /**
   * Weaves aspects into {@code upstream}, a jar or a folder of classes.
   *
   * @param upstream what is woven
   * @param aspectFolders all aspects below them are woven in one go
   * @param classes reads the same classes as {@code upstream} first
   */
  Woven weave(Path upstream, List<Path> aspectFolders, UpstreamClasses classes)
      throws IOException {
    Path output = Files.createTempDirectory("hdfs-diff");
    try {
      List<Path> aspects = new ArrayList<>();
      for (Path folder : aspectFolders) {
        aspects.addAll(Folders.filesIn(folder, ".aj"));
      }
      List<IMessage> messages = runAjc(upstream, aspects, output);
      List<JoinPoint> joinPoints = new ArrayList<>();
      List<Declaration> declarations = new ArrayList<>();
      for (IMessage message : messages) {
        if (message instanceof WeaveMessage weave) {
          Matcher declaration = DECLARATION.matcher(weave.getMessage());
          Matcher parent = PARENT.matcher(weave.getMessage());
          if (declaration.matches()) {
            declarations.add(toDeclaration(declaration));
          } else if (parent.matches()) {
            declarations.add(parent(parent));
          } else {
            joinPoints.add(toJoinPoint(weave, classes));
          }
        }
      }
      List<String> errors =
          messages.stream().filter(IMessage::isError).map(Weaver::describe).toList();
      return new Woven(joinPoints, declarations, errors);
    } finally {
      Folders.delete(output);
    }
  }

  private List<IMessage> runAjc(Path upstream, List<Path> aspects, Path output) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-17", "-proc:none", "-showWeaveInfo", "-Xlintfile", "" + lintFile));
    arguments.addAll(List.of("-inpath", "" + upstream, "-classpath", classPath, "-d", "" + output));
    aspects.forEach(aspect -> arguments.add("" + aspect));
    MessageHandler messages = new MessageHandler();
    messages.dontIgnore(IMessage.WEAVEINFO);
    new Main().run(arguments.toArray(String[]::new), messages);
    return List.of(messages.getMessages(null, true));
  }

  private static Declaration toDeclaration(Matcher text) {
    return new Declaration(
        text.group("type"),
        text.group("what") + " " + text.group("member").replace(", ", ","),
        text.group("aspect"));
  }

  /** Aspects lie in the packages of the classes that they change. */
  private static Declaration parent(Matcher text) {
    String type = text.group("type");
    return new Declaration(
        type, "interface " + text.group("parent"),
        type.substring(0, type.lastIndexOf('.') + 1) + text.group("aspect"));
  }

  private static JoinPoint toJoinPoint(WeaveMessage message, UpstreamClasses classes)
      throws IOException {
    Matcher text = JOIN_POINT.matcher(message.getMessage());
    if (!text.matches()) {
      throw new IOException(
          "hdfs-diff knows advice and added members, not: " + message.getMessage());
    }
    String shadow = text.group("shadow").replace(", ", ",");
    Member member = Member.parse(shadow.substring(shadow.indexOf('(') + 1, shadow.length() - 1));
    Member advised =
        shadow.contains("-execution(") || shadow.startsWith("staticinitialization(")
            ? member
            : classes.userOf(
                text.group("type"), message.getSourceLocation().getLine(), member);
    return new JoinPoint(
        text.group("kind"),
        advised.toString(),
        shadow,
        text.group("aspect") + "." + pointcutAt(message.getExtraSourceLocations().get(0)),
        classes.overloadsOf(member),
        classes.digestOf(advised));
  }

  /** Each advice stands on one named pointcut: the first name after its colon. */
  private static String pointcutAt(ISourceLocation advice) throws IOException {
    List<String> lines = Files.readAllLines(advice.getSourceFile().toPath());
    String text = String.join("\n", lines.subList(advice.getLine() - 1, lines.size()));
    Matcher name = FIRST_POINTCUT.matcher(text.substring(0, text.indexOf('{')));
    if (!name.find()) {
      throw new IOException("advice without a named pointcut: " + advice);
    }
    return name.group("name");
  }

  private static String describe(IMessage message) {
    ISourceLocation place = message.getSourceLocation();
    String where =
        place == null ? "" : " (" + place.getSourceFile().getName() + ":" + place.getLine() + ")";
    return "ajc: " + message.getMessage() + where;
  }
}
