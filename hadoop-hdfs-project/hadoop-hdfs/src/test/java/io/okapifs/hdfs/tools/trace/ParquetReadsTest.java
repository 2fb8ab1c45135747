package io.okapifs.hdfs.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.trace.TracedRead;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of 300 rows in three row groups, written by pyarrow 26 and by Spark 3.5.6: id, word, and
 * where with x and tags. Offsets and lengths are those that pyarrow tells of both.
 */
class ParquetReadsTest {

  @TempDir private Path folder;
  private Path arrow;
  private Path spark;

  @BeforeEach
  void copyFiles() throws IOException {
    arrow = copy("pyarrow.parquet");
    spark = copy("spark.parquet");
  }

  private Path copy(String name) throws IOException {
    Path file = folder.resolve(name);
    try (var in = ParquetReadsTest.class.getResourceAsStream("/parquet/" + name)) {
      Files.copy(in, file);
    }
    return file;
  }

  private static List<TracedRead> reads(Path path, String... columns) throws IOException {
    return ParquetReads.of(
        new Configuration(false), new org.apache.hadoop.fs.Path(path.toUri()), Set.of(columns));
  }

  /** Offset and length of each. */
  private static List<String> places(Path path, String... columns) throws IOException {
    return reads(path, columns).stream()
        .map(read -> read.offset() + "+" + read.length()).toList();
  }

  @Test
  void aRowGroupIsOneReadOfAllItsColumns() throws Exception {
    assertThat(places(arrow)).containsExactly("4+1388", "1392+1403", "2795+1409");
    assertThat(places(spark)).containsExactly("4+1047", "1051+1063", "2114+1071");
    assertThat(reads(arrow))
        .allMatch(read -> read.path().equals(arrow.toString()))
        .allMatch(read -> read.fileLength() == arrow.toFile().length());
  }

  @Test
  void columnsSideBySideAreOneReadAndOthersOneEach() throws Exception {
    assertThat(places(arrow, "word")).containsExactly("603+120", "1993+121", "3395+121");
    assertThat(places(arrow, "word", "id")).containsExactly("4+719", "1392+722", "2795+721");
    assertThat(places(spark, "id", "where.tags"))
        .containsExactly("4+437", "968+83", "1051+441", "2031+83", "2114+442", "3102+83");
    assertThat(places(spark, "where")).first().isEqualTo("556+495");
  }

  @Test
  void whatIsBelowADirectoryAndEndsInParquetIsRead() throws Exception {
    Files.writeString(folder.resolve("_SUCCESS"), "");
    Files.createDirectories(folder.resolve("day=1"));
    Files.copy(spark, folder.resolve("day=1/part.parquet"));
    assertThat(reads(folder)).hasSize(9);
    Path other = Files.move(spark, folder.resolve("named-otherwise"));
    assertThat(reads(folder)).hasSize(6);
    assertThat(reads(other)).hasSize(3);
  }

  private void assertRefused(Path path, String why, String... columns) {
    assertThatThrownBy(() -> reads(path, columns))
        .isInstanceOf(IOException.class).hasMessageContaining(why)
        .hasMessageContaining(path.getFileName().toString());
  }

  @Test
  void whatIsNoParquetFileIsNamed() throws Exception {
    assertRefused(Files.writeString(folder.resolve("text"), "no Parquet at all"), "no Parquet");
    assertRefused(Files.writeString(folder.resolve("short"), "PAR1"), "it has 4 bytes");
    byte[] encrypted = Files.readAllBytes(arrow);
    encrypted[encrypted.length - 1] = 'E';
    assertRefused(Files.write(folder.resolve("pare"), encrypted), "its footer is encrypted");
    assertRefused(Files.createDirectory(folder.resolve("empty")), "ends in .parquet");
    assertRefused(folder.resolve("nowhere"), "no such file or directory");
    assertRefused(arrow, "no column wort among [id, where.tags.list.element, where.x, word]", "wort");
  }

  @Test
  void aFooterThatWasCutIsNamed() throws Exception {
    byte[] whole = Files.readAllBytes(arrow);
    byte[] tail = Arrays.copyOfRange(whole, whole.length - 8, whole.length);
    byte[] cut = Arrays.copyOf(whole, whole.length - 40);
    System.arraycopy(tail, 0, cut, cut.length - 8, 8);
    assertRefused(Files.write(folder.resolve("cut"), cut), "cut: its Parquet footer makes no sense");
  }

  /** Nothing but reads inside the file, or one sentence. */
  @Test
  void noByteOfAFooterThatIsWrongDoesHarm() throws Exception {
    Random random = new Random(Seed.get());
    byte[] whole = Files.readAllBytes(spark);
    int footer = 3185;
    assertThat(new String(whole, whole.length - 4, 4, StandardCharsets.US_ASCII)).isEqualTo("PAR1");
    int refused = 0;
    for (int i = 0; i < 2_000; i++) {
      byte[] wrong = whole.clone();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        wrong[footer + random.nextInt(whole.length - footer)] = (byte) random.nextInt();
      }
      Path file = Files.write(folder.resolve("wrong.parquet"), wrong);
      try {
        assertThat(reads(file))
            .allMatch(read -> read.offset() + read.length() <= whole.length);
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(100, 1_999);
  }

  /** Structures within structures, such as would take the whole stack. */
  @Test
  void aFooterWithoutEndIsRefused() throws Exception {
    byte[] deep = new byte[100_012];
    Arrays.fill(deep, (byte) 0x1c);
    System.arraycopy("PAR1".getBytes(StandardCharsets.US_ASCII), 0, deep, 0, 4);
    byte[] tail = {(byte) (100_000), (byte) (100_000 >> 8), 1, 0, 'P', 'A', 'R', '1'};
    System.arraycopy(tail, 0, deep, deep.length - 8, 8);
    assertRefused(Files.write(folder.resolve("deep"), deep), "structures within structures");
    Arrays.fill(deep, 4, deep.length - 8, (byte) 0x19);
    assertRefused(Files.write(folder.resolve("lists"), deep), "lists within lists");
  }
}
