package io.okapifs.hdfs.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/** Where the blocks of files lie, data and parity, as the NameNode lists them. */
public final class Places {

  /** As many groups as a file of a test has at most. */
  private static final int GROUPS = 1000;

  private Places() {}

  private static List<LocatedStripedBlock> groups(BlockFileCluster cluster, Path file)
      throws IOException {
    List<LocatedStripedBlock> groups = new ArrayList<>(cluster.dataStripes(file));
    groups.addAll(cluster.parityGroups(file, GROUPS));
    return groups;
  }

  /** For each file the blocks with their storages, in some order that is always the same. */
  public static Map<Path, List<String>> of(BlockFileCluster cluster, Iterable<Path> files)
      throws IOException {
    Map<Path, List<String>> places = new TreeMap<>();
    for (Path file : files) {
      places.put(
          file,
          groups(cluster, file).stream()
              .flatMap(
                  group ->
                      IntStream.range(0, group.getLocations().length)
                          .mapToObj(
                              i ->
                                  group.getBlock().getBlockId() + " " + group.getBlockIndices()[i]
                                      + " on " + group.getStorageIDs()[i]))
              .sorted()
              .toList());
    }
    return places;
  }

  /** Types of the storages that have blocks of a file. */
  public static List<StorageType> types(BlockFileCluster cluster, Path file) throws IOException {
    List<StorageType> types = new ArrayList<>();
    groups(cluster, file).forEach(group -> types.addAll(List.of(group.getStorageTypes())));
    return types;
  }
}
