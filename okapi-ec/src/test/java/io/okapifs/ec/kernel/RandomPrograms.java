package io.okapifs.ec.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Programs with every feature a kernel must know: temporaries, adding, sparse, all-one and dense
 * coefficients.
 */
final class RandomPrograms {
  private RandomPrograms() {}

  static KernelProgram next(Random random) {
    return next(random, 0, random.nextInt(13), 1 + random.nextInt(9));
  }

  /** Two slots per buffer. */
  static KernelProgram nextWithPlanes(Random random, int planeBytes) {
    return next(random, planeBytes, 2 * random.nextInt(7), 2 + 2 * random.nextInt(4));
  }

  private static KernelProgram next(
      Random random, int planeBytes, int inputCount, int outputCount) {
    int temporaryCount = random.nextInt(4);
    List<Integer> readable = new ArrayList<>();
    List<Integer> writable = new ArrayList<>();
    for (int slot = 0; slot < inputCount + outputCount; slot++) {
      readable.add(slot);
    }
    for (int slot = inputCount; slot < inputCount + outputCount + temporaryCount; slot++) {
      writable.add(slot);
    }
    List<KernelStep> steps = new ArrayList<>();
    int stepCount = 1 + random.nextInt(5);
    for (int i = 0; i < stepCount; i++) {
      steps.add(step(random, readable, writable));
    }
    return new KernelProgram(inputCount, outputCount, temporaryCount, planeBytes, steps);
  }

  /** Slots become readable once they are set. */
  private static KernelStep step(Random random, List<Integer> readable, List<Integer> writable) {
    boolean adds = random.nextBoolean();
    List<Integer> targets = new ArrayList<>(writable);
    if (adds) {
      targets.retainAll(readable);
    }
    Collections.shuffle(targets, random);
    targets = targets.subList(0, 1 + random.nextInt(targets.size()));
    List<Integer> sources = new ArrayList<>(readable);
    sources.removeAll(targets);
    Collections.shuffle(sources, random);
    for (int target : targets) {
      if (!readable.contains(target)) {
        readable.add(target);
      }
    }
    byte[] coefficients = coefficients(random, targets.size() * sources.size());
    return new KernelStep(adds, toArray(targets), toArray(sources), coefficients);
  }

  private static byte[] coefficients(Random random, int count) {
    byte[] coefficients = new byte[count];
    int kind = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      boolean zero = kind == 1 && random.nextInt(3) > 0;
      coefficients[i] = (byte) (zero ? 0 : kind == 2 ? random.nextInt(2) : random.nextInt(256));
    }
    return coefficients;
  }

  private static int[] toArray(List<Integer> slots) {
    return slots.stream().mapToInt(Integer::intValue).toArray();
  }
}
