package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The block files of a parity group by member; data members that a tail group lacks are null. */
public record GroupFiles(BlockFileCluster cluster, Path path, int group, long fileLength) {

  private static final Coder CODER = new Coder(Kernels.best());

  public FileLayout layout() throws IOException {
    return cluster.layout(path);
  }

  /** P, as the NameNode has it. */
  public long parityLength() throws IOException {
    return cluster.parityGroups(path, group + 1).get(group).getBlockSize();
  }

  public List<Integer> members() throws IOException {
    FileLayout layout = layout();
    List<Integer> members = new ArrayList<>();
    for (int member = 0; member < layout.policy().n(); member++) {
      if (member < layout.dataMembers(group, fileLength) || member >= layout.policy().k()) {
        members.add(member);
      }
    }
    return members;
  }

  /** Waits until every member has a replica, none of them one of these. */
  public void await(Collection<Replica> lost) throws Exception {
    BlockFileCluster.await("members of group " + group + " of " + path + " without " + lost, () -> {
      if (cluster.parityGroups(path, group + 1).size() <= group) {
        return false;
      }
      for (int member : members()) {
        Replica now = cluster.memberIfAny(path, group, member);
        if (now.node() == null
            || lost.stream().anyMatch(
                each -> each.block().getBlockId() == now.block().getBlockId()
                    && each.node().equals(now.node()))) {
          return false;
        }
      }
      return true;
    });
  }

  public byte[][] read() throws IOException {
    byte[][] files = new byte[layout().policy().n()][];
    for (int member : members()) {
      Replica replica = cluster.member(path, group, member);
      files[member] = Files.readAllBytes(cluster.blockFile(replica).toPath());
    }
    return files;
  }

  /** Every block file is there and right. */
  public void check(byte[] content) throws Exception {
    await(List.of());
    byte[][] files = read();
    BlockOracle oracle = new BlockOracle(layout(), content);
    int k = layout().policy().k();
    for (int member = 0; member < layout().dataMembers(group, fileLength); member++) {
      assertThat(files[member]).as("data %s of group %s of %s", member, group, path)
          .isEqualTo(oracle.data((long) group * k + member));
    }
    byte[][] parities = parities(oracle, (int) parityLength());
    for (int i = 0; i < parities.length; i++) {
      assertThat(files[k + i]).as("parity %s of group %s of %s", i, group, path)
          .isEqualTo(parities[i]);
    }
  }

  /** By the oracle, where it knows the code, else by okapi-ec's own encoding. */
  private byte[][] parities(BlockOracle oracle, int parityLength) throws IOException {
    GroupPolicy policy = layout().policy();
    try {
      return oracle.parities(group, parityLength);
    } catch (IllegalArgumentException unknown) {
      return encoded(policy, oracle, parityLength);
    }
  }

  private byte[][] encoded(GroupPolicy policy, BlockOracle oracle, int parityLength) {
    ErasureCode code = policy.code();
    ByteBuffer[] blocks = new ByteBuffer[policy.n()];
    Arrays.setAll(blocks, i -> ByteBuffer.allocateDirect(parityLength));
    for (int member = 0; member < policy.k(); member++) {
      blocks[member].put(0, oracle.data((long) group * policy.k() + member));
    }
    int u = parityLength / code.alpha();
    ByteBuffer[] subBlocks = new ByteBuffer[policy.n() * code.alpha()];
    Arrays.setAll(
        subBlocks, i -> blocks[i / code.alpha()].slice(i % code.alpha() * u, u));
    int dataCount = policy.k() * code.alpha();
    CODER.run(
        code.encode(), Arrays.copyOf(subBlocks, dataCount),
        Arrays.copyOfRange(subBlocks, dataCount, subBlocks.length));
    byte[][] parities = new byte[policy.r()][parityLength];
    for (int i = 0; i < parities.length; i++) {
      blocks[policy.k() + i].get(0, parities[i]);
    }
    return parities;
  }

  /** Has the NameNode take these members for lost. */
  public List<Replica> lose(int... members) throws IOException {
    List<Replica> losses = new ArrayList<>();
    for (int member : members) {
      losses.add(cluster.member(path, group, member));
    }
    cluster.reportCorrupt(losses);
    return losses;
  }
}
