package io.okapifs.hdfs.soak;

/** What happens to DataNodes and their disks. */
final class NodeCommands {

  private NodeCommands() {}

  /** Ends a node; the NameNodes are not told. */
  record Stop(int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean may = world.mayStop(node);
      if (may) {
        world.stop(node);
      }
      return may;
    }
  }

  /**
   * Puts a node with empty disks in the place of one; open files have no parity for that. HDFS goes
   * on watching the old node of an address that is being decommissioned, and never the new one.
   */
  record Replace(int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean may =
          world.model.open.isEmpty()
              && !world.nodes.excluded.contains(node)
              && world.mayStop(node);
      if (may) {
        world.replace(node);
      }
      return may;
    }
  }

  /** Lets the NameNodes know that a node has ended. */
  record NoticeDead(int node) implements Command {
    @Override
    public boolean run(World world) {
      boolean isStopped = world.nodes.stopped.contains(node);
      if (isStopped) {
        world.cluster.noticeDead(node);
      }
      return isStopped;
    }
  }

  /** Starts a node that has ended, with what it had. */
  record Start(int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean isStopped = world.nodes.stopped.contains(node);
      if (isStopped) {
        world.start(node);
      }
      return isStopped;
    }
  }

  record Decommission(int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean may = world.nodes.mayExclude(node);
      if (may) {
        world.exclude(node);
      }
      return may;
    }
  }

  record Recommission(int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean isExcluded = world.nodes.excluded.contains(node);
      if (isExcluded) {
        world.include(node);
      }
      return isExcluded;
    }
  }

  record Fill(int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean may = world.nodes.mayFill(node);
      if (may) {
        world.fill(node);
      }
      return may;
    }
  }

  record Free(int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      boolean isFull = world.nodes.full.contains(node);
      if (isFull) {
        world.free(node);
      }
      return isFull;
    }
  }

  /** Has the disk of a node delete nothing until the next quiet, or until the node ends. */
  record HoldDeletions(int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      return !world.nodes.stopped.contains(node) && world.holdDeletions(node);
    }
  }

  /** A node serves and reports, but its heartbeats stay away until the next quiet. */
  record Silence(int node) implements Command {
    @Override
    public boolean run(World world) {
      return !world.nodes.stopped.contains(node) && world.cluster.silence(node);
    }
  }

  /** Runs HDFS's balancer until it ends; the disks are small meanwhile, so that there is work. */
  record Balance() implements Command {
    @Override
    public boolean run(World world) throws Exception {
      return world.balance();
    }
  }

  /** Runs HDFS's mover until it ends. */
  record RunMover() implements Command {
    @Override
    public boolean run(World world) throws Exception {
      return world.runMover();
    }
  }

  /**
   * Has a node fetch a block of a decoupled file, as a balancer that knows nothing of groups would;
   * blocks are counted round.
   */
  record MoveBlock(Directory directory, int file, int block, int node) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      return world.move(directory.file(file), block, node);
    }
  }

  /** Starts a node with a damaged replica again, which then believes in what it had. */
  record RestartHarmed() implements Command {
    @Override
    public boolean run(World world) throws Exception {
      for (Harm harm : world.harmed.values()) {
        if (world.mayStop(harm.node())) {
          world.stop(harm.node());
          world.start(harm.node());
          return true;
        }
      }
      return false;
    }
  }

  /**
   * Rewrites a replica together with its checksums while nothing else is wrong, and has what is wrong
   * with its file repaired; blocks are counted round.
   */
  record RewriteAndRepair(Directory directory, int file, int block) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      return world.rewriteAndRepair(directory.file(file), block);
    }
  }

  /** What may happen to the files of a replica. */
  enum Damage { FLIP_BYTE, TRUNCATE, DELETE, FLIP_CHECKSUM, LOSE_CHECKSUMS }

  /** Damages a replica of a file behind its DataNode's back; blocks are counted round. */
  record HarmBlock(Directory directory, int file, int block, Damage damage) implements Command {
    @Override
    public boolean run(World world) throws Exception {
      return world.harm(directory.file(file), block, damage);
    }
  }
}
