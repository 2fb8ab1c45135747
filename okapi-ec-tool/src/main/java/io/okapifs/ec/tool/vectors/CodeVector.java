package io.okapifs.ec.tool.vectors;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.matrix.GfMatrix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One vector of a file. A value.
 *
 * @param name the code, in the file's words
 * @param n number of members
 * @param k number of data members
 * @param alpha sub-blocks per block
 * @param field what the coefficients are of, for readers
 * @param firstParity the first parity sub-block of the data that {@link VectorData} defines
 * @param paritySha256 the digest of all parity sub-blocks in order
 * @param plans per lost member the sub-blocks read, by helper; empty where the file has none
 * @param parityGenerator rows of the matrix from data to parities; empty where the file has none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CodeVector(
    @JsonProperty(required = true) String name,
    @JsonProperty(required = true) int n,
    @JsonProperty(required = true) int k,
    @JsonProperty(required = true) int alpha,
    String field,
    @JsonProperty(value = "first_parity", required = true) String firstParity,
    @JsonProperty(value = "parity_sha256", required = true) String paritySha256,
    List<Map<Integer, List<Integer>>> plans,
    @JsonProperty("parity_generator") List<String> parityGenerator) {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(CodeVector[].class);

  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .serializationInclusion(JsonInclude.Include.NON_EMPTY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build()
          .writer();

  public CodeVector {
    plans = plans == null ? List.of() : List.copyOf(plans);
    parityGenerator = parityGenerator == null ? List.of() : List.copyOf(parityGenerator);
  }

  /** Ours of a code, by its own name. */
  public static CodeVector of(ErasureCode code) {
    String members = "-" + code.k() + "-" + code.r();
    String codec = code.name().substring(0, code.name().length() - members.length());
    byte[] parities = new VectorData(code).parities();
    // Two-byte symbols are written over another basis than ours: parities say it all.
    GfMatrix generator = code.granuleBytes() == 1 ? code.encode().toMatrix() : null;
    List<String> rows =
        generator == null
            ? List.of()
            : IntStream.range(0, generator.rowCount()).mapToObj(generator::hexRow).toList();
    return new CodeVector(
        codec.toLowerCase(Locale.ROOT), code.n(), code.k(), code.alpha(),
        code.granuleBytes() == 1 ? "GF(2^8)/0x11d" : "GF(2^16)/0x1100b",
        HexFormat.of().formatHex(parities, 0, VectorData.SUB_BLOCK_BYTES),
        VectorCheck.sha256(parities),
        IntStream.range(0, code.n()).mapToObj(member -> VectorCheck.reads(code, member)).toList(),
        rows);
  }

  /** The file that {@link #read} reads. */
  public static byte[] toBytes(List<CodeVector> vectors) throws IOException {
    return (WRITER.writeValueAsString(vectors) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** All vectors of a file. */
  public static List<CodeVector> read(Path file) throws IOException {
    try {
      CodeVector[] vectors = READER.readValue(Files.readString(file), CodeVector[].class);
      if (vectors == null || Stream.of(vectors).anyMatch(Objects::isNull)) {
        throw new IOException("not a file of code vectors: file=" + file + ": null");
      }
      return List.of(vectors);
    } catch (JsonProcessingException e) {
      throw new IOException(
          "not a file of code vectors: file=" + file + ": " + e.getOriginalMessage(), e);
    }
  }

  /** The code that it is of; an {@link EcException} where we have none. */
  ErasureCode code() {
    return CodeRegistry.create(VectorNames.codecOf(name, alpha), k, n - k);
  }

  /** As it is called in messages. */
  String title() {
    return name + ": n=" + n + ", k=" + k + ", alpha=" + alpha;
  }
}
