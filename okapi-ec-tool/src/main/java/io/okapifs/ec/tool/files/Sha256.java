package io.okapifs.ec.tool.files;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A running SHA-256. */
final class Sha256 {
  private final MessageDigest digest;

  Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds the bytes that remain; the buffer stays as it is. */
  void update(ByteBuffer bytes) {
    digest.update(bytes.duplicate());
  }

  /** The digest in hex; begins anew. */
  String toHex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
