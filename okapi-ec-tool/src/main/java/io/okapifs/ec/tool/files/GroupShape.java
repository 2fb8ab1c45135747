package io.okapifs.ec.tool.files;

import io.okapifs.ec.code.ErasureCode;

/**
 * How a file lies in the blocks of one parity group: data members hold consecutive parts of it, the
 * last ones filled up with zeros, and sub-block j of a member is the j-th part of its block.
 * Sub-block j of member i has the index i * alpha + j.
 *
 * @param k number of data members
 * @param n number of members
 * @param alpha sub-blocks per block
 * @param subBlockBytes length of a sub-block, a multiple of the code's granule, or 0
 */
record GroupShape(int k, int n, int alpha, long subBlockBytes) {
  static GroupShape of(ErasureCode code, long subBlockBytes) {
    return new GroupShape(code.k(), code.n(), code.alpha(), subBlockBytes);
  }

  /** The shortest blocks that take so many bytes; those of an empty file are empty. */
  static GroupShape forFile(ErasureCode code, long fileBytes) {
    long bytesPerGranule = (long) code.k() * code.alpha() * code.granuleBytes();
    long granules = (fileBytes + bytesPerGranule - 1) / bytesPerGranule;
    return of(code, granules * code.granuleBytes());
  }

  long blockBytes() {
    return alpha * subBlockBytes;
  }

  int dataSubBlocks() {
    return k * alpha;
  }

  int memberOf(int index) {
    return index / alpha;
  }

  /** Where a sub-block starts in the block file of its member. */
  long offsetInBlock(int index) {
    return index % alpha * subBlockBytes;
  }

  /** Where a data sub-block starts in the file that was encoded. */
  long offsetInFile(int index) {
    return index * subBlockBytes;
  }
}
