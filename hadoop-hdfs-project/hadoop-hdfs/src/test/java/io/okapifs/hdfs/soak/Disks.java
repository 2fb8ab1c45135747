package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.testing.LiveFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Block files as they lie on the disks of DataNodes, whatever anybody says about them. */
final class Disks {

  private static final Pattern BLOCK_FILE = Pattern.compile("blk_(-?\\d+)");
  private static final Pattern NAME = Pattern.compile("blk_(-?\\d+)(_\\d+\\.meta)?");
  private static final Set<String> FOLDERS = Set.of("finalized", "rbw", "tmp");

  private Disks() {}

  /** A block file. */
  record Found(long block, int node, Path file) {

    /**
     * @return null where it is gone by now
     */
    byte[] bytes() throws IOException {
      try {
        return Files.readAllBytes(file);
      } catch (NoSuchFileException e) {
        return null;
      }
    }

    /**
     * What its DataNode has it as, by the folder it lies in.
     *
     * @return one of {@code finalized}, {@code rbw} and {@code tmp}
     */
    String state() {
      for (Path name : file) {
        if (FOLDERS.contains(name.toString())) {
          return name.toString();
        }
      }
      throw new IllegalStateException("in no folder for replicas: blockFile=" + file);
    }

    /** The file of its checksums. */
    Path meta() {
      File[] metas =
          file.getParent().toFile().listFiles(
              (folder, name) -> name.startsWith(file.getFileName() + "_"));
      if (metas == null || metas.length != 1) {
        throw new IllegalStateException("no single file of checksums: blockFile=" + file);
      }
      return metas[0].toPath();
    }
  }

  static List<Found> blockFiles(SoakCluster cluster, Collection<Integer> nodes)
      throws IOException {
    List<Found> found = new ArrayList<>();
    for (int node : nodes) {
      for (Path file : files(cluster, node)) {
        Matcher matcher = BLOCK_FILE.matcher(file.getFileName().toString());
        if (matcher.matches()) {
          found.add(new Found(Long.parseLong(matcher.group(1)), node, file));
        }
      }
    }
    return found;
  }

  private static List<Path> files(SoakCluster cluster, int node) throws IOException {
    List<Path> files = new ArrayList<>();
    for (File disk : cluster.disks(node)) {
      files.addAll(LiveFolder.files(disk.toPath()));
    }
    return files;
  }

  /** The files of a node's replicas, those of checksums too, and whose they are. */
  static Map<Path, Long> names(SoakCluster cluster, int node) throws IOException {
    Map<Path, Long> names = new TreeMap<>();
    for (Path file : files(cluster, node)) {
      Matcher matcher = NAME.matcher(file.getFileName().toString());
      if (matcher.matches()) {
        names.put(file, Long.parseLong(matcher.group(1)));
      }
    }
    return names;
  }
}
