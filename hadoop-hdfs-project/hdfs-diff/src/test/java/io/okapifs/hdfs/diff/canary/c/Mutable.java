package io.okapifs.hdfs.diff.canary.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** State that belongs to nobody, and constants, which are none. */
public final class Mutable {
  static final List<String> CONSTANTS = List.of("a");
  static final Map<String, String> NO_CONSTANTS = new HashMap<>();
  static final AtomicLong COUNT = new AtomicLong();
  static final Object LOCK = new Object();
  static final Mutable ONE = new Mutable();
  static int number;

  private final List<String> grows = new ArrayList<>();
}
