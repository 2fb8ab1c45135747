package io.okapifs.hdfs.cover;

import io.okapifs.hdfs.diff.JoinPoint;
import io.okapifs.hdfs.diff.Lock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The places of one woven class that call advice, each with the name of its join point. ajc calls a
 * method of the aspect, or a copy of around advice in the woven class; it moves the advised code
 * into a method of its own, which may call further advice.
 */
final class AdviceCalls {

  private static final Pattern METHOD_OF_ASPECT =
      Pattern.compile("ajc\\$(?<kind>before|after|afterReturning|afterThrowing|around)\\$.*");
  private static final Pattern COPY_OF_AROUND =
      Pattern.compile("(?<shadow>.+)_aroundBody\\d+\\$advice");
  private static final Pattern MOVED = Pattern.compile("(?<method>.+)_aroundBody\\d+");

  private final ClassNode woven = new ClassNode();
  private final List<JoinPoint> points;
  private final Map<String, List<Call>> callsByName = new TreeMap<>();

  /** A call of advice in a method. */
  private record Call(MethodNode method, MethodInsnNode instruction) {}

  /**
   * @param classFile a woven class
   * @param points the join points that the lock has in it
   */
  AdviceCalls(byte[] classFile, List<JoinPoint> points) {
    new ClassReader(classFile).accept(woven, 0);
    this.points = points;
    for (MethodNode method : woven.methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof MethodInsnNode call) {
          add(method, call);
        }
      }
    }
    requireAll();
  }

  private void add(MethodNode method, MethodInsnNode call) {
    Matcher ofAspect = METHOD_OF_ASPECT.matcher(call.name);
    Matcher copy = COPY_OF_AROUND.matcher(call.name);
    List<JoinPoint> candidates;
    if (ofAspect.matches() && !call.owner.equals(woven.name)) {
      String aspect = Type.getObjectType(call.owner).getClassName();
      candidates = candidates(method, ofAspect.group("kind"), List.of(aspect));
    } else if (copy.matches()) {
      List<String> types =
          List.of(Type.getArgumentTypes(call.desc)).stream().map(Type::getClassName).toList();
      candidates =
          candidates(method, "around", types).stream()
              .filter(point -> copy.group("shadow").equals(shadowIn(point)))
              .toList();
    } else {
      return;
    }
    List<String> names = candidates.stream().map(JoinPoint::name).distinct().toList();
    if (names.size() != 1) {
      throw new IllegalStateException(
          "no join point of the lock, or several: class=" + woven.name + ", method="
              + method.name + ", call=" + call.name + ", names=" + names);
    }
    callsByName.computeIfAbsent(names.get(0), name -> new ArrayList<>())
        .add(new Call(method, call));
  }

  private List<JoinPoint> candidates(MethodNode method, String kind, List<String> aspects) {
    Matcher moved = MOVED.matcher(method.name);
    String name = moved.matches() ? moved.group("method") : method.name;
    return points.stream()
        .filter(point -> point.kind().equals(kind) && aspects.contains(point.aspect()))
        .filter(point -> point.advisedMethod().equals(name))
        .toList();
  }

  /** The name of a shadow's member as ajc begins the names of its methods with it. */
  private static String shadowIn(JoinPoint point) {
    return point.shadowMember().replace("<init>", "init$");
  }

  /** As many calls as the lock has lines of a name. */
  private void requireAll() {
    Map<String, Long> locked =
        points.stream().collect(Collectors.groupingBy(JoinPoint::name, Collectors.counting()));
    locked.forEach(
        (name, count) -> {
          int found = callsByName.getOrDefault(name, List.of()).size();
          if (found != count) {
            throw new IllegalStateException(
                "calls of advice in the woven class: name=" + name + ", found=" + found
                    + ", locked=" + count);
          }
        });
  }

  /** The class file with a note in front of each call. */
  byte[] noting() {
    callsByName.forEach(
        (name, calls) -> {
          List<String> numbered = Lock.numbered(name, calls.size());
          for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            call.method().instructions.insertBefore(call.instruction(), note(numbered.get(i)));
          }
        });
    ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    woven.accept(out);
    return out.toByteArray();
  }

  private static InsnList note(String joinPoint) {
    InsnList note = new InsnList();
    note.add(new LdcInsnNode(joinPoint));
    note.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, Type.getInternalName(ExecutedPoints.class), "executed",
            "(Ljava/lang/String;)V"));
    return note;
  }
}
