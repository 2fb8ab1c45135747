package io.okapifs.bench.own;

import io.okapifs.bench.sim.Placement;
import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** On which disks the blocks of files lie, by what the NameNode says. For one thread. */
final class FilePlaces {

  private final DistributedFileSystem fs;
  private final int disks;
  private final Map<String, Integer> numbers = new HashMap<>();

  /**
   * @param disks one of each DataNode
   */
  FilePlaces(DistributedFileSystem fs, int disks) {
    this.fs = fs;
    this.disks = disks;
  }

  /** The number of a DataNode's disk, by the address that it sends blocks from. */
  int number(String transferAddress) {
    return numbers.computeIfAbsent(transferAddress, address -> numbers.size());
  }

  /**
   * A closed file none of whose blocks is lost.
   *
   * @param coupled whether it is in HDFS's own layout, with parity in its data stripes
   * @throws UncheckedIOException also where a block has no place
   */
  Placement of(Path path, FileLayout layout, long length, boolean coupled) {
    try {
      StripedPlaces found = StripedPlaces.of(fs, path, layout, length, coupled);
      if (found.data().contains(null) || found.parity().contains(null)) {
        throw new IOException("blocks without a place: file=" + path);
      }
      return new Placement(numbers(found.data()), numbers(found.parity()), disks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int[] numbers(List<String> places) {
    return places.stream().mapToInt(this::number).toArray();
  }
}
