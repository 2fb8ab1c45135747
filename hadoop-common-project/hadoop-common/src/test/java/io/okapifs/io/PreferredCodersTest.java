package io.okapifs.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.erasurecode.CodecUtil;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawEncoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawEncoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ours go first where nobody has named coders. */
class PreferredCodersTest {

  private static final String KEY = PreferredCoders.CLIENT_KEY;
  private static final String CODERS = "io.erasurecode.codec.rs.rawcoders";

  private static RawErasureEncoder encoder(Configuration conf, String codec, int k, int r) {
    ErasureCoderOptions options = new ErasureCoderOptions(k, r);
    return PreferredCoders.encoder(
        KEY, conf, codec, options, () -> CodecUtil.createRawEncoder(conf, codec, options));
  }

  private static RawErasureDecoder decoder(Configuration conf, String codec, int k, int r) {
    ErasureCoderOptions options = new ErasureCoderOptions(k, r);
    return PreferredCoders.decoder(
        KEY, conf, codec, options, () -> CodecUtil.createRawDecoder(conf, codec, options));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rs", "rs-legacy", "xor"})
  void withHadoopsDefaultsOursGoFirst(String codec) {
    for (boolean loadsDefaults : new boolean[] {false, true}) {
      Configuration conf = new Configuration(loadsDefaults);
      assertThat(encoder(conf, codec, 2, 1)).isInstanceOf(OkapiRawEncoder.class);
      assertThat(decoder(conf, codec, 2, 1)).isInstanceOf(OkapiRawDecoder.class);
    }
  }

  @Test
  void whatAnOperatorNamesIsTaken() {
    Configuration conf = new Configuration();
    conf.set(CODERS, "rs_java");
    assertThat(encoder(conf, "rs", 6, 3)).isInstanceOf(RSRawEncoder.class);
    assertThat(decoder(conf, "rs", 6, 3)).isInstanceOf(RSRawDecoder.class);
  }

  @Test
  void whatASiteFileNamesIsTaken() {
    Configuration conf = new Configuration();
    conf.addResource(
        new ByteArrayInputStream(
            ("<configuration><property><name>" + CODERS + "</name><value>rs_java</value>"
                + "</property></configuration>")
                .getBytes(StandardCharsets.UTF_8)),
        "core-site.xml");
    assertThat(encoder(conf, "rs", 6, 3)).isInstanceOf(RSRawEncoder.class);
  }

  @Test
  void theSwitchTurnsThemOff() {
    Configuration conf = new Configuration();
    conf.setBoolean(KEY, false);
    assertThat(encoder(conf, "rs", 6, 3)).isNotInstanceOf(OkapiRawEncoder.class);
    assertThat(decoder(conf, "rs", 6, 3)).isNotInstanceOf(OkapiRawDecoder.class);
  }

  @Test
  void aCodecThatIsNotHadoopsIsLeftToItsFactory() {
    assertThat(encoder(new Configuration(), "rs-vand", 6, 3)).isInstanceOf(OkapiRawEncoder.class);
  }
}
