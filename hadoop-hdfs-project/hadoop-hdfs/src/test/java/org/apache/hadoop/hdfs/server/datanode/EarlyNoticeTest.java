package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** What becomes of a notice that a NameNode does not take: HDFS sends again what throws. */
class EarlyNoticeTest {

  private static void send(IOException refusal) throws Exception {
    new DataNodeWindow.ToOne(
            (nameNode, sender) -> {
              throw refusal;
            },
            Mockito.mock(BPServiceActor.class))
        .reportTo(null, null);
  }

  private static RemoteException remote(Class<? extends IOException> refusal) {
    return new RemoteException(refusal.getName(), "not now");
  }

  @Test
  void oneThatComesTooEarlyIsSentAgain() {
    assertThatThrownBy(() -> send(remote(RetriableException.class)))
        .isInstanceOf(BPServiceActorActionException.class);
  }

  @Test
  void oneThatGotNoAnswerIsSentAgain() {
    assertThatThrownBy(() -> send(new ConnectException("nobody is there")))
        .isInstanceOf(BPServiceActorActionException.class);
  }

  @Test
  void oneThatIsRefusedForGoodIsNot() {
    assertThatCode(() -> send(remote(AccessControlException.class))).doesNotThrowAnyException();
  }
}
