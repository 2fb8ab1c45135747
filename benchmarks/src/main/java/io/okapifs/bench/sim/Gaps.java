package io.okapifs.bench.sim;

import io.okapifs.bench.disk.DiskModel;

/** What a disk does about bytes between two ranges that are read one after the other. */
public enum Gaps {

  /** It positions, whatever their number. */
  POSITION {
    @Override
    long nanos(DiskModel model, long bytes) {
      return model.positioningNanos();
    }
  },

  /** It lets them pass where that is faster, as the reading ahead of a kernel does. */
  PASS_OVER {
    @Override
    long nanos(DiskModel model, long bytes) {
      return Math.min(model.positioningNanos(), model.transferNanos(bytes));
    }
  };

  abstract long nanos(DiskModel model, long bytes);
}
