package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

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
  private final List<Path> files = new ArrayList<>();
  private final List<Listener> listeners = new ArrayList<>();

  TransitionBatch(Call call) {
    this.call = call;
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
    List<OutcomeProto> outcomes = call.send(List.copyOf(files)).getOutcomeList();
    List<Path> asked = List.copyOf(files);
    List<Listener> told = List.copyOf(listeners);
    files.clear();
    listeners.clear();
    for (int i = 0; i < asked.size(); i++) {
      told.get(i).hear(asked.get(i), outcomes.get(i));
    }
  }
}
