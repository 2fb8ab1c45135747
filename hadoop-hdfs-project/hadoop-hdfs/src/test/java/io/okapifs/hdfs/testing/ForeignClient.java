package io.okapifs.hdfs.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A client in a process of its own, driven by lines on its input: COMMAND [PATH [SEED LENGTH [STEP
 * | FROM TO]]]. Uses Hadoop's public interfaces alone, so that it runs on unwoven jars.
 */
public final class ForeignClient {

  /** A property; by default as in {@link BlockFileCluster}, whose class would need a cluster. */
  public static final String BLOCK_SIZE_KEY = "io.okapifs.foreign-block-size";
  private static final int BLOCK_SIZE = Integer.getInteger(BLOCK_SIZE_KEY, 256 << 10);

  private final FileSystem fs;
  private final FileSystem compositeFs;

  private ForeignClient(Configuration conf, URI uri) throws IOException {
    this.fs = FileSystem.newInstance(uri, conf);
    Configuration composite = new Configuration(conf);
    composite.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    this.compositeFs = FileSystem.newInstance(uri, composite);
  }

  public static void main(String[] arguments) throws IOException {
    Configuration conf = new Configuration();
    ForeignClient client = new ForeignClient(conf, URI.create(arguments[0]));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(ChildJvm.REPLY + client.answer(line.split(" ")));
    }
  }

  private String answer(String[] words) {
    long start = System.nanoTime();
    try {
      return run(words) + " " + millisSince(start);
    } catch (IOException e) {
      return "IOException " + millisSince(start) + " " + e.toString().replaceAll("\\s+", " ");
    } catch (RuntimeException e) {
      return "unexpected " + e;
    }
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private String run(String[] words) throws IOException {
    if (words[0].equals("jars")) {
      return jars();
    }
    Path path = new Path(words[1]);
    switch (words[0]) {
      case "checksum":
        return "" + fs.getFileChecksum(path);
      case "composite":
        return "" + compositeFs.getFileChecksum(path);
      default:
    }
    byte[] bytes = new byte[Integer.parseInt(words[3])];
    new SplittableRandom(Long.parseLong(words[2])).nextBytes(bytes);
    return switch (words[0]) {
      case "write" -> write(path, bytes, true);
      case "write-open" -> write(path, bytes, false);
      case "sequential" -> sequential(path, bytes, Integer.parseInt(words[4]));
      case "buffer" -> byteBuffer(path, bytes);
      case "positional" ->
          positional(path, bytes, Integer.parseInt(words[4]), Integer.parseInt(words[5]));
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  /** Whose classes these are. */
  private static String jars() {
    try {
      Class.forName("io.okapifs.hdfs.layout.FileLayout");
      return "ours";
    } catch (ClassNotFoundException e) {
      return FileSystem.class.getPackage() + " stock";
    }
  }

  private String write(Path path, byte[] bytes, boolean close) throws IOException {
    FSDataOutputStream out =
        fs.create(path, true, 4096, fs.getDefaultReplication(path), BLOCK_SIZE);
    out.write(bytes);
    if (close) {
      out.close();
    }
    return "written";
  }

  private String sequential(Path path, byte[] bytes, int step) throws IOException {
    byte[] buffer = new byte[step];
    int at = 0;
    try (FSDataInputStream in = fs.open(path)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (isWrong(bytes, at, buffer, count)) {
          return "WRONG read at " + at;
        }
        at += count;
      }
    }
    return at == bytes.length ? "exact" : "WRONG end at " + at;
  }

  private static boolean isWrong(byte[] bytes, int at, byte[] read, int count) {
    return at + count > bytes.length
        || !Arrays.equals(bytes, at, at + count, read, 0, count);
  }

  private String byteBuffer(Path path, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(100_000);
    int at = 0;
    try (FSDataInputStream in = fs.open(path)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        byte[] read = new byte[count];
        buffer.flip();
        buffer.get(read);
        if (isWrong(bytes, at, read, count)) {
          return "WRONG read at " + at;
        }
        buffer.clear();
        at += count;
      }
    }
    return at == bytes.length ? "exact" : "WRONG end at " + at;
  }

  private String positional(Path path, byte[] bytes, int from, int to) throws IOException {
    byte[] read = new byte[to - from];
    try (FSDataInputStream in = fs.open(path)) {
      for (int at = 0; at < read.length; ) {
        int count = in.read(from + at, read, at, read.length - at);
        if (count <= 0) {
          return "WRONG end at " + (from + at);
        }
        at += count;
        if (isWrong(bytes, from, read, at)) {
          return "WRONG read before " + (from + at);
        }
      }
    }
    return "exact";
  }
}
