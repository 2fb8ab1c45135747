package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.trace.TracedRead;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a trace of reads, a local file. Parts of a rolled one may stand behind each other. */
final class ReadTrace {

  /** More would not fit a client's heap. */
  private static final int MOST_READS = 2_000_000;

  private ReadTrace() {}

  /**
   * @return at least one
   * @throws IOException with the number of the first line that is no read
   */
  static List<TracedRead> of(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("a trace is a file, and " + file + " is a directory");
    }
    List<TracedRead> reads = new ArrayList<>();
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        check(file, number, line, reads.size());
        if (!line.equals(TracedRead.HEADER)) {
          reads.add(TracedRead.parse(line));
        }
      }
    } catch (NoSuchFileException e) {
      throw new IOException("no trace " + file + " on this machine", e);
    } catch (AccessDeniedException e) {
      throw new IOException("this user may not read the trace " + file, e);
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is no trace of reads: not UTF-8", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
    }
    if (reads.isEmpty()) {
      throw new IOException(file + " has no reads");
    }
    return reads;
  }

  private static void check(Path file, int number, String line, int reads) throws IOException {
    if (number == 1 && !line.equals(TracedRead.HEADER)) {
      throw new IOException(
          file + " is no trace of reads that this version knows: its first line must be '"
              + TracedRead.HEADER + "', not '" + line.substring(0, Math.min(60, line.length()))
              + "'");
    }
    if (reads == MOST_READS) {
      throw new IOException(
          file + " has more than " + MOST_READS + " reads: give a part of it, or every n-th line");
    }
  }
}
