package io.okapifs.hdfs.verify;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A local file that says how far a verification is: what it was asked for, the last file in the
 * order of the walk up to which all are finished, and what was counted up to there. It is replaced
 * as a whole, at most once a second. Used by one thread at a time.
 */
public final class VerifyState {

  private static final int FORMAT = 1;
  private static final long WRITE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final PrintStream warnings;
  private final Request request;
  private final VerifyCounters counts;
  private String last;
  private long written = System.nanoTime() - WRITE_NANOS;
  private boolean begun;
  private boolean warned;

  /**
   * What decides which groups are read and what becomes of them.
   *
   * @param path with its file system
   * @param sample as it was asked for; null where it was not
   * @param seed of the sample
   * @param olderThan as it was asked for; null where it was not
   * @param changedUntilMillis files that were changed later are left out
   */
  public record Request(
      @JsonProperty(value = "path", required = true) String path,
      @JsonProperty(value = "sample", required = true) String sample,
      @JsonProperty(value = "seed", required = true) long seed,
      @JsonProperty(value = "olderThan", required = true) String olderThan,
      @JsonProperty(value = "changedUntilMillis", required = true) long changedUntilMillis,
      @JsonProperty(value = "repair", required = true) boolean repair) {}

  /** What stands in the file. */
  record Content(
      @JsonProperty(value = "format", required = true) int format,
      @JsonProperty(value = "request", required = true) Request request,
      @JsonProperty(value = "last", required = true) String last,
      @JsonProperty(value = "counts", required = true) Map<String, Long> counts) {

    /**
     * @throws IllegalArgumentException where it makes no sense
     */
    void check() {
      if (format != FORMAT || request == null || counts == null) {
        throw new IllegalArgumentException("format=" + format + ", expected=" + FORMAT);
      }
      if (last != null && !last.startsWith("/")) {
        throw new IllegalArgumentException("not an absolute path: last=" + last);
      }
      VerifyCounters.of(counts);
    }
  }

  private VerifyState(
      Path file, PrintStream warnings, Request request, String last, VerifyCounters counts) {
    this.file = file;
    this.warnings = warnings;
    this.request = request;
    this.last = last;
    this.counts = counts;
  }

  /**
   * Goes on with what a file says, or begins one where there is none.
   *
   * @param asked what is asked for now
   * @param seedAsked whether its seed is; otherwise that of the file counts
   * @param warnings told once where the file can be written no more
   * @throws IOException where the file is of another request, or says nothing of that kind; it
   *     stays as it is
   */
  public static VerifyState open(
      Path file, Request asked, boolean seedAsked, PrintStream warnings) throws IOException {
    if (!Files.exists(file)) {
      return new VerifyState(file, warnings, asked, null, new VerifyCounters());
    }
    Content content = read(file);
    checkSame(file, "-path", content.request().path(), asked.path());
    checkSame(file, "-sample", content.request().sample(), asked.sample());
    checkSame(file, "-olderThan", content.request().olderThan(), asked.olderThan());
    checkSame(file, "-repair", content.request().repair(), asked.repair());
    if (seedAsked) {
      checkSame(file, "-seed", content.request().seed(), asked.seed());
    }
    return new VerifyState(
        file, warnings, content.request(), content.last(), VerifyCounters.of(content.counts()));
  }

  private static Content read(Path file) throws IOException {
    try {
      Content content = JSON.readValue(bytes(file), Content.class);
      content.check();
      return content;
    } catch (JsonProcessingException e) {
      throw notOne(file, e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      throw notOne(file, e.getMessage());
    }
  }

  private static byte[] bytes(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static IOException notOne(Path file, String why) {
    return new IOException(
        file + " does not say how far a verification is: " + why.split("\n", 2)[0]
            + "; name another file, or remove it to begin anew");
  }

  private static void checkSame(Path file, String option, Object then, Object now)
      throws IOException {
    if (!String.valueOf(then).equals(String.valueOf(now))) {
      throw new IOException(
          file + " is of another verification: " + option + " was " + then + ", asked=" + now
              + "; ask for the same, or name another file");
    }
  }

  public Request request() {
    return request;
  }

  /** The path behind which to go on; null where to begin. */
  public String last() {
    return last;
  }

  /** Adds what was counted so far. */
  public void addTo(VerifyReport report) {
    report.add(counts);
  }

  /**
   * Before anything is read.
   *
   * @throws IOException where the file cannot be written
   */
  void begin() throws IOException {
    write();
    begun = true;
  }

  /** Notes that all files up to one are finished. */
  void finished(String path, VerifyCounters counters) {
    last = path;
    counts.add(counters);
    if (System.nanoTime() - written >= WRITE_NANOS) {
      note();
    }
  }

  /** Writes how far it is; that this fails is told once, and nothing else depends on it. */
  void note() {
    try {
      if (begun) {
        write();
      }
    } catch (IOException e) {
      if (!warned) {
        warnings.println(e.getMessage());
        warned = true;
      }
    }
  }

  private void write() throws IOException {
    try {
      Path next = file.resolveSibling(file.getFileName() + ".new");
      Content content = new Content(FORMAT, request, last, counts.toNumbers());
      try (FileChannel channel =
          FileChannel.open(
              next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(JSON.writeValueAsBytes(content));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(
          next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      written = System.nanoTime();
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + e, e);
    }
  }

  /** Removes the file: all was read. */
  public void end() throws IOException {
    Files.deleteIfExists(file);
  }
}
