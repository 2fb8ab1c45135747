package io.okapifs.install;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an installation becomes: changes of its files, and where the content comes from. Made
 * without changing anything.
 *
 * @param changes in the order in which they are done
 * @param sources files of ours by digest
 */
record Plan(List<Change> changes, Map<String, Path> sources) {

  private static final String SHELL_PROFILES = "libexec/shellprofile.d";
  private static final String SPARK_MARK = "spark-core_";
  private static final List<String> SPARKS_OWN = List.of(
      "hadoop-client-api", "hadoop-client-runtime");

  /**
   * Looks through an installation, symbolic links not followed.
   *
   * @throws InstallException where a jar is there that may not be replaced, or none that may
   */
  static Plan of(Overlay overlay, Path installation) throws IOException {
    NavigableSet<Path> jars = jarsIn(installation);
    boolean isSpark =
        jars.stream()
            .anyMatch(jar -> jar.getFileName().toString().startsWith(SPARK_MARK));
    Planner planner = new Planner(overlay, installation, jars);
    Plan plan = isSpark ? planner.spark() : planner.hadoop();
    if (plan.changes.isEmpty()) {
      throw new InstallException(
          "nothing to replace below " + installation + ": looked for "
              + (isSpark ? SPARKS_OWN : overlay.files("replace").keySet()));
    }
    return plan;
  }

  private static NavigableSet<Path> jarsIn(Path installation) throws IOException {
    NavigableSet<Path> jars = new TreeSet<>();
    Files.walkFileTree(
        installation,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes any) {
            return folder.equals(Receipt.folderOf(installation))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && file.toString().endsWith(".jar")) {
              jars.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return jars;
  }

  /** Makes one plan. */
  private static final class Planner {

    private final Overlay overlay;
    private final Path installation;
    private final NavigableSet<Path> jars;
    private final List<Change> changes = new ArrayList<>();
    private final Map<String, Path> sources = new HashMap<>();

    Planner(Overlay overlay, Path installation, NavigableSet<Path> jars) {
      this.overlay = overlay;
      this.installation = installation;
      this.jars = jars;
    }

    Plan hadoop() throws IOException {
      Set<String> replaceable = overlay.replaceable();
      Map<String, Path> ours = overlay.files("replace");
      for (Path jar : jars) {
        String name = jar.getFileName().toString();
        if (replaceable.contains(Overlay.baseOf(name))) {
          replace(jar, ours.containsKey(name), ours.get(name));
          addTo(jar.getParent(), overlay.additionsTo(name));
        }
      }
      addShellProfiles();
      return new Plan(List.copyOf(changes), Map.copyOf(sources));
    }

    /** Where Hadoop's scripts look for more of their kind; only where they do. */
    private void addShellProfiles() throws IOException {
      Path folder = installation.resolve(SHELL_PROFILES);
      if (changes.isEmpty() || !Files.isDirectory(folder)) {
        return;
      }
      for (Map.Entry<String, Path> each : overlay.files("shell").entrySet()) {
        Path target = folder.resolve(each.getKey());
        if (Files.exists(target)) {
          throw new InstallException(
              target + " is there already; take it away if it is not needed");
        }
        change(target, null, each.getValue());
      }
    }

    Plan spark() throws IOException {
      Path folder = null;
      for (Path jar : jars) {
        String name = jar.getFileName().toString();
        if (SPARKS_OWN.contains(Overlay.baseOf(name))) {
          replace(jar, overlay.knownNames().contains(name), null);
          folder = jar.getParent();
        }
      }
      if (folder != null) {
        addTo(folder, overlay.files("spark"));
        addTo(folder, overlay.files("add-shaded"));
      }
      return new Plan(List.copyOf(changes), Map.copyOf(sources));
    }

    /**
     * Plans it for a jar that Apache published.
     *
     * @param ours null where nothing takes its place
     */
    private void replace(Path jar, boolean isKnownName, Path ours) throws IOException {
      String digest = Digests.ofFile(jar);
      checkUpstream(jar, digest, isKnownName);
      change(jar, digest, ours);
    }

    private void checkUpstream(Path jar, String digest, boolean isKnownName) throws IOException {
      if (overlay.ownDigests().contains(digest)) {
        throw new InstallException(
            jar + " is ours already, and " + Receipt.folderOf(installation) + " does not tell how"
                + " it came there; put the original back by hand first");
      }
      if (!isKnownName) {
        throw new InstallException(
            jar + " is of another version; this archive is for " + overlay.knownNames());
      }
      if (!overlay.isUpstream(jar, digest)) {
        throw new InstallException(
            jar + " is not the jar that Apache published, its SHA-256 is " + digest
                + "; it may have been patched, and the patch would be lost");
      }
    }

    private void addTo(Path folder, Map<String, Path> more) throws IOException {
      for (Map.Entry<String, Path> each : more.entrySet()) {
        Path target = folder.resolve(each.getKey());
        if (!isPlanned(target) && !isThere(target, overlay.digestOf(each.getValue()))) {
          checkNoOtherCopy(folder, each.getKey());
          change(target, null, each.getValue());
        }
      }
    }

    private boolean isThere(Path target, String digest) throws IOException {
      return jars.contains(target) && Digests.ofFile(target).equals(digest);
    }

    /** Two versions of one library on a class path: whichever comes first would win. */
    private void checkNoOtherCopy(Path folder, String name) throws InstallException {
      for (Path jar : jars) {
        if (jar.getParent().equals(folder)
            && !isPlanned(jar)
            && Overlay.baseOf(jar.getFileName().toString()).equals(Overlay.baseOf(name))) {
          throw new InstallException(
              jar + " is another copy of " + name + ", which is needed in its folder; take it away"
                  + " if nothing needs it");
        }
      }
    }

    private boolean isPlanned(Path target) {
      Path relative = installation.relativize(target);
      return changes.stream().anyMatch(change -> change.path().equals(relative));
    }

    private void change(Path target, String before, Path source) {
      String after = source == null ? null : overlay.digestOf(source);
      changes.add(new Change(installation.relativize(target), before, after));
      if (source != null) {
        sources.put(after, source);
      }
    }
  }
}
