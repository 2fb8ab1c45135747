package io.okapifs.hdfs.soak;

import org.apache.hadoop.fs.Path;

/** What happens to NameNodes, and the checks. */
final class NameNodeCommands {

  private NameNodeCommands() {}

  /** The standby takes over; with a kill the active leaves what was not synced unsaid. */
  record FailOver(boolean kill) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean may = !kill || world.mayRestartNameNode(false);
      if (may) {
        world.cluster.failOver(kill);
      }
      return may;
    }
  }

  /** The standby takes over, and nobody sends it a full report until the next quiet. */
  record FailOverUnreported() implements Command {
    @Override
    public boolean run(World world) throws Exception {
      world.cluster.refuseReports();
      world.cluster.failOver(false);
      return true;
    }
  }

  /** The journal of the active takes nothing for a while, in which the program goes on. */
  record StallJournal(int millis) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      world.cluster.stallJournal(millis);
      return true;
    }
  }

  record Restart(boolean active) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean may = world.mayRestartNameNode(false);
      if (may) {
        world.cluster.restartNameNode(active);
      }
      return may;
    }
  }

  /** A file is read as soon as the active has started, while nodes report what they have. */
  record RestartAndRead(Directory directory, int file) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      Path path = directory.file(file);
      Content content = world.model.files.get(path);
      boolean may = content != null && world.mayRestartNameNode(false);
      if (may) {
        world.cluster.restartActive(() -> world.checker.readWhole(path, content));
      }
      return may;
    }
  }

  record SaveNamespace() implements Command {
    @Override
    public boolean run(World world) throws Exception {
      world.cluster.saveNamespace();
      return true;
    }
  }

  /** The active answers nobody for a while, in which the program goes on. */
  record Pause(int millis) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      world.cluster.pauseActive(millis);
      return true;
    }
  }

  /** Ends what is wrong, waits until everything is whole again, and compares everything. */
  record Quiet(boolean nodesReturn) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      world.calm(nodesReturn);
      world.checker.check();
      return true;
    }
  }
}
