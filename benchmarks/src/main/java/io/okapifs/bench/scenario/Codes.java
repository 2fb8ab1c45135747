package io.okapifs.bench.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.okapifs.bench.codes.Arena;
import io.okapifs.bench.codes.CodeSubjects;
import io.okapifs.bench.codes.Meter;
import io.okapifs.bench.codes.PeerSubjects;
import io.okapifs.bench.codes.Result;
import io.okapifs.bench.codes.Rounds;
import io.okapifs.bench.codes.Subject;
import io.okapifs.bench.codes.Target;
import io.okapifs.bench.codes.WorkingSet;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.kernel.NativeKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How fast every code is computed, on one core, beside ISA-L called from C, Hadoop's coder in Java
 * and memcpy; and the ratios that issue 5 asks for.
 */
@Command(
    name = "codes",
    description = {
      "Speed of every code on every kernel of this machine, on one core.",
      "With --json, standard output has one object for each measurement, and all else is on"
          + " standard error. gb_per_s counts the bytes that an operation reads: the data of an"
          + " encode, what is read from the helpers of a decode or repair."
    },
    footer = "Takes about half an hour, with --quick about 6 minutes,"
        + " by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class Codes implements Callable<Integer> {
  /** What one direct buffer holds. */
  private static final int KIB_MAX = (1 << 21) - 1;

  private static final String JAVA = "java";

  @Option(
      names = "--quick",
      description = "64 KiB windows alone, 3 rounds, and the slow coders on RS-10-4 alone.")
  private boolean quick;

  @Option(
      names = "--codes",
      split = ",",
      description = "Only these, such as RS-10-4 (default: one of every codec in the registry).")
  private List<String> codes = List.of();

  @Option(
      names = "--window-kib",
      split = ",",
      description = "Windows of each sub-block, in KiB (default: 64,256,1024, with --quick 64).")
  private List<Integer> windowsKib;

  @Option(
      names = "--cached-kib",
      description = "Working set that is repeated (default: ${DEFAULT-VALUE}).")
  private int cachedKib = 4 << 10;

  @Option(
      names = "--streamed-kib",
      description = "Inputs that are streamed (default: ${DEFAULT-VALUE}).")
  private int streamedKib = 1 << 20;

  @Option(
      names = "--rounds",
      description = "Rounds, each with all measurements (default: 5, with --quick 3).")
  private Integer rounds;

  @Option(names = "--millis", description = "Of each measurement (default: ${DEFAULT-VALUE}).")
  private int millis = 100;

  @Option(names = "--seed", description = "Of the order (default: by the clock).")
  private long seed = System.nanoTime();

  @Mixin private Report report;

  @Override
  public Integer call() throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    List<Integer> windows =
        windowsKib != null ? windowsKib : quick ? List.of(64) : List.of(64, 256, 1024);
    int shortestKib = windows.stream().min(Integer::compare).orElse(0);
    for (int number : new int[] {shortestKib, millis, cachedKib, streamedKib}) {
      if (number < 1 || number > KIB_MAX) {
        throw new IllegalArgumentException(
            "number out of range: windowsKib=" + windows + ", millis=" + millis + ", cachedKib="
                + cachedKib + ", streamedKib=" + streamedKib + ", max=" + KIB_MAX);
      }
    }
    Rounds inTurn = new Rounds(rounds != null ? rounds : quick ? 3 : 5, seed);
    WorkingSet cached = new WorkingSet(name(cachedKib), (long) cachedKib << 10, true);
    WorkingSet streamed =
        new WorkingSet(name(streamedKib) + " streamed", (long) streamedKib << 10, false);
    List<Subject> subjects = subjects();
    report.note(machine());
    Arena arena = new Arena(Math.max(cachedKib, streamedKib) << 10);
    Meter meter = new Meter(millis / 4, millis);
    List<Result> results = new ArrayList<>();
    for (WorkingSet workingSet : List.of(cached, streamed)) {
      for (int windowKib : windows) {
        List<Result> measured =
            inTurn.run(subjects, meter, arena, windowKib << 10, workingSet);
        for (Result result : measured) {
          report.line(result.values());
        }
        noteSkipped(subjects, measured, windowKib << 10, workingSet);
        results.addAll(measured);
      }
    }
    for (Target target : Target.all(cached.name(), streamed.name())) {
      noteTarget(target, results);
    }
    return 0;
  }

  private static String name(int kib) {
    return kib % (1 << 20) == 0
        ? (kib >> 20) + "GiB"
        : kib % (1 << 10) == 0 ? (kib >> 10) + "MiB" : kib + "KiB";
  }

  private List<Subject> subjects() throws JsonProcessingException {
    List<ErasureCode> wanted =
        codes.isEmpty()
            ? CodeSubjects.registered()
            : codes.stream().map(CodeRegistry::byName).toList();
    List<Subject> subjects = new ArrayList<>();
    Optional<String> whyNoC = PeerSubjects.loadC();
    if (whyNoC.isEmpty()) {
      subjects.addAll(PeerSubjects.inC());
    } else {
      report.note(Map.of("skipped", "what is measured in C", "reason", whyNoC.get()));
    }
    subjects.addAll(PeerSubjects.hadoop());
    for (var missing : CodeSubjects.missingKernels().entrySet()) {
      report.note(
          Map.of("skipped", "kernel " + missing.getKey(), "reason", missing.getValue()));
    }
    for (String kernel : Kernels.names()) {
      for (ErasureCode code : wanted) {
        boolean slow = quick && kernel.equals(JAVA) && !code.name().equals("RS-10-4");
        if (!slow) {
          subjects.addAll(CodeSubjects.of(code, kernel));
        }
      }
    }
    return subjects;
  }

  private Map<String, Object> machine() {
    Map<String, Object> values = Report.values("machine");
    values.put("processors", Runtime.getRuntime().availableProcessors());
    values.put("java", System.getProperty("java.vm.version"));
    values.put("kernels", Kernels.names());
    if (Kernels.best() instanceof NativeKernel library) {
      values.put("isal", library.isalVersion());
    }
    values.put("seed", seed);
    return values;
  }

  private void noteSkipped(
      List<Subject> all, List<Result> measured, int windowBytes, WorkingSet workingSet)
      throws JsonProcessingException {
    List<Subject> done = measured.stream().map(Result::subject).toList();
    String names =
        all.stream()
            .filter(subject -> !done.contains(subject))
            .map(subject -> subject.code() + " " + subject.op())
            .distinct()
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      Map<String, Object> values = Report.values("skipped");
      values.put("window_bytes", windowBytes);
      values.put("working_set", workingSet.name());
      values.put("groupsThatDoNotFit", names);
      report.note(values);
    }
  }

  private void noteTarget(Target target, List<Result> results) throws JsonProcessingException {
    report.note(
        target.check(results)
            .orElseGet(
                () ->
                    Map.of(
                        "target", target.name(), "skipped",
                        "not measured: workingSet=" + target.workingSet())));
  }
}
