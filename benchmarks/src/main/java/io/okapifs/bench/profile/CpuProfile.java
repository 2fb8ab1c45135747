package io.okapifs.bench.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/**
 * The samples of a recording, counted by method. One counts twice, apart: for the method that ran,
 * and for the first one from there that is ours or Hadoop's (or the benchmark's), which has called
 * Java, a library or the system for its own ends.
 */
public final class CpuProfile {

  /** A method and whose it is; of native code the method of Java that has called it. */
  public record Method(Owner owner, String name) {}

  private static final Set<String> NATIVE_TYPES = Set.of("Native", "C++", "Kernel");
  private static final Set<Owner> CALLERS = Set.of(Owner.OURS, Owner.HADOOP, Owner.BENCHMARK);
  private static final Pattern LIBRARY = Pattern.compile("/.*/([^/]*?)\\d*(\\.so).*");
  private static final Method OF_JVM = new Method(Owner.JVM, "threads of the JVM");

  private final Owners owners;
  private final Map<Method, Long> running = new HashMap<>();
  private final Map<Method, Long> charged = new HashMap<>();
  private long samples;

  private CpuProfile(Owners owners) {
    this.owners = owners;
  }

  /** Counts the samples of a file. */
  public static CpuProfile read(Path recording, Owners owners) throws IOException {
    CpuProfile profile = new CpuProfile(owners);
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals("jdk.ExecutionSample")) {
          profile.add(event.getStackTrace().getFrames());
        }
      }
    }
    return profile;
  }

  private void add(List<RecordedFrame> frames) {
    samples++;
    List<RecordedMethod> java =
        frames.stream()
            .filter(frame -> !NATIVE_TYPES.contains(frame.getType()))
            .map(RecordedFrame::getMethod)
            .toList();
    Method top = java.isEmpty() ? OF_JVM : method(java.get(0));
    boolean isNative = !java.isEmpty() && NATIVE_TYPES.contains(frames.get(0).getType());
    running.merge(
        isNative ? new Method(Owner.NATIVE, top.name() + " > " + symbol(frames.get(0))) : top,
        1L, Long::sum);
    Method caller =
        java.stream().map(this::method).filter(method -> CALLERS.contains(method.owner()))
            .findFirst().orElse(top);
    charged.merge(caller, 1L, Long::sum);
  }

  private Method method(RecordedMethod method) {
    String type = method.getType().getName();
    return new Method(owners.of(type, method.getName()), type + "." + method.getName());
  }

  /** Of a library without symbols its file's name, without the number that makes a copy unique. */
  private static String symbol(RecordedFrame frame) {
    String name = frame.getMethod().getName();
    Matcher file = LIBRARY.matcher(name);
    return file.matches() ? file.group(1) + file.group(2) : name;
  }

  public long samples() {
    return samples;
  }

  /** Samples by the owner of the method that ran; 0 of those who have none. */
  public Map<Owner, Long> runningByOwner() {
    return byOwner(running);
  }

  /** Samples by the owner of the method that is charged; 0 of those who have none. */
  public Map<Owner, Long> chargedByOwner() {
    return byOwner(charged);
  }

  private static Map<Owner, Long> byOwner(Map<Method, Long> counts) {
    Map<Owner, Long> sums = new EnumMap<>(Owner.class);
    for (Owner owner : Owner.values()) {
      sums.put(owner, 0L);
    }
    counts.forEach((method, count) -> sums.merge(method.owner(), count, Long::sum));
    return sums;
  }

  /** Methods that ran, with their samples, the most first. */
  public List<Map.Entry<Method, Long>> running() {
    return sorted(running);
  }

  /** Methods that are charged, with their samples, the most first. */
  public List<Map.Entry<Method, Long>> charged() {
    return sorted(charged);
  }

  private static List<Map.Entry<Method, Long>> sorted(Map<Method, Long> counts) {
    return counts.entrySet().stream()
        .sorted(
            Map.Entry.<Method, Long>comparingByValue().reversed()
                .thenComparing(entry -> entry.getKey().name(), Comparator.naturalOrder()))
        .toList();
  }
}
