package io.okapifs.hdfs.suites;

import io.okapifs.hdfs.cover.CoverAgent;
import io.okapifs.hdfs.cover.NotingClasses;
import io.okapifs.hdfs.diff.Folders;
import io.okapifs.hdfs.diff.Lock;
import io.okapifs.hdfs.suites.SuiteOptions.Which;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Chooses, runs, compares and records upstream's own test classes. */
public final class UpstreamSuites {

  /** What a JVM that lives for a test class has time for; the long run compiles as daemons do. */
  private static final List<String> QUICK_COMPILER = List.of("-XX:TieredStopAtLevel=1");

  private static final String COMMIT = "commit";

  private final Path root;
  private final Git git;
  private final Lock lock;
  private final SuiteTable table;
  private final SuiteResults results;
  private final SuiteCover cover;

  /**
   * @param root folder of the whole project
   */
  UpstreamSuites(Path root) throws IOException {
    this.root = root;
    this.git = new Git(root);
    this.lock = Lock.readAll(root);
    this.table = SuiteTable.read(root.resolve("scripts/rules/upstream-classes.txt"));
    this.results = SuiteResults.read(resultsFile());
    this.cover = SuiteCover.read(coverFile());
    cover.keepOnly(table, lock.names());
  }

  /** Arguments: root folder, and those of the script. Exit code 1: worse than on the stock jars. */
  public static void main(String[] arguments) throws Exception {
    UpstreamSuites suites = new UpstreamSuites(Path.of(arguments[0]).toAbsolutePath().normalize());
    SuiteOptions options =
        SuiteOptions.parse(List.of(arguments).subList(1, arguments.length));
    switch (options.action()) {
      case LIST ->
          suites.parts(options).forEach(
              (mode, parts) -> parts.forEach(part -> System.out.println(mode + " " + part)));
      case DOCUMENT -> suites.write();
      case RUN -> System.exit(suites.run(options) ? 0 : 1);
    }
  }

  /** What the options ask for, by mode. What is recorded is recorded of whole classes. */
  Map<SuiteMode, List<SuitePart>> parts(SuiteOptions options) throws IOException {
    Map<SuiteMode, List<SuitePart>> parts = new EnumMap<>(SuiteMode.class);
    for (SuiteMode mode : options.modes()) {
      if (options.which() == Which.CI && !options.write()) {
        parts.put(mode, cover.chosen(table, mode));
      } else {
        Collection<String> wanted = wanted(options, mode);
        parts.put(
            mode,
            table.namesIn(mode).stream().filter(wanted::contains).map(SuitePart::whole).toList());
      }
    }
    return parts;
  }

  private Collection<String> wanted(SuiteOptions options, SuiteMode mode) throws IOException {
    return switch (options.which()) {
      case CI -> chosenClasses(mode);
      case ALL -> table.namesIn(mode);
      case MISSING ->
          table.namesIn(mode).stream().filter(name -> results.get(mode, name) == null).toList();
      case CHANGED -> changed(mode, options.base());
      case NAMED -> options.named();
    };
  }

  private List<String> chosenClasses(SuiteMode mode) {
    return cover.chosen(table, mode).stream().map(SuitePart::suite).toList();
  }

  /** An aspect that the cover does not know may be executed by any class. */
  private Collection<String> changed(SuiteMode mode, String base) throws IOException {
    ChangedAspects changes = new ChangedAspects(root, git.changedSince(base));
    Set<String> aspects = changes.names();
    if (!aspects.stream().allMatch(cover::knowsAspect)) {
      return table.namesIn(mode);
    }
    Set<String> names = new TreeSet<>(cover.executing(mode, aspects));
    if (changes.changeTheTests()) {
      names.addAll(chosenClasses(mode));
    }
    return names;
  }

  /** Whether nothing is worse than on the stock jars. */
  private boolean run(SuiteOptions options) throws IOException, InterruptedException {
    Map<SuiteMode, List<SuitePart>> parts = parts(options);
    SuiteFiles files = filesFor(options.which());
    Path memory = Path.of("/dev/shm");
    Path scratch =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "okapi-upstream-")
            : Files.createTempDirectory("okapi-upstream-");
    try {
      Path agent = scratch.resolve("agent.jar");
      Path copies = scratch.resolve("copies");
      CoverAgent.writeJar(agent);
      NotingClasses.write(lock, copies);
      List<String> compiler =
          options.which() == Which.ALL ? List.<String>of() : QUICK_COMPILER;
      SuiteJvm jvm = new SuiteJvm(root, agent, copies, compiler);
      new SuiteRun(jvm, files, results, cover, scratch).run(parts);
    } finally {
      Folders.delete(scratch);
    }
    return judge(options, parts, files);
  }

  /** Reports of a run of all classes are kept as long as the commit is the same. */
  SuiteFiles filesFor(Which which) throws IOException {
    Path runs = root.resolve("hadoop-hdfs-project/upstream-tests/target/runs");
    Path folder = runs.resolve(which == Which.ALL ? "all" : "part");
    String commit = which == Which.ALL && git.isClean() ? git.head() : "";
    Path commitFile = folder.resolve(COMMIT);
    boolean goesOn =
        !commit.isEmpty()
            && Files.exists(commitFile)
            && Files.readString(commitFile).equals(commit);
    if (!goesOn) {
      if (Files.exists(folder)) {
        Folders.delete(folder);
      }
      Files.createDirectories(folder);
      Files.writeString(commitFile, commit);
    }
    return new SuiteFiles(folder);
  }

  private boolean judge(
      SuiteOptions options, Map<SuiteMode, List<SuitePart>> parts, SuiteFiles files)
      throws IOException {
    boolean good = true;
    for (Map.Entry<SuiteMode, List<SuitePart>> each : parts.entrySet()) {
      SuiteMode mode = each.getKey();
      List<String> worse = worse(mode, each.getValue(), files);
      System.out.println(new SuiteSummary(mode, each.getValue(), files, cover).text());
      worse.forEach(System.out::println);
      System.out.println("Upstream's tests, " + mode + ", worse than stock: " + worse.size());
      good &= worse.isEmpty();
      if (options.write()) {
        record(mode, each.getValue(), files);
        String commit = Files.readString(files.folder().resolve(COMMIT));
        if (options.which() == Which.ALL && worse.isEmpty() && !commit.isEmpty()) {
          results.put(mode, new FullRun(commit, git.dateOf(commit)));
        }
      }
    }
    if (options.write()) {
      cover.knows(lock.names());
      write();
    }
    return good;
  }

  /** One sentence for each class without a report and each case that is worse. */
  List<String> worse(SuiteMode mode, List<SuitePart> parts, SuiteFiles files) throws IOException {
    SuiteJudge judge = new SuiteJudge(table, results);
    List<String> worse = new ArrayList<>();
    for (SuitePart part : parts) {
      String suite = part.suite();
      if (files.hasReport(mode, suite)) {
        worse.addAll(judge.worse(mode, part, files.readReport(mode, suite).result()));
      } else {
        worse.add(suite + ", " + mode + ": no report: log=" + files.log(mode, suite));
      }
    }
    return worse;
  }

  /** A class without a report keeps what is recorded of it. */
  private void record(SuiteMode mode, List<SuitePart> parts, SuiteFiles files) throws IOException {
    for (SuitePart part : parts) {
      String suite = part.suite();
      if (files.hasReport(mode, suite)) {
        results.put(mode, files.readReport(mode, suite).result());
        if (mode != SuiteMode.STOCK) {
          cover.put(mode, files.readExecutions(mode, suite));
        }
      }
    }
  }

  private void write() throws IOException {
    Files.writeString(resultsFile(), results.toText());
    Files.writeString(coverFile(), cover.toText());
    Files.writeString(documentFile(), document());
  }

  /** What the document must say. */
  String document() {
    return new SuiteDocument(table, results, cover).text();
  }

  Path documentFile() {
    return root.resolve("docs/UPSTREAM-TESTS.md");
  }

  private Path coverFile() {
    return root.resolve("scripts/rules/upstream-cover.txt");
  }

  private Path resultsFile() {
    return root.resolve("scripts/rules/upstream-results.txt");
  }

  SuiteTable table() {
    return table;
  }

  SuiteResults results() {
    return results;
  }

  SuiteCover cover() {
    return cover;
  }

  SortedSet<String> locked() {
    return lock.names();
  }
}
