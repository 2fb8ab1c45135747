package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;

/** Asks about files in calls of many, and tells what became of each. Used by one thread. */
final class TransitionBatch {

  /** Asks about some files. */
  @FunctionalInterface
  interface Call {
    OutcomesProto send(List<Path> files) throws IOException;
  }

  /** Hears what became of a file. */
  @FunctionalInterface
  interface Listener {
    void hear(Path file, OutcomeProto outcome) throws IOException;
  }

  private final Call call;
  private final IntSupplier accepted;
  private final List<Path> files = new ArrayList<>();
  private final List<Listener> listeners = new ArrayList<>();

  /**
   * @param accepted how many files the NameNode has accepted, to be told where it takes no more
   */
  TransitionBatch(Call call, IntSupplier accepted) {
    this.call = call;
    this.accepted = accepted;
  }

  /** Asks about a file, now or with others later. */
  void add(Path file, Listener listener) throws IOException {
    files.add(file);
    listeners.add(listener);
    if (files.size() == OkapiAdmin.PATHS_MAX) {
      flush();
    }
  }

  /** Asks about those that were not asked about. */
  void flush() throws IOException {
    if (files.isEmpty()) {
      return;
    }
    List<OutcomeProto> outcomes = send().getOutcomeList();
    List<Path> asked = List.copyOf(files);
    List<Listener> told = List.copyOf(listeners);
    files.clear();
    listeners.clear();
    for (int i = 0; i < asked.size(); i++) {
      told.get(i).hear(asked.get(i), outcomes.get(i));
    }
  }
  private OutcomesProto send() throws IOException {
    try {
      return call.send(List.copyOf(files));
    } catch (SafeModeException e) {
      throw new IOException(
          "the NameNode is in safe mode; files that were accepted before: "
              + accepted.getAsInt(), e);
    }
  }
}
