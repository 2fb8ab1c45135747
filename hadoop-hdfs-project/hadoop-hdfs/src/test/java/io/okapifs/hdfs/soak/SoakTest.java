package io.okapifs.hdfs.soak;

/** The first half of the steps of a build's soak, with its seed. */
class SoakTest extends SoakCases {

  SoakTest() {
    super(SoakMain.SEED, SoakMain.STEPS - SoakMain.STEPS / 2);
  }
}
