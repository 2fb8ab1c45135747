package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.coder.BlockCoder;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Digests of encoded groups that must never change: files out there hold such bytes. Where they
 * differ, the code broke, not the digest. A new code adds its line once its independent vectors
 * hold.
 */
class GoldenDigestsTest {
  private static final int GRANULES = 3;
  private static final int NARROW_SUB_BLOCK_BYTES = 48;

  /** Name of a code, then the digest of its parities. */
  static List<String> lines() throws IOException {
    String path = "/golden/digests.txt";
    try (InputStream resource = GoldenDigestsTest.class.getResourceAsStream(path)) {
      String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void encodesTheBytesThatWereWrittenOnce(String line) throws Exception {
    String[] fields = line.split(" ");
    assertThat(fields[0] + " " + digest(CodeRegistry.byName(fields[0]))).isEqualTo(line);
  }

  @Test
  void everyCodecHasALine() throws IOException {
    Set<String> codecs =
        lines().stream()
            .map(line -> line.replaceAll("-\\d+-\\d+ .*", "").toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    for (String codec : CodeRegistry.codecNames()) {
      String letters = codec.replaceAll("<.*", "");
      boolean numbered = !letters.equals(codec);
      assertThat(codecs)
          .as("digests of %s", codec)
          .anyMatch(name -> numbered ? name.matches(letters + "\\d+") : name.equals(letters));
    }
  }

  private static String digest(ErasureCode code) throws Exception {
    BlockCoder coder = new BlockCoder(code, new Coder(Kernels.best()));
    int perGranule = code.granuleBytes() == 1 ? NARROW_SUB_BLOCK_BYTES : GRANULES;
    int length = coder.unitBytes() * perGranule;
    Random random = new Random(1000 * code.k() + code.r());
    ByteBuffer[] data = new ByteBuffer[code.k()];
    ByteBuffer[] parities = new ByteBuffer[code.r()];
    Arrays.setAll(parities, i -> ByteBuffer.allocateDirect(length));
    for (int i = 0; i < data.length; i++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      data[i] = ByteBuffer.allocateDirect(length).put(bytes).flip();
    }
    coder.encode(data, parities);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    Arrays.stream(parities).forEach(digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }
}
