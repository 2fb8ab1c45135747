package io.okapifs.ec.tool.files;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.code.UndecodableException;
import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.stream.Collectors;

/**
 * A folder with an encoded file. Blocks that are not there are missing; those that are there but
 * not as they were written are damaged. Both are lost to whatever reads the folder: damage is known
 * from a wrong length, and from a wrong checksum once a block was read. Not for several threads.
 */
public final class EncodedFolder {
  private final Path path;
  private final Manifest manifest;
  private final ErasureCode code;
  private final GroupShape shape;
  private final BitSet missing = new BitSet();
  private final BitSet damaged = new BitSet();
  private final int memoryBytesMax;

  /** Reads the manifest, and which blocks are there. */
  public static EncodedFolder open(Path path) throws IOException {
    return new EncodedFolder(path, Manifest.read(path), GroupPass.MEMORY_BYTES_MAX);
  }

  EncodedFolder(Path path, Manifest manifest, int memoryBytesMax) throws IOException {
    this.path = path;
    this.manifest = manifest;
    this.code = CodeRegistry.byName(manifest.code());
    this.shape = GroupShape.of(code, manifest.subBlockBytes());
    this.memoryBytesMax = memoryBytesMax;
    for (int member = 0; member < code.n(); member++) {
      Path block = blockOf(member);
      missing.set(member, !Files.exists(block));
      damaged.set(member, Files.exists(block) && Files.size(block) != shape.blockBytes());
    }
  }

  /** The code that the file is encoded with. */
  public ErasureCode code() {
    return code;
  }

  /** The name of the file that was encoded. */
  public String fileName() {
    return manifest.fileName();
  }

  /** Length of every block. */
  public long blockBytes() {
    return shape.blockBytes();
  }

  /** Members whose block is not there. */
  public BitSet missing() {
    return (BitSet) missing.clone();
  }

  /** Members whose block is known to be damaged. */
  public BitSet damaged() {
    return (BitSet) damaged.clone();
  }

  /** Members whose block is missing, or known to be damaged. */
  public BitSet lost() {
    BitSet lost = missing();
    lost.or(damaged);
    return lost;
  }

  /** These blocks turned out to be damaged. */
  void addDamaged(BitSet members) {
    damaged.or(members);
  }

  /** Names of blocks, for messages. */
  public static String names(BitSet members) {
    return members.stream()
        .mapToObj(Manifest::blockName)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** The block file of a member. */
  public Path blockOf(int member) {
    return path.resolve(Manifest.blockName(member));
  }

  /** The plan for these members from all blocks that are there and not known to be damaged. */
  RepairPlan plan(BitSet members) throws IOException {
    try {
      return code.repair(members, MemberSets.others(lost(), code.n()));
    } catch (UndecodableException e) {
      throw new IOException(
          "too many blocks are lost: code=" + code.name() + ", folder=" + path + ", missing="
              + names(missing) + ", damaged=" + names(damaged),
          e);
    }
  }

  /** Whether what is lost can be rebuilt from the rest. */
  public boolean isRepairable() {
    return code.decodable(MemberSets.others(lost(), code.n()));
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  GroupShape shape() {
    return shape;
  }

  Manifest manifest() {
    return manifest;
  }

  int memoryBytesMax() {
    return memoryBytesMax;
  }

  FileChannel open(int member) throws IOException {
    return FileChannel.open(blockOf(member));
  }

  /** Reads all blocks that are there and not known to be damaged, and finds out which are. */
  public void check(Progress progress) throws IOException {
    try (BlockReads reads = new BlockReads(this)) {
      GroupPass pass = new GroupPass(code, shape);
      for (int index = 0; index < shape.n() * shape.alpha(); index++) {
        if (!lost().get(shape.memberOf(index))) {
          reads.add(index, pass);
        }
      }
      progress.start(pass.workBytes());
      pass.run(memoryBytesMax, progress);
      addDamaged(reads.damaged());
    }
  }

  /** Refuses a code that is not the one of the folder. */
  public void checkCode(ErasureCode expected) {
    if (!expected.name().equals(code.name())) {
      throw new EcException(
          "encoded with another code: folder=" + path + ", code=" + code.name() + ", asked="
              + expected.name());
    }
  }
}
