package io.okapifs.hdfs.read;

/** Stripes narrower and wider than groups of three data blocks. */
class LayoutMatrixTest extends LayoutMatrixCases {

  LayoutMatrixTest() {
    super("RS-3-2-64k");
  }
}
