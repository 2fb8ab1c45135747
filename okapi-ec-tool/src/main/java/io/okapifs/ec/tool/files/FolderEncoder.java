package io.okapifs.ec.tool.files;

import io.okapifs.ec.code.ErasureCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Encodes a file into a folder: block files, then the manifest, which says that all is there. */
public final class FolderEncoder {
  private final ErasureCode code;
  private final Path file;
  private final Progress progress;
  private final int memoryBytesMax;

  /** The file is read twice: for its digest, then to be encoded. */
  public FolderEncoder(ErasureCode code, Path file, Progress progress) {
    this(code, file, progress, GroupPass.MEMORY_BYTES_MAX);
  }

  FolderEncoder(ErasureCode code, Path file, Progress progress, int memoryBytesMax) {
    this.code = code;
    this.file = file;
    this.progress = progress;
    this.memoryBytesMax = memoryBytesMax;
  }

  /** Writes the blocks and the manifest; returns how long a block is. */
  public long encodeInto(Path folder) throws IOException {
    try (FileChannel source = FileChannel.open(file);
        NewFiles created = new NewFiles()) {
      long fileBytes = source.size();
      GroupShape shape = GroupShape.forFile(code, fileBytes);
      List<FileChannel> blocks = new ArrayList<>();
      for (int member = 0; member < code.n(); member++) {
        blocks.add(created.create(folder.resolve(Manifest.blockName(member))));
      }
      FileChannel manifest = created.create(folder.resolve(Manifest.FILE_NAME));
      progress.start(2 * shape.k() * shape.blockBytes());
      FileDigests digests = FileDigests.of(source, fileBytes, shape, progress);
      List<String> encoded = encode(source, fileBytes, shape, blocks);
      if (!encoded.subList(0, shape.dataSubBlocks()).equals(digests.ofSubBlocks())) {
        throw new IOException("the file changed while it was read: file=" + file);
      }
      write(manifest(shape, fileBytes, digests.ofFile(), encoded), manifest);
      created.commit();
      return shape.blockBytes();
    }
  }

  /** Returns the digests of all sub-blocks. */
  private List<String> encode(
      FileChannel source, long fileBytes, GroupShape shape, List<FileChannel> blocks)
      throws IOException {
    GroupPass pass = new GroupPass(code, shape);
    pass.encode();
    List<SubBlockSink> sinks = new ArrayList<>();
    for (int index = 0; index < shape.n() * shape.alpha(); index++) {
      if (index < shape.dataSubBlocks()) {
        pass.read(index, new SubBlockSource(source, shape.offsetInFile(index), fileBytes));
      }
      FileChannel block = blocks.get(shape.memberOf(index));
      sinks.add(new SubBlockSink(block, shape.offsetInBlock(index), shape.blockBytes()));
      pass.write(index, sinks.get(index));
    }
    pass.run(memoryBytesMax, progress);
    return sinks.stream().map(SubBlockSink::sha256).toList();
  }

  private Manifest manifest(
      GroupShape shape, long fileBytes, String fileSha256, List<String> ofSubBlocks) {
    List<Manifest.Block> blocks = new ArrayList<>();
    for (int member = 0; member < shape.n(); member++) {
      int first = member * shape.alpha();
      blocks.add(
          new Manifest.Block(
              Manifest.blockName(member), ofSubBlocks.subList(first, first + shape.alpha())));
    }
    return new Manifest(
        Manifest.FORMAT, Manifest.VERSION, code.name(), file.getFileName().toString(), fileBytes,
        fileSha256, shape.blockBytes(), shape.subBlockBytes(), blocks);
  }

  private static void write(Manifest manifest, FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.wrap(manifest.toBytes());
    while (text.hasRemaining()) {
      channel.write(text);
    }
  }
}
