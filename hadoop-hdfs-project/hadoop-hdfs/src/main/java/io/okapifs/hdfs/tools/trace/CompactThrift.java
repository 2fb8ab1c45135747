package io.okapifs.hdfs.tools.trace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads structures in Thrift's compact protocol, and passes over all that nobody asks for. Every
 * method throws an IllegalArgumentException or a BufferUnderflowException where bytes are no such
 * structure. For one thread.
 */
final class CompactThrift {

  private static final int STOP = 0;
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I16 = 4;
  private static final int I32 = 5;
  static final int I64 = 6;
  private static final int DOUBLE = 7;
  static final int BINARY = 8;
  static final int LIST = 9;
  private static final int SET = 10;
  private static final int MAP = 11;
  static final int STRUCT = 12;

  private static final int NIBBLE = 4;
  private static final int LOW = 0xf;
  private static final int BITS = 7;
  private static final int MOST_DEPTH = 32;

  private final ByteBuffer bytes;
  private int depth;

  CompactThrift(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /** Reads a value, or returns false and has it passed over. */
  interface Field {
    boolean read(int id, int type);
  }

  /** Reads the fields of a structure. */
  void struct(Field field) {
    if (++depth > MOST_DEPTH) {
      throw new IllegalArgumentException("structures within structures: depth=" + depth);
    }
    int id = 0;
    for (int head = bytes.get(); head != STOP; head = bytes.get()) {
      int type = head & LOW;
      int delta = head >> NIBBLE & LOW;
      id = delta == 0 ? (int) number() : id + delta;
      if (!field.read(id, type)) {
        skip(type);
      }
    }
    depth--;
  }

  /** Reads each element of a list of structures. */
  void structs(Runnable element) {
    int head = bytes.get();
    if ((head & LOW) != STRUCT) {
      throw new IllegalArgumentException("a list of structures has other elements: " + head);
    }
    for (int left = size(head); left > 0; left--) {
      element.run();
    }
  }

  /** Reads a list of texts, with dots between them. */
  String dotted() {
    StringBuilder text = new StringBuilder();
    for (int left = size(bytes.get()); left > 0; left--) {
      text.append(text.isEmpty() ? "" : ".").append(text());
    }
    return text.toString();
  }

  /** Of any width. */
  long number() {
    long raw = varint();
    return raw >>> 1 ^ -(raw & 1);
  }

  private String text() {
    byte[] text = new byte[count(varint())];
    bytes.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      byte next = bytes.get();
      value |= (long) (next & Byte.MAX_VALUE) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number has more than 64 bits");
  }

  private int size(int head) {
    int size = head >> NIBBLE & LOW;
    return size == LOW ? count(varint()) : size;
  }

  /** Each of so many takes a byte at least. */
  private int count(long size) {
    if (size < 0 || size > bytes.remaining()) {
      throw new IllegalArgumentException(
          "more than is there: size=" + size + ", bytes=" + bytes.remaining());
    }
    return (int) size;
  }

  private void skip(int type) {
    switch (type) {
      // Of a field these are in its head.
      case TRUE, FALSE -> { }
      case STRUCT -> struct((id, inner) -> false);
      default -> skipElement(type);
    }
  }

  private void skipElement(int type) {
    switch (type) {
      case TRUE, FALSE, BYTE -> bytes.get();
      case I16, I32, I64 -> varint();
      case DOUBLE -> bytes.getDouble();
      case BINARY -> text();
      case LIST, SET -> skipList();
      case MAP -> skipMap();
      case STRUCT -> struct((id, inner) -> false);
      default -> throw new IllegalArgumentException("no type of Thrift: " + type);
    }
  }

  private void skipList() {
    int head = bytes.get();
    nested(() -> {
      for (int left = size(head); left > 0; left--) {
        skipElement(head & LOW);
      }
    });
  }

  private void skipMap() {
    int size = count(varint());
    int types = size == 0 ? 0 : bytes.get();
    nested(() -> {
      for (int left = size; left > 0; left--) {
        skipElement(types >> NIBBLE & LOW);
        skipElement(types & LOW);
      }
    });
  }

  private void nested(Runnable inner) {
    if (++depth > MOST_DEPTH) {
      throw new IllegalArgumentException("lists within lists: depth=" + depth);
    }
    inner.run();
    depth--;
  }
}
