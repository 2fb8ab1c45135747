package io.okapifs.hdfs.soak;

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
