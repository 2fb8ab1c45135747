package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockOracle;
import java.util.ArrayList;
import java.util.List;

/** All blocks of a file with an erasure code, from the oracle. */
final class EncodedFile {

  private final int k;
  private final List<byte[]> data = new ArrayList<>();
  private final List<byte[][]> parities = new ArrayList<>();

  private EncodedFile(int k) {
    this.k = k;
  }

  /**
   * @param parityLengths of each group
   */
  static EncodedFile of(FileLayout layout, byte[] bytes, List<Long> parityLengths) {
    BlockOracle oracle = new BlockOracle(layout, bytes);
    EncodedFile file = new EncodedFile(layout.policy().k());
    for (long x = 0; x < layout.blockCount(bytes.length); x++) {
      file.data.add(oracle.data(x));
    }
    for (int g = 0; g < parityLengths.size(); g++) {
      file.parities.add(oracle.parities(g, Math.toIntExact(parityLengths.get(g))));
    }
    return file;
  }

  List<byte[]> blocksOf(List<Piece> pieces) {
    return pieces.stream()
        .map(
            piece ->
                piece.member() < k
                    ? data.get(piece.group() * k + piece.member())
                    : parities.get(piece.group())[piece.member() - k])
        .toList();
  }
}
