package io.okapifs.bench.own;

import io.okapifs.hdfs.layout.ParityRequests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.tools.ECAdmin;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.util.ToolRunner;

/** A file of one full group, its members and how to lose them. */
final class GroupFile {

  private static final int STRIPE_WIDTH_MAX = 16;
  private static final int BUFFER = 1 << 20;

  private final DistributedFileSystem fs;
  private final ErasureCodingPolicy policy;
  private final int stripeWidth;
  private final Path path;
  private final long length;
  private final long seed;

  /** Where a member of the group lies. */
  record Replica(ExtendedBlock block, DatanodeInfo node) {}

  private GroupFile(
      DistributedFileSystem fs, ErasureCodingPolicy policy, Path path, long length, long seed) {
    this.fs = fs;
    this.policy = policy;
    this.stripeWidth = stripeWidth(policy);
    this.path = path;
    this.length = length;
    this.seed = seed;
  }

  /** One that divides k: else blocks of the last stripe are short, and fewer bytes are read. */
  private static int stripeWidth(ErasureCodingPolicy policy) {
    int width = Math.min(policy.getNumDataUnits(), STRIPE_WIDTH_MAX);
    while (policy.getNumDataUnits() % width != 0) {
      width--;
    }
    return width;
  }

  /** Replaces a folder by an empty one for files of a policy, which is added where need be. */
  static ErasureCodingPolicy newFolder(
      DistributedFileSystem fs, Path folder, String codec, int k, int r, int cellBytes)
      throws IOException {
    ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema(codec, k, r), cellBytes);
    fs.delete(folder, true);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    fs.enableErasureCodingPolicy(policy.getName());
    fs.mkdirs(folder);
    fs.setErasureCodingPolicy(folder, policy.getName() + "@" + stripeWidth(policy));
    return policy;
  }

  /** Writes a full group of random bytes, and waits until every member is reported. */
  static GroupFile write(
      DistributedFileSystem fs, ErasureCodingPolicy policy, Path path, long blockSize, long seed)
      throws Exception {
    long length = policy.getNumDataUnits() * blockSize;
    GroupFile file = new GroupFile(fs, policy, path, length, seed);
    Random random = new Random(seed);
    byte[] buffer = new byte[BUFFER];
    try (FSDataOutputStream out = fs.create(path, true, 4096, (short) 1, blockSize)) {
      for (long done = 0; done < length; done += BUFFER) {
        random.nextBytes(buffer);
        out.write(buffer, 0, (int) Math.min(BUFFER, length - done));
      }
    }
    Polling.await(
        "every member of " + path + " reported",
        () -> Stream.of(file.members()).allMatch(member -> member != null));
    return file;
  }

  ErasureCodingPolicy policy() {
    return policy;
  }

  int stripeWidth() {
    return stripeWidth;
  }

  /** The replica of every member of the group; null where none is known. */
  Replica[] members() throws IOException {
    int k = policy.getNumDataUnits();
    int r = policy.getNumParityUnits();
    Replica[] members = new Replica[k + r];
    List<LocatedBlock> stripes =
        fs.getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE).getLocatedBlocks();
    for (int stripe = 0; stripe < stripes.size(); stripe++) {
      put(members, stripe * stripeWidth, k, (LocatedStripedBlock) stripes.get(stripe));
    }
    long listing = ParityRequests.listingOffset(0);
    for (LocatedBlock parities :
        fs.getClient().getNamenode().getBlockLocations(path.toString(), listing, 1)
            .getLocatedBlocks()) {
      put(members, k, k + r, (LocatedStripedBlock) parities);
    }
    return members;
  }

  private static void put(Replica[] members, int first, int end, LocatedStripedBlock blocks) {
    byte[] indices = blocks.getBlockIndices();
    for (int i = 0; i < blocks.getLocations().length; i++) {
      if (first + indices[i] < end) {
        ExtendedBlock block = new ExtendedBlock(blocks.getBlock());
        block.setBlockId(block.getBlockId() + indices[i]);
        members[first + indices[i]] = new Replica(block, blocks.getLocations()[i]);
      }
    }
  }

  /** Tells the NameNode that members are corrupt, and waits until each lies on another node. */
  List<Replica> repair(int... lost) throws Exception {
    Replica[] members = members();
    LocatedBlock[] reported = new LocatedBlock[lost.length];
    for (int i = 0; i < lost.length; i++) {
      Replica bad = members[lost[i]];
      reported[i] = new LocatedBlock(bad.block(), new DatanodeInfo[] {bad.node()});
    }
    fs.getClient().getNamenode().reportBadBlocks(reported);
    Polling.await(
        "members rebuilt: " + Arrays.toString(lost), () -> areElsewhere(members, lost));
    return Arrays.stream(lost).mapToObj(member -> members[member]).toList();
  }

  private boolean areElsewhere(Replica[] before, int[] lost) throws IOException {
    Replica[] now = members();
    return Arrays.stream(lost)
        .allMatch(
            member -> now[member] != null && !now[member].node().equals(before[member].node()));
  }

  /** Reads every byte, and has the parities computed again; names what is wrong. */
  List<String> wrong() throws Exception {
    List<String> wrong = new ArrayList<>();
    if (!isReadAsWritten()) {
      wrong.add("data");
    }
    Configuration conf = fs.getConf();
    String[] command = {"-verify", "-path", path.toString()};
    if (ToolRunner.run(conf, new ECAdmin(conf), command) != 0) {
      wrong.add("parities");
    }
    return wrong;
  }

  private boolean isReadAsWritten() throws IOException {
    Random random = new Random(seed);
    byte[] buffer = new byte[BUFFER];
    byte[] read = new byte[BUFFER];
    try (FSDataInputStream in = fs.open(path)) {
      for (long done = 0; done < length; done += BUFFER) {
        int count = (int) Math.min(BUFFER, length - done);
        random.nextBytes(buffer);
        in.readFully(read, 0, count);
        if (!Arrays.equals(read, 0, count, buffer, 0, count)) {
          return false;
        }
      }
      return in.read() < 0;
    }
  }
}
