package io.okapifs.hdfs.tools.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * Where the columns of a Parquet file lie, by its footer.
 *
 * @param rowGroups the chunks of each, in the order of the footer
 */
record ParquetFooter(List<List<Chunk>> rowGroups) {

  private static final int TAIL = 8;
  private static final int LARGEST = 256 << 20;
  private static final String MAGIC = "PAR1";
  private static final String ENCRYPTED = "PARE";

  /**
   * The values of one column in one row group.
   *
   * @param column names of the schema with dots between them
   * @param offset of the dictionary where there is one, else of the first page
   * @param length bytes
   */
  record Chunk(String column, long offset, long length) {}

  /**
   * Reads the end of a file, and no page.
   *
   * @throws IOException where it is no Parquet file, or nothing can be learnt from it
   */
  static ParquetFooter of(FSDataInputStream in, long fileLength) throws IOException {
    if (fileLength < TAIL + MAGIC.length()) {
      throw new IOException("no Parquet file: it has " + fileLength + " bytes");
    }
    byte[] tail = read(in, fileLength - TAIL, TAIL);
    String magic = new String(tail, TAIL - MAGIC.length(), MAGIC.length(), US_ASCII);
    if (magic.equals(ENCRYPTED)) {
      throw new IOException("its footer is encrypted");
    }
    long length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (!magic.equals(MAGIC) || length < 0 || length > Math.min(LARGEST, fileLength - TAIL)) {
      throw new IOException("no Parquet file, by its last " + TAIL + " bytes");
    }
    try {
      return parse(read(in, fileLength - TAIL - length, (int) length), fileLength);
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      throw new IOException("its Parquet footer makes no sense: " + e, e);
    }
  }

  private static byte[] read(FSDataInputStream in, long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    try {
      in.readFully(from, bytes);
    } catch (EOFException e) {
      throw new IOException("it became shorter meanwhile", e);
    }
    return bytes;
  }

  /** Field numbers are those of FileMetaData and what it holds, in parquet.thrift. */
  private static ParquetFooter parse(byte[] bytes, long fileLength) {
    CompactThrift thrift = new CompactThrift(bytes);
    List<List<Chunk>> groups = new ArrayList<>();
    boolean[] found = {false};
    thrift.struct(
        (id, type) -> {
          boolean isRowGroups = id == 4 && type == CompactThrift.LIST;
          if (isRowGroups) {
            found[0] = true;
            thrift.structs(() -> groups.add(rowGroup(thrift, fileLength)));
          }
          return isRowGroups;
        });
    if (!found[0]) {
      throw new IllegalArgumentException("no list of row groups");
    }
    return new ParquetFooter(groups);
  }

  private static List<Chunk> rowGroup(CompactThrift thrift, long fileLength) {
    List<Chunk> chunks = new ArrayList<>();
    thrift.struct(
        (id, type) -> {
          boolean isColumns = id == 1 && type == CompactThrift.LIST;
          if (isColumns) {
            thrift.structs(() -> chunks.add(chunk(thrift, fileLength)));
          }
          return isColumns;
        });
    return chunks;
  }

  private static Chunk chunk(CompactThrift thrift, long fileLength) {
    ChunkFields fields = new ChunkFields();
    thrift.struct(
        (id, type) -> {
          if (id == 1 && type == CompactThrift.BINARY) {
            throw new IllegalArgumentException("a column lies in another file");
          }
          boolean isMeta = id == 3 && type == CompactThrift.STRUCT;
          if (isMeta) {
            thrift.struct((inner, of) -> fields.read(thrift, inner, of));
          }
          return isMeta;
        });
    return fields.chunk(fileLength);
  }

  /** Those of ColumnMetaData. */
  private static final class ChunkFields {
    private String column = "";
    private long length;
    private long pages;
    private long dictionary;

    boolean read(CompactThrift thrift, int id, int type) {
      if (id == 3 && type == CompactThrift.LIST) {
        column = thrift.dotted();
      } else if (id == 7 && type == CompactThrift.I64) {
        length = thrift.number();
      } else if (id == 9 && type == CompactThrift.I64) {
        pages = thrift.number();
      } else if (id == 11 && type == CompactThrift.I64) {
        dictionary = thrift.number();
      } else {
        return false;
      }
      return true;
    }

    Chunk chunk(long fileLength) {
      long offset = dictionary > 0 ? Math.min(dictionary, pages) : pages;
      if (column.isEmpty() || offset < MAGIC.length() || length < 0
          || length > fileLength - offset) {
        throw new IllegalArgumentException(
            "a column that is encrypted or outside of the file: column=" + column + ", offset="
                + offset + ", length=" + length + ", fileLength=" + fileLength);
      }
      return new Chunk(column, offset, length);
    }
  }
}
