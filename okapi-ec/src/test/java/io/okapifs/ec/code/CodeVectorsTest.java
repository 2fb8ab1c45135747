package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Vectors that an independent implementation computed: generators, parities and repair reads. */
class CodeVectorsTest {
  private static final int SUB_BLOCK_BYTES = 32;
  private static final String MISSING = ", missing";

  /** From the names of the vectors to our codecs. */
  private static final Map<String, String> CODECS = codecs();

  private static byte[] resource(String path) {
    try (InputStream resource = CodeVectorsTest.class.getResourceAsStream(path)) {
      return resource.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(path, e);
    }
  }

  private static Map<String, String> codecs() {
    Map<String, String> codecs = new TreeMap<>();
    new String(resource("/code-vector-names.txt"), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" = "))
        .forEach(line -> codecs.put(line[0], line[1]));
    return codecs;
  }

  /** Named, so that a failure says which. */
  record Vector(String codec, boolean isMissing, JsonNode json) {
    static Vector of(JsonNode json) {
      String codec = CODECS.get(json.get("name").asText());
      assertThat(codec).as("our name of %s", json.get("name")).isNotNull();
      String name = codec.replace(MISSING, "").replace("{alpha}", json.get("alpha").asText());
      return new Vector(name, codec.endsWith(MISSING), json);
    }

    ErasureCode code() {
      int k = json.get("k").asInt();
      return CodeRegistry.create(codec, k, json.get("n").asInt() - k);
    }

    @Override
    public String toString() {
      return codec + " (" + json.get("n") + ", " + json.get("k") + ")";
    }
  }

  static List<Vector> vectors() throws IOException {
    JsonNode all = new ObjectMapper().readTree(resource("/code-vectors.json"));
    return StreamSupport.stream(all.spliterator(), false).map(Vector::of).toList();
  }

  static Stream<Vector> vectorsOfCodes() throws IOException {
    return vectors().stream().filter(vector -> !vector.isMissing());
  }

  @Test
  void everyVectorIsOfACodeOrOfOneThatIsMissing() throws IOException {
    assertThat(vectors()).hasSize(47);
    assertThat(CODECS.keySet())
        .containsExactlyInAnyOrderElementsOf(
            vectors().stream().map(v -> v.json().get("name").asText()).distinct().toList());
    for (Vector vector : vectors()) {
      if (vector.isMissing()) {
        assertThatThrownBy(vector::code)
            .as("%s exists: it is not missing any more", vector)
            .isInstanceOf(UnsupportedCodeException.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("vectorsOfCodes")
  void generatorAndParitiesAreTheIndependentOnes(Vector vector) throws Exception {
    ErasureCode code = vector.code();
    JsonNode json = vector.json();
    assertThat(code.alpha()).isEqualTo(json.get("alpha").asInt());
    if (json.has("parity_generator")) {
      assertThat(code.encode().toMatrix())
          .isEqualTo(GfMatrix.ofHexRows(texts(json.get("parity_generator"))));
    }
    byte[] parities = encode(code);
    assertThat(HexFormat.of().formatHex(parities, 0, SUB_BLOCK_BYTES))
        .isEqualTo(json.get("first_parity").asText());
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(parities);
    assertThat(HexFormat.of().formatHex(digest)).isEqualTo(json.get("parity_sha256").asText());
  }

  @ParameterizedTest
  @MethodSource("vectorsOfCodes")
  void repairsOfOneMemberReadTheSameSubBlocks(Vector vector) {
    ErasureCode code = vector.code();
    JsonNode plans = vector.json().path("plans");
    for (int member = 0; member < plans.size(); member++) {
      assertThat(reads(code, member))
          .as("%s reads of member %s", code, member)
          .isEqualTo(reads(plans.get(member)));
    }
  }

  private static Map<Integer, List<Integer>> reads(JsonNode plan) {
    Map<Integer, List<Integer>> reads = new TreeMap<>();
    plan.fields()
        .forEachRemaining(
            helper ->
                helper
                    .getValue()
                    .forEach(
                        subBlock ->
                            reads
                                .computeIfAbsent(
                                    Integer.valueOf(helper.getKey()), key -> new ArrayList<>())
                                .add(subBlock.asInt())));
    return reads;
  }

  private static Map<Integer, List<Integer>> reads(ErasureCode code, int member) {
    BitSet lost = MemberSets.of(member);
    RepairPlan plan = code.repair(lost, MemberSets.others(lost, code.n()));
    Map<Integer, List<Integer>> reads = new TreeMap<>();
    for (SubBlockRun run : plan.runs()) {
      IntStream.range(run.firstSubBlock(), run.endSubBlock())
          .forEach(s -> reads.computeIfAbsent(run.member(), key -> new ArrayList<>()).add(s));
    }
    return reads;
  }

  private static String[] texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::asText)
        .toArray(String[]::new);
  }

  private static byte[] encode(ErasureCode code) {
    VectorSymbols symbols = VectorSymbols.of(code);
    ByteBuffer[] data = new ByteBuffer[code.k() * code.alpha()];
    ByteBuffer[] parities = new ByteBuffer[code.r() * code.alpha()];
    Arrays.setAll(data, c -> symbols.toBuffer(subBlock(c)));
    Arrays.setAll(parities, i -> symbols.newBuffer(SUB_BLOCK_BYTES));
    new Coder(Kernels.best()).run(code.encode(), data, parities);
    ByteBuffer all = ByteBuffer.allocate(parities.length * SUB_BLOCK_BYTES);
    Arrays.stream(parities).forEach(p -> all.put(symbols.toBytes(p, SUB_BLOCK_BYTES)));
    return all.array();
  }

  /** The data that the vectors are defined over. */
  private static byte[] subBlock(int c) {
    byte[] subBlock = new byte[SUB_BLOCK_BYTES];
    for (int t = 0; t < SUB_BLOCK_BYTES; t++) {
      subBlock[t] = (byte) (131 * c + 29 * t + 7 * c * t + 11);
    }
    return subBlock;
  }
}
