package io.okapifs.hdfs.read;

/** Stripes narrower and wider than groups of six data blocks. */
class WideLayoutMatrixTest extends LayoutMatrixCases {

  WideLayoutMatrixTest() {
    super("RS-6-3-64k");
  }
}
