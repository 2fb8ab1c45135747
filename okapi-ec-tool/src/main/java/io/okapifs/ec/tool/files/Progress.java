package io.okapifs.ec.tool.files;

import java.io.PrintWriter;

/** A bar that grows on one line, redrawn at every percent. Used by one thread. */
public final class Progress implements AutoCloseable {
  private static final int WIDTH = 40;

  private final PrintWriter out;
  private final String label;
  private long totalBytes;
  private long doneBytes;
  private int percentDrawn = -1;

  /** A bar with this label in front, which draws nothing before it is told the work. */
  public Progress(PrintWriter out, String label) {
    this.out = out;
    this.label = label;
  }

  /** How much there is to do. */
  void start(long bytes) {
    totalBytes = bytes;
    draw();
  }

  /** So much more was done. */
  void add(long bytes) {
    doneBytes += bytes;
    draw();
  }

  private void draw() {
    int percent = totalBytes == 0 ? 100 : (int) Math.min(100, doneBytes * 100 / totalBytes);
    if (percent != percentDrawn) {
      int filled = percent * WIDTH / 100;
      out.printf(
          "\r%s [%s%s] %3d%%", label, "#".repeat(filled), ".".repeat(WIDTH - filled), percent);
      out.flush();
      percentDrawn = percent;
    }
  }

  /** Ends the line. */
  @Override
  public void close() {
    if (percentDrawn >= 0) {
      out.println();
    }
  }
}
