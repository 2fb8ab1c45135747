package io.okapifs.hdfs.read;

/** Losses of a code whose local groups overlap. */
class ShecLossPatternsTest extends LossPatternsCases {

  ShecLossPatternsTest() {
    super("SHEC3-4-3");
  }
}
