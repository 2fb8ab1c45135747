package io.okapifs.hdfs.trace;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/**
 * A trace of reads on this machine. All streams of a process, and other processes, may append to
 * it: each line is one write at its end.
 *
 * @param file the trace; the part before it is beside it, with {@code .1} behind its name
 * @param maxBytes of which it is moved to make room for the next part
 */
record ReadTraceFile(File file, long maxBytes) {

  void append(TracedRead read) throws IOException {
    byte[] line = bytes(read.toLine());
    synchronized (ReadTraceFile.class) {
      if (file.length() > 0 && file.length() + line.length > maxBytes) {
        File before = new File(file.getPath() + ".1");
        Files.move(file.toPath(), before.toPath(), StandardCopyOption.REPLACE_EXISTING);
      }
      // Not a channel: those end with an error where the reader is interrupted.
      try (FileOutputStream out = new FileOutputStream(file, true)) {
        if (file.length() == 0) {
          out.write(bytes(TracedRead.HEADER));
        }
        out.write(line);
      }
    }
  }

  private static byte[] bytes(String line) {
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
