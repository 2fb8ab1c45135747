package io.okapifs.hdfs.soak;

/** The second half of the steps of a build's soak, with the next seed. */
class SecondSoakTest extends SoakCases {

  SecondSoakTest() {
    super(SoakMain.SEED + 1, SoakMain.STEPS / 2);
  }
}
