package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.verify.VerifiedMembers.Member;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** From which replica a member is read, and which one is proven to be bad. */
class MemberSourceTest {

  private static final LocatedBlock FIRST = replica("1.1.1.1");
  private static final LocatedBlock SECOND = replica("2.2.2.2");

  /** What the next reads of a replica end with; those behind are right. */
  private final Map<LocatedBlock, Deque<IOException>> failures = new HashMap<>();

  private final List<LocatedBlock> opened = new ArrayList<>();

  private static LocatedBlock replica(String node) {
    return new LocatedBlock(
        new ExtendedBlock("pool", 1, 10, 1),
        new DatanodeInfo[] {DFSTestUtil.getDatanodeInfo(node)});
  }

  private final class Reader implements ReplicaReader {

    private final LocatedBlock replica;

    Reader(LocatedBlock replica) {
      this.replica = replica;
      opened.add(replica);
    }

    @Override
    public int fill(int subBlock, long from, ByteBuffer target) throws IOException {
      Deque<IOException> left = failures.getOrDefault(replica, new ArrayDeque<>());
      if (!left.isEmpty()) {
        throw left.remove();
      }
      return target.remaining();
    }

    @Override
    public void close() {}
  }

  private MemberSource source(LocatedBlock... replicas) {
    Member member = new Member("data block 0", 1, 10, List.of(replicas));
    return new MemberSource(
        Mockito.mock(DFSClient.class), member, new ByteBuffer[] {ByteBuffer.allocate(10)},
        Reader::new, () -> member);
  }

  private void fail(LocatedBlock replica, IOException... with) {
    failures.put(replica, new ArrayDeque<>(List.of(with)));
  }

  private static ChecksumException rot() {
    return new ChecksumException("wrong", 0);
  }

  @Test
  void whatDoesNotFitItsChecksumsOnceIsReadAgainAndNotBad() throws IOException {
    fail(FIRST, rot());
    MemberSource source = source(FIRST, SECOND);
    source.fill(0, 10);
    assertThat(opened).containsExactly(FIRST, FIRST);
    assertThat(source.takeCorrupt()).isEmpty();
    assertThat(source.sawCorrupt()).isFalse();
  }

  @Test
  void whatDoesNotFitThemTwiceIsBadAndAnotherReplicaIsRead() throws IOException {
    fail(FIRST, rot(), rot());
    MemberSource source = source(FIRST, SECOND);
    source.fill(0, 10);
    assertThat(opened).containsExactly(FIRST, FIRST, SECOND);
    assertThat(source.current()).isSameAs(SECOND);
    assertThat(source.takeCorrupt()).containsExactly(FIRST);
    assertThat(source.takeCorrupt()).as("taken").isEmpty();
    assertThat(source.sawCorrupt()).isTrue();
  }

  @Test
  void whatCannotBeReadAgainIsNotProvenToBeBad() {
    fail(FIRST, rot(), new IOException("gone"), new IOException("gone"));
    MemberSource source = source(FIRST);
    assertThatThrownBy(() -> source.fill(0, 10)).hasMessage("gone");
    assertThat(source.takeCorrupt()).isEmpty();
  }

  @Test
  void aBadReplicaIsNotTriedOnceMoreWhereTheNameNodeNamesItAgain() {
    fail(FIRST, rot(), rot());
    MemberSource source = source(FIRST);
    assertThatThrownBy(() -> source.fill(0, 10)).isInstanceOf(ChecksumException.class);
    assertThat(opened).containsExactly(FIRST, FIRST);
    assertThat(source.takeCorrupt()).containsExactly(FIRST);
  }

  @Test
  void aSecondLookTakesTheReplicaThatWasReadOverANewConnection() throws IOException {
    MemberSource source = source(FIRST, SECOND);
    source.fill(0, 10);
    source.readAgain(0, 10);
    assertThat(opened).containsExactly(FIRST, FIRST);
    fail(FIRST, rot());
    assertThatThrownBy(() -> source.readAgain(0, 10)).isInstanceOf(ChecksumException.class);
    assertThat(opened).as("no other one").doesNotContain(SECOND);
  }
}
