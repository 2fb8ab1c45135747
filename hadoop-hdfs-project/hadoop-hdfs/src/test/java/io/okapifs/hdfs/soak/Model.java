package io.okapifs.hdfs.soak;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;

/** What must be in the file system. */
final class Model {

  /**
   * A file whose writer is gone.
   *
   * @param written what it was given
   * @param surelyKept bytes that recovery must keep
   */
  record Open(Content written, long surelyKept) {}

  final Map<Path, Content> files = new TreeMap<>();
  final Map<Path, Open> open = new TreeMap<>();

  /** Whether there was one at any time. */
  boolean hasHadSnapshots;

  /** Policies that rules have given files since the last quiet, which say nothing of one file. */
  final Set<String> ruledTo = new TreeSet<>();

  /** By the snapshot's directory: what its directory held. */
  final Map<Path, Map<Path, Content>> snapshots = new TreeMap<>();

  /** Every path under which a closed file can be read. */
  Map<Path, Content> readable() {
    Map<Path, Content> all = new TreeMap<>(files);
    snapshots.values().forEach(all::putAll);
    return all;
  }

  /** Whether a file has these bytes, under whatever policy. */
  boolean holds(Content content) {
    return readable().values().stream()
        .anyMatch(each -> each.seed() == content.seed() && each.length() == content.length());
  }

  void remove(Path file) {
    files.remove(file);
    open.remove(file);
  }

  boolean hasOpenIn(Path directory) {
    return open.keySet().stream().anyMatch(file -> file.getParent().equals(directory));
  }

  boolean hasSnapshotsOf(Path directory) {
    return snapshots.keySet().stream().anyMatch(name -> name.toString().startsWith(directory + "/"));
  }

  /** From now on nobody can say how much of open files is kept. */
  void expectLossesOfOpenFiles() {
    open.replaceAll((file, left) -> new Open(left.written(), 0));
  }
}
