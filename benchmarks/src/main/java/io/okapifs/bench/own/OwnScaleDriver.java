package io.okapifs.bench.own;

import io.okapifs.bench.driver.scale.ScaleDriver;

/** A {@link ScaleDriver} whose NameNode has rounds of its own. */
public final class OwnScaleDriver {

  private OwnScaleDriver() {}

  public static void main(String[] args) throws Exception {
    ScaleDriver.serve(new OwnRounds());
  }
}
