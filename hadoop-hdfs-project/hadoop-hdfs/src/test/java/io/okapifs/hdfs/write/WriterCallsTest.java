package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.RpcFaults;
import io.okapifs.hdfs.testing.WriterThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.ipc.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writers whose calls to the NameNode are answered twice, never, or with what nobody expects. */
class WriterCallsTest extends WriterCallCases {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void everyAnswerIsLostOnceAndTheFileIsRight(int s) throws Exception {
    Path file = new Path(directory(s), "lost-answers");
    byte[] bytes = bytes(s);
    Set<String> lost = ConcurrentHashMap.newKeySet();
    boolean[] retry = {false};
    RpcFaults.set(new AfterEachCall() {
      @Override
      public void after(String method, Object[] arguments) throws IOException {
        if (WRITER_CALLS.contains(method)) {
          retry[0] = !retry[0];
          if (retry[0]) {
            lost.add(method);
            throw new RetriableException("the test loses the answer of " + method);
          }
        }
      }
    });
    breakOneDataAndOneParityStream();
    write(file, bytes);
    RpcFaults.set(null);
    assertThat(lost).isEqualTo(WRITER_CALLS);
    check(file, bytes);
  }

  /** A writer in which memory runs out has cells in its blocks that are not in its parities. */
  @Test
  void anErrorInTheMiddleNeverEndsInAClosedFile() throws Exception {
    Path file = new Path(directory(3), "error");
    byte[] bytes = bytes(3);
    failAfterParityIsAllocated();
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK);
    assertThatThrownBy(() -> out.write(bytes)).isInstanceOf(IOException.class)
        .hasRootCauseMessage("the test runs out of memory");
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(fs.isFileClosed(file)).isFalse();
    assertThat(fs.getClient().isFilesBeingWrittenEmpty()).isTrue();
    BlockFileCluster.await("closed by lease recovery", () -> fs.recoverLease(file));
    int length = Math.toIntExact(fs.getFileStatus(file).getLen());
    assertThat(length).isLessThanOrEqualTo(bytes.length);
    check(file, Arrays.copyOf(bytes, length));
  }

  /** HDFS's calls leave the interrupt pending, and a pending one ends every wait for a thread. */
  @Test
  void anInterruptInACallEndsTheWriterAndAllItsThreads() throws Exception {
    Path file = new Path(directory(3), "interrupted");
    breakStreams(1, 0);
    RpcFaults.set(new AfterEachCall() {
      @Override
      public void after(String method, Object[] arguments) throws IOException {
        if (method.equals("updateBlockForPipeline")) {
          RpcFaults.set(null);
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("the test interrupts " + method);
        }
      }
    });
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK);
    assertThatThrownBy(() -> out.write(bytes(3))).isInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("the test interrupts updateBlockForPipeline")
        .hasNoSuppressedExceptions();
    assertThat(Thread.interrupted()).as("the caller's interrupt is still pending").isTrue();
    WriterThreads.awaitEnd();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(fs.getClient().isFilesBeingWrittenEmpty()).isTrue();
    assertThat(fs.delete(file, false)).isTrue();
  }

  /** The parity of what is shorter than a row is written by close. */
  @Test
  void anErrorInCloseNeverEndsInAClosedFile() throws Exception {
    Path file = new Path(directory(3), "error-in-close");
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK);
    out.write(new byte[CELL + 1]);
    failAfterParityIsAllocated();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class)
        .hasRootCauseMessage("the test runs out of memory");
    out.close();
    assertThat(fs.isFileClosed(file)).isFalse();
    assertThat(fs.getClient().isFilesBeingWrittenEmpty()).isTrue();
    assertThat(fs.delete(file, false)).isTrue();
  }

  private static void failAfterParityIsAllocated() {
    RpcFaults.set(new AfterEachCall() {
      @Override
      public void after(String method, Object[] arguments) {
        if (isParityAllocation(method, arguments)) {
          RpcFaults.set(null);
          throw new OutOfMemoryError("the test runs out of memory");
        }
      }
    });
  }

  private static boolean isParityAllocation(String method, Object[] arguments) {
    return method.equals("addBlock") && arguments[5] != null;
  }

  /** One parity without a node, behind two lost blocks of data, is one loss too many. */
  @Test
  void aParityGroupThatCannotBeOpenedEndsTheWriterAndAllItsThreads() throws Exception {
    Path file = new Path(directory(2), "parity-on-one-node");
    breakStreams(2, 0);
    RpcFaults.set(new AfterEachCall() {
      @Override
      public void after(String method, Object[] arguments) {}

      @Override
      public Object answer(String method, Object[] arguments, Object answer) {
        return isParityAllocation(method, arguments)
            ? onOneNode((LocatedStripedBlock) answer)
            : answer;
      }
    });
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK);
    assertThatThrownBy(() -> out.write(bytes(2))).isInstanceOf(IOException.class)
        .hasMessageContaining("parity group 0 of " + file + " lost more members")
        .hasMessageContaining("parity 1 on no node");
    WriterThreads.awaitEnd();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(fs.getClient().isFilesBeingWrittenEmpty()).isTrue();
    assertThat(fs.delete(file, false)).isTrue();
  }

  private static LocatedStripedBlock onOneNode(LocatedStripedBlock group) {
    return new LocatedStripedBlock(
        group.getBlock(), Arrays.copyOf(group.getLocations(), 1),
        Arrays.copyOf(group.getStorageIDs(), 1), Arrays.copyOf(group.getStorageTypes(), 1),
        Arrays.copyOf(group.getBlockIndices(), 1), group.getStartOffset(), group.isCorrupt(),
        null);
  }

  private abstract static class AfterEachCall implements RpcFaults.Fault {
    @Override
    public void before(String method, Object[] arguments) {}
  }
}
