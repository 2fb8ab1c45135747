package io.okapifs.hdfs.diff.canary.door;

import org.aspectj.lang.annotation.Aspect;

/** Is never woven. */
@Aspect
public final class AspectCanary {

  /** Calls what is marked and what is not. */
  public void enter() {
    House.marked();
    House.unmarked();
  }
}
