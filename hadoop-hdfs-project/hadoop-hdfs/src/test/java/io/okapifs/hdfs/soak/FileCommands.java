package io.okapifs.hdfs.soak;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** What clients do to files. */
final class FileCommands {

  private FileCommands() {}

  /** Writes a file, over an old one if there is one. */
  record Create(Directory directory, int file, int length, long seed) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      world.create(directory.file(file), new Content(directory, seed, length), length, out -> {});
      return true;
    }
  }

  /** What happens in the middle of a write. */
  enum Event { STOP_NODE, EXCLUDE_NODE, FAIL_OVER, KILL_ACTIVE, PAUSE, STALL_JOURNAL, FORGE }

  /** As {@link Create}, and after so many bytes something happens. */
  record CreateThrough(
      Directory directory, int file, int length, long seed, int after, Event event, int node)
      implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean may =
          switch (event) {
            case STOP_NODE -> world.mayStop(node);
            case EXCLUDE_NODE -> world.nodes.mayExclude(node);
            case KILL_ACTIVE -> world.mayRestartNameNode(true);
            case FORGE -> directory.isDecoupled();
            default -> true;
          };
      if (!may) {
        return false;
      }
      world.create(
          directory.file(file), new Content(directory, seed, length), Math.min(after, length),
          out -> {
            switch (event) {
              case STOP_NODE -> world.stop(node);
              case EXCLUDE_NODE -> world.exclude(node);
              case FAIL_OVER -> world.cluster.failOver(false);
              case KILL_ACTIVE -> world.cluster.failOver(true);
              case PAUSE -> world.cluster.pauseActive(1500);
              case STALL_JOURNAL -> world.cluster.stallJournal(1500);
              case FORGE -> ForgedCalls.send(world.cluster, directory.file(file), out);
            }
          });
      return true;
    }
  }

  /** Writes bytes and dies. */
  record Abandon(Directory directory, int file, int length, long seed) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      if (directory == Directory.COUPLED || !world.nodes.bad().isEmpty()) {
        // HDFS may try to recover a coupled file for ever. What a stream has lost of a decoupled one
        // is in parity that dies with the writer, where the group goes on in an open stripe.
        return false;
      }
      world.abandon(directory.file(file), new Content(directory, seed, length));
      return true;
    }
  }

  /** Asks for a file whose writer died to be closed. */
  record Recover(Directory directory, int file) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = directory.file(file);
      if (!world.model.open.containsKey(path)) {
        return false;
      }
      world.recover(path);
      return true;
    }
  }

  /** Files with an erasure code take no more bytes. */
  record Append(Directory directory, int file) implements Command {
    @Override
    public boolean run(World world) {
      Path path = directory.file(file);
      if (directory == Directory.REPLICATED || !world.model.files.containsKey(path)
          || world.model.files.get(path).home() == Directory.REPLICATED) {
        return false;
      }
      assertThatThrownBy(() -> world.cluster.fs().append(path)).isInstanceOf(IOException.class);
      return true;
    }
  }

  /**
   * Gives a file another policy or HDFS's own layout, or leaves it as it is if such is under way.
   */
  record Transition(Directory directory, int file, Directory to) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = directory.file(file);
      Content content = world.model.files.get(path);
      if (content == null || content.home() == Directory.REPLICATED
          || to == Directory.REPLICATED) {
        return false;
      }
      if (world.cluster.transitions().status(path).isEmpty()) {
        return mayBegin(world, path, content) && begin(world, path, content);
      }
      world.cluster.transitions().cancel(path);
      // It may have ended meanwhile.
      world.model.files.put(path, content.as(world.cluster.coded(path)));
      return true;
    }

    /** HDFS's own stripes are as wide as their code. */
    private boolean mayBegin(World world, Path path, Content content) throws IOException {
      return to.isDecoupled()
          || content.home().layout().stripeWidth() == to.k()
              && world.cluster.coded(path).isDecoupled();
    }

    private boolean begin(World world, Path path, Content content) throws IOException {
      boolean adopts = world.cluster.coded(path) == Directory.COUPLED;
      String policy = to.policy() + (adopts ? "@" + content.home().layout().stripeWidth() : "");
      try {
        world.cluster.transitions()
            .begin(
                path,
                TransitionGoal.of(policy, TransitionRecord.NORMAL)
                    .forced(true)
                    .coupling(!to.isDecoupled()));
      } catch (IOException e) {
        if (e.getMessage().contains("in a transition to another policy")
            && !world.model.ruledTo.isEmpty()) {
          // A rule was quicker.
          return false;
        }
        // One in a snapshot is not adopted, and does not get HDFS's own layout.
        World.expect(
            (adopts || !to.isDecoupled()) && world.model.hasHadSnapshots,
            "transition of " + path + " to " + to + " is refused: " + e);
        return false;
      }
      world.model.files.put(path, content.as(to));
      return true;
    }
  }

  /** Has files of a directory get another policy by a rule, until the next quiet at most. */
  record SetRule(Directory directory, Directory to) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      if (directory == Directory.REPLICATED || !to.isDecoupled()) {
        return false;
      }
      world.model.ruledTo.add(to.policy());
      world.cluster.transitions()
          .setRule(
              SetRuleRequestProto.newBuilder()
                  .setPath(directory.path().toString()).setPolicy(to.policy()).setAgeMs(0)
                  .build());
      return true;
    }
  }

  record RemoveRule(Directory directory) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      return world.cluster.transitions().removeRule(directory.path()).isPresent();
    }
  }

  /** Has a file that is in a transition rest as it is until the next quiet, or go on. */
  record Rest(Directory directory, int file) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = directory.file(file);
      if (!world.model.files.containsKey(path)) {
        return false;
      }
      for (TransitionStatus status : world.cluster.transitions().status(path)) {
        if (status.paused()) {
          world.cluster.transitions().resume(path);
        } else {
          world.cluster.transitions().pause(path);
        }
        return true;
      }
      return false;
    }
  }

  /** Reads a whole file. */
  record Read(Directory directory, int file) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = directory.file(file);
      Content content = world.model.files.get(path);
      if (content != null) {
        world.checker.readWhole(path, content);
      }
      return content != null;
    }
  }

  /** Reads a range of a file, which is cut to its length. */
  record Pread(Directory directory, int file, int from, int length) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = directory.file(file);
      Content content = world.model.files.get(path);
      if (content == null || content.length() == 0) {
        return false;
      }
      int begin = from % content.length();
      world.checker.readRange(path, content, begin, Math.min(length, content.length() - begin));
      return true;
    }
  }

  record Delete(Directory directory, int file) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = directory.file(file);
      boolean exists = world.model.files.containsKey(path) || world.model.open.containsKey(path);
      World.expect(world.cluster.fs().delete(path, false) == exists, "delete of " + path);
      world.model.remove(path);
      return exists;
    }
  }

  /** Also to a directory with another policy; the file keeps its own. */
  record Rename(Directory directory, int file, Directory toDirectory, int toFile)
      implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path from = directory.file(file);
      Path to = toDirectory.file(toFile);
      Model model = world.model;
      boolean isFree = !model.files.containsKey(to) && !model.open.containsKey(to);
      if (!isFree || !model.files.containsKey(from) && !model.open.containsKey(from)) {
        return false;
      }
      if (isCoupled(world, from) && model.hasSnapshotsOf(directory.path())) {
        // HDFS may be unable to delete it afterwards: docs/KNOWN-BUGS.md, renamed below a snapshot.
        return false;
      }
      World.expect(world.cluster.fs().rename(from, to), "rename of " + from + " to " + to);
      if (model.files.containsKey(from)) {
        model.files.put(to, model.files.remove(from));
      } else {
        model.open.put(to, model.open.remove(from));
      }
      return true;
    }

    private static boolean isCoupled(World world, Path file) throws IOException {
      Content content = world.model.files.get(file);
      return content != null
          && content.home() != Directory.REPLICATED
          && world.cluster.coded(file) == Directory.COUPLED;
    }
  }

  /** Has the blocks of a file belong on archives, or on disks again; nothing moves yet. */
  record SetStoragePolicy(Directory directory, int file, boolean cold) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = directory.file(file);
      boolean isThere = world.model.files.containsKey(path);
      if (isThere) {
        world.cluster.fs().setStoragePolicy(
            path, cold ? HdfsConstants.COLD_STORAGE_POLICY_NAME
                : HdfsConstants.HOT_STORAGE_POLICY_NAME);
      }
      return isThere;
    }
  }
}
