package io.okapifs.ec.tool.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What a folder of blocks is: the file named manifest.json in it. A value that checks itself.
 *
 * <p>Checksums are per sub-block, so that a repair can check the parts of blocks that it reads.
 *
 * @param format always {@value #FORMAT}
 * @param version of this layout, {@value #VERSION}
 * @param code the name of the code, for example LESS4-10-4
 * @param fileName name of the file that was encoded
 * @param fileBytes its length
 * @param fileSha256 its digest
 * @param blockBytes length of every block
 * @param subBlockBytes length of the sub-blocks of each
 * @param blocks in member order
 */
record Manifest(
    String format, int version, String code, String fileName, long fileBytes, String fileSha256,
    long blockBytes, long subBlockBytes, List<Block> blocks) {
  static final String FILE_NAME = "manifest.json";
  static final String FORMAT = "okapi-ec";
  static final int VERSION = 1;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /**
   * The block of one member.
   *
   * @param name of its file
   * @param subBlockSha256 a digest per sub-block
   */
  record Block(String name, List<String> subBlockSha256) {
    private static final String DIGEST = "[0-9a-f]{64}";

    Block {
      check(name != null && subBlockSha256 != null, "a block has no name or no checksums");
      check(
          subBlockSha256.stream().allMatch(text -> text != null && text.matches(DIGEST)),
          "a checksum is not one: block=" + name);
      subBlockSha256 = List.copyOf(subBlockSha256);
    }
  }

  Manifest {
    check(FORMAT.equals(format), "format=" + format + ", expected=" + FORMAT);
    check(version == VERSION, "version=" + version + ", known=" + VERSION);
    check(
        fileName != null && !fileName.isBlank() && !fileName.startsWith(".")
            && Path.of(fileName).getNameCount() == 1 && !fileName.matches(".*[/\\\\].*"),
        "fileName is not the plain name of a file: " + fileName);
    check(fileSha256 != null && fileSha256.matches(Block.DIGEST), "fileSha256=" + fileSha256);
    ErasureCode ofName = CodeRegistry.byName(code);
    check(
        fileBytes >= 0 && subBlockBytes >= 0 && subBlockBytes % ofName.granuleBytes() == 0
            && subBlockBytes < Long.MAX_VALUE / (ofName.n() * (long) ofName.alpha())
            && blockBytes == subBlockBytes * ofName.alpha()
            && fileBytes <= blockBytes * ofName.k(),
        "lengths do not fit: code=" + code + ", fileBytes=" + fileBytes + ", blockBytes="
            + blockBytes + ", subBlockBytes=" + subBlockBytes);
    check(
        blocks != null && blocks.size() == ofName.n()
            && blocks.stream().allMatch(Objects::nonNull),
        "not a block per member: code=" + code);
    for (int member = 0; member < blocks.size(); member++) {
      Block block = blocks.get(member);
      check(
          block.name().equals(blockName(member)), "block " + member + " is named " + block.name());
      check(block.subBlockSha256().size() == ofName.alpha(), "checksums of " + block.name());
    }
    blocks = List.copyOf(blocks);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new EcException(otherwise);
    }
  }

  /** The name of the file of a member's block. */
  static String blockName(int member) {
    return String.format("block-%03d", member);
  }

  /** The digest of a sub-block, by its index in the group. */
  String sha256Of(GroupShape shape, int index) {
    return blocks.get(shape.memberOf(index)).subBlockSha256().get(index % shape.alpha());
  }

  byte[] toBytes() throws IOException {
    return (JSON.writeValueAsString(this) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static Manifest read(Path folder) throws IOException {
    Path file = folder.resolve(FILE_NAME);
    try {
      Manifest manifest = JSON.readValue(Files.readAllBytes(file), Manifest.class);
      check(manifest != null, "null");
      return manifest;
    } catch (NoSuchFileException e) {
      throw new IOException("no manifest, so nothing is encoded here: file=" + file, e);
    } catch (JsonProcessingException e) {
      String reason = e.getCause() instanceof EcException cause ? cause.getMessage()
          : e.getOriginalMessage();
      throw new IOException("bad manifest: file=" + file + ": " + reason, e);
    } catch (EcException e) {
      throw new IOException("bad manifest: file=" + file + ": " + e.getMessage(), e);
    }
  }
}
