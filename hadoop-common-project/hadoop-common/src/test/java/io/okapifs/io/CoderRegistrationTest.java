package io.okapifs.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.erasurecode.CodecRegistry;
import org.apache.hadoop.io.erasurecode.CodecUtil;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawEncoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureCoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoderRegistrationTest {
  private static final String SERVICE =
      "META-INF/services/" + RawErasureCoderFactory.class.getName();

  /** The class path of this test with the service files in the other order. */
  private static final class ReversedServices extends ClassLoader {
    private final boolean reversed;

    ReversedServices(boolean reversed) {
      super(CoderRegistrationTest.class.getClassLoader());
      this.reversed = reversed;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      List<URL> urls = Collections.list(super.getResources(name));
      if (name.equals(SERVICE)) {
        assertThat(urls).hasSizeGreaterThan(1);
        if (reversed) {
          Collections.reverse(urls);
        }
      }
      return Collections.enumeration(urls);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oursComeAfterTheStockCodersWhicheverJarComesFirst(boolean reversed) {
    List<String> names = new ArrayList<>();
    ServiceLoader.load(RawErasureCoderFactory.class, new ReversedServices(reversed))
        .forEach(factory -> names.add(factory.getCoderName()));
    assertThat(names)
        .containsExactly(
            "rs_native", "xor_native", "rs_java", "rs-legacy_java", "xor_java",
            "rs_okapi", "rs-legacy_okapi", "xor_okapi", "rs-vand_okapi");
  }

  @ParameterizedTest
  @CsvSource({
    "rs, rs_native|rs_java|rs_okapi",
    "rs-legacy, rs-legacy_java|rs-legacy_okapi",
    "xor, xor_native|xor_java|xor_okapi",
    "rs-vand, rs-vand_okapi"
  })
  void theRegistryKeepsStockFirst(String codecName, String coderNames) {
    assertThat(CodecRegistry.getInstance().getCoderNames(codecName))
        .containsExactly(coderNames.split("\\|"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rs", "rs-legacy", "xor"})
  void nothingChangesByDefault(String codecName) {
    Configuration conf = new Configuration(false);
    ErasureCoderOptions options = options(codecName);
    assertThat(CodecUtil.createRawEncoder(conf, codecName, options))
        .isNotInstanceOf(OkapiRawEncoder.class);
    assertThat(CodecUtil.createRawDecoder(conf, codecName, options))
        .isNotInstanceOf(OkapiRawDecoder.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rs", "rs-legacy", "xor"})
  void configurationChoosesOurs(String codecName) {
    Configuration conf = new Configuration(false);
    String key = String.format(Locale.ROOT, "io.erasurecode.codec.%s.rawcoders", codecName);
    conf.set(key, codecName + "_okapi");
    ErasureCoderOptions options = options(codecName);
    assertThat(CodecUtil.createRawEncoder(conf, codecName, options))
        .isInstanceOf(OkapiRawEncoder.class);
    assertThat(CodecUtil.createRawDecoder(conf, codecName, options))
        .isInstanceOf(OkapiRawDecoder.class);
  }

  /** Hadoop and HDFS take blocks for one piece each and any k of them for enough. */
  @Test
  void codecsOfHadoopAreMdsWithOneSubBlockPerBlock() {
    for (String codec : CodecRegistry.getInstance().getCodecNames()) {
      ErasureCode code = CodeRegistry.create(codec, 6, codec.equals("xor") ? 1 : 3);
      assertThat(code.alpha()).as(codec).isOne();
      assertThat(code.isMds()).as(codec).isTrue();
    }
  }

  @Test
  void aCodecThatHadoopDoesNotHaveIsCodedByOursWithoutConfiguration() {
    ErasureCoderOptions options = new ErasureCoderOptions(6, 3);
    assertThat(CodecUtil.createRawEncoder(new Configuration(false), "rs-vand", options))
        .isInstanceOf(OkapiRawEncoder.class);
    assertThat(CodecUtil.createRawDecoder(new Configuration(false), "rs-vand", options))
        .isInstanceOf(OkapiRawDecoder.class);
  }

  private static ErasureCoderOptions options(String codecName) {
    return new ErasureCoderOptions(6, codecName.equals("xor") ? 1 : 3);
  }

  @Test
  void parametersThatTheCodecDoesNotHaveAreRefused() {
    ErasureCoderOptions tooWide = new ErasureCoderOptions(300, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RsOkapiRawErasureCoderFactory().createEncoder(tooWide))
        .withMessageContaining("k=300, r=3; supported: k>=1, r>=1, k+r<=256");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RsOkapiRawErasureCoderFactory().createDecoder(tooWide));
  }
}
