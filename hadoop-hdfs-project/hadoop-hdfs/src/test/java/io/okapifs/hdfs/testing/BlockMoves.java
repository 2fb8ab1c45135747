package io.okapifs.hdfs.testing;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtoUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;

/** What a balancer or mover does with one block, whatever the NameNode thinks of it. */
public final class BlockMoves {

  private BlockMoves() {}

  /** Has a node fetch a block from another one, which is to delete it; waits until it has it. */
  public static void move(BlockFileCluster.Replica replica, DatanodeInfo target)
      throws IOException {
    move(replica.block(), replica.node(), target);
  }

  /** As above, of one internal block or replica. */
  public static void move(ExtendedBlock block, DatanodeInfo source, DatanodeInfo target)
      throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(target.getIpAddr(), target.getXferPort()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      new Sender(out)
          .replaceBlock(
              block, StorageType.DISK, BlockTokenSecretManager.DUMMY_TOKEN,
              source.getDatanodeUuid(), source, null);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      BlockOpResponseProto answer = answer(in);
      while (answer.getStatus() == Status.IN_PROGRESS) {
        answer = answer(in);
      }
      DataTransferProtoUtil.checkBlockOpStatus(answer, "move of " + block);
    }
  }

  private static BlockOpResponseProto answer(DataInputStream in) throws IOException {
    return BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in));
  }
}
