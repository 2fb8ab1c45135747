package io.okapifs.hdfs.soak;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** What is done to snapshots. */
final class SnapshotCommands {

  private SnapshotCommands() {}

  private static Path path(Directory directory, int snapshot) {
    return new Path(directory.path(), ".snapshot/s" + snapshot);
  }

  record Snapshot(Directory directory, int snapshot) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = path(directory, snapshot);
      Model model = world.model;
      // The length of an open file in a snapshot is what the NameNode knew then.
      if (model.snapshots.containsKey(path) || model.hasOpenIn(directory.path())) {
        return false;
      }
      world.cluster.fs().createSnapshot(directory.path(), path.getName());
      Map<Path, Content> kept = new LinkedHashMap<>();
      model.files.forEach((file, content) -> {
        if (file.getParent().equals(directory.path())) {
          kept.put(new Path(path, file.getName()), content);
        }
      });
      model.snapshots.put(path, kept);
      model.hasHadSnapshots = true;
      return true;
    }
  }

  record DeleteSnapshot(Directory directory, int snapshot) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = path(directory, snapshot);
      if (world.model.snapshots.remove(path) == null) {
        return false;
      }
      world.cluster.fs().deleteSnapshot(directory.path(), path.getName());
      return true;
    }
  }

  record ReadSnapshot(Directory directory, int snapshot) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Map<Path, Content> kept = world.model.snapshots.get(path(directory, snapshot));
      if (kept == null) {
        return false;
      }
      for (Map.Entry<Path, Content> file : kept.entrySet()) {
        world.checker.readWhole(file.getKey(), file.getValue());
      }
      return true;
    }
  }
}
