package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.soak.FileCommands.Event;
import io.okapifs.hdfs.soak.NodeCommands.Damage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Makes programs up. It keeps in mind what is likely to be there, so that most commands make sense;
 * whether one does is decided when it runs.
 */
final class Planner {

  private static final int FILES = 3;
  private static final int SNAPSHOTS = 2;
  private static final int QUIET_EVERY = 20;

  private record Name(Directory directory, int number) {}

  private final Random random;
  private final Set<Name> files = new HashSet<>();
  private final Set<Name> open = new HashSet<>();
  private final Set<Name> snapshots = new HashSet<>();
  private final NodeStates nodes = new NodeStates();

  private Planner(long seed) {
    this.random = new Random(seed);
  }

  /** A program of so many commands; the same for the same seed. */
  static List<Command> plan(long seed, int steps) {
    Planner planner = new Planner(seed);
    List<Command> commands = new ArrayList<>();
    while (commands.size() < steps) {
      Command next =
          switch (commands.size() % QUIET_EVERY) {
            case QUIET_EVERY - 1 -> planner.quiet();
            case 0 -> planner.afterQuiet();
            default -> planner.next();
          };
      if (next != null) {
        commands.add(next);
      }
    }
    return commands;
  }

  /** A rewritten replica must be repaired before anybody reads it: then nothing else is wrong. */
  private Command afterQuiet() {
    if (files.isEmpty()) {
      return next();
    }
    Name file = pick(files);
    return new NodeCommands.RewriteAndRepair(
        file.directory(), file.number(), random.nextInt(100));
  }

  /**
   * @return null where what the dice say is not possible
   */
  private Command next() {
    int dice = random.nextInt(100);
    if (dice < 24) {
      return create();
    }
    if (dice < 29) {
      return createThrough();
    }
    if (dice < 34) {
      return abandon();
    }
    if (dice < 52) {
      return onFile(dice - 34);
    }
    if (dice < 59) {
      return transition();
    }
    if (dice < 67) {
      return onSnapshot();
    }
    if (dice < 77) {
      return harm();
    }
    return dice < 92 ? onNode() : onNameNode();
  }

  private Command quiet() {
    boolean nodesReturn = random.nextBoolean();
    nodes.full.clear();
    if (nodesReturn || !open.isEmpty()) {
      nodes.stopped.clear();
    }
    files.addAll(open);
    open.clear();
    return new NameNodeCommands.Quiet(nodesReturn);
  }

  // --- files

  private Directory directory() {
    return Directory.values()[random.nextInt(Directory.values().length)];
  }

  private Name newFile() {
    Name file = new Name(directory(), random.nextInt(FILES));
    open.remove(file);
    files.add(file);
    return file;
  }

  private Command create() {
    Name file = newFile();
    return new FileCommands.Create(
        file.directory(), file.number(), length(file.directory()), random.nextLong());
  }

  private Command createThrough() {
    Name file = newFile();
    Event event = Event.values()[random.nextInt(Event.values().length)];
    int node = random.nextInt(SoakCluster.NODES);
    if (event == Event.STOP_NODE && nodes.mayStop(node)) {
      nodes.stopped.add(node);
    }
    if (event == Event.EXCLUDE_NODE && nodes.mayExclude(node)) {
      nodes.excluded.add(node);
    }
    int length = length(file.directory());
    return new FileCommands.CreateThrough(
        file.directory(), file.number(), length, random.nextLong(), random.nextInt(length + 1),
        event, node);
  }

  private Command abandon() {
    Name file = newFile();
    files.remove(file);
    open.add(file);
    return file.directory() == Directory.COUPLED
        ? null
        : new FileCommands.Abandon(
            file.directory(), file.number(), length(file.directory()), random.nextLong());
  }

  /** At and around the ends of cells, rows, blocks, stripes and groups, or anywhere. */
  private int length(Directory directory) {
    int s = directory.layout().stripeWidth();
    int[] ends = {
      SoakCluster.CELL, s * SoakCluster.CELL, SoakCluster.BLOCK, s * SoakCluster.BLOCK,
      directory.k() * SoakCluster.BLOCK
    };
    int max = 2 * Math.max(s, directory.k()) * SoakCluster.BLOCK + SoakCluster.BLOCK;
    int end = random.nextInt(3) * ends[random.nextInt(ends.length)];
    int length =
        switch (random.nextInt(5)) {
          case 0 -> end;
          case 1 -> end - 1;
          case 2 -> end + 1;
          case 3 -> end + random.nextInt(SoakCluster.CELL);
          default -> random.nextInt(max);
        };
    return Math.max(0, Math.min(max, length));
  }

  private Name pick(Set<Name> names) {
    List<Name> sorted =
        names.stream()
            .sorted((a, b) -> a.directory() == b.directory()
                ? Integer.compare(a.number(), b.number())
                : a.directory().compareTo(b.directory()))
            .toList();
    return sorted.get(random.nextInt(sorted.size()));
  }

  private Command onFile(int dice) {
    if (!open.isEmpty() && dice < 2) {
      Name file = pick(open);
      open.remove(file);
      files.add(file);
      return new FileCommands.Recover(file.directory(), file.number());
    }
    if (files.isEmpty()) {
      return null;
    }
    Name file = pick(files);
    if (dice < 5) {
      return new FileCommands.Read(file.directory(), file.number());
    }
    if (dice < 9) {
      return new FileCommands.Pread(
          file.directory(), file.number(), random.nextInt(1 << 20),
          1 + random.nextInt(4 * SoakCluster.BLOCK));
    }
    if (dice < 10) {
      return new FileCommands.Append(file.directory(), file.number());
    }
    files.remove(file);
    if (dice < 14) {
      return new FileCommands.Delete(file.directory(), file.number());
    }
    Name to = new Name(directory(), random.nextInt(FILES));
    files.add(to);
    return new FileCommands.Rename(
        file.directory(), file.number(), to.directory(), to.number());
  }

  private Command transition() {
    if (files.isEmpty()) {
      return null;
    }
    if (random.nextInt(8) == 0) {
      Directory directory = pick(files).directory();
      return random.nextInt(3) == 0
          ? new FileCommands.RemoveRule(directory)
          : new FileCommands.SetRule(directory, directory());
    }
    if (random.nextInt(5) == 0) {
      Name file = pick(files);
      return new FileCommands.Rest(file.directory(), file.number());
    }
    Set<Name> mergeable = filesIn(each -> each.merged() != null);
    if (!mergeable.isEmpty() && random.nextInt(3) == 0) {
      Name file = pick(mergeable);
      return new FileCommands.Transition(
          file.directory(), file.number(), file.directory().merged());
    }
    Set<Name> asWide =
        filesIn(each -> each.layout().stripeWidth() == Directory.COUPLED.k());
    if (!asWide.isEmpty() && random.nextInt(4) == 0) {
      Name file = pick(asWide);
      return new FileCommands.Transition(file.directory(), file.number(), Directory.COUPLED);
    }
    Set<Name> coupled = filesIn(each -> each == Directory.COUPLED);
    Name file = pick(coupled.isEmpty() || random.nextInt(3) > 0 ? files : coupled);
    return new FileCommands.Transition(file.directory(), file.number(), directory());
  }

  private Set<Name> filesIn(Predicate<Directory> test) {
    return files.stream().filter(each -> test.test(each.directory())).collect(Collectors.toSet());
  }

  private Command onSnapshot() {
    Name name = new Name(directory(), random.nextInt(SNAPSHOTS));
    if (snapshots.add(name)) {
      return new SnapshotCommands.Snapshot(name.directory(), name.number());
    }
    if (random.nextInt(3) == 0) {
      return new SnapshotCommands.ReadSnapshot(name.directory(), name.number());
    }
    snapshots.remove(name);
    return new SnapshotCommands.DeleteSnapshot(name.directory(), name.number());
  }

  // --- nodes

  private Command harm() {
    if (files.isEmpty()) {
      return null;
    }
    Name file = pick(files);
    Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
    return new NodeCommands.HarmBlock(
        file.directory(), file.number(), random.nextInt(100), damage);
  }

  private Command onNode() {
    int node = random.nextInt(SoakCluster.NODES);
    switch (random.nextInt(16)) {
      case 15 -> {
        return new NodeCommands.RunMover();
      }
      case 13, 14 -> {
        return setStoragePolicy();
      }
      case 12 -> {
        return new NodeCommands.Balance();
      }
      case 10, 11 -> {
        return moveBlock(node);
      }
      case 9 -> {
        return nodes.stopped.contains(node) ? null : new NodeCommands.Silence(node);
      }
      case 8 -> {
        return nodes.stopped.contains(node) ? null : new NodeCommands.HoldDeletions(node);
      }
      case 7 -> {
        return new NodeCommands.RestartHarmed();
      }
      case 5 -> {
        return open.isEmpty() && nodes.mayStop(node) ? new NodeCommands.Replace(node) : null;
      }
      case 0, 1 -> {
        boolean may = nodes.mayStop(node);
        if (may) {
          nodes.stopped.add(node);
          nodes.full.remove(node);
        }
        return may ? new NodeCommands.Stop(node) : null;
      }
      case 2 -> {
        return nodes.stopped.isEmpty()
            ? null
            : new NodeCommands.NoticeDead(oneOf(nodes.stopped));
      }
      case 3 -> {
        boolean may = nodes.mayFill(node);
        return may && nodes.full.add(node) ? new NodeCommands.Fill(node) : null;
      }
      case 4 -> {
        boolean may = nodes.mayExclude(node);
        return may && nodes.excluded.add(node) ? new NodeCommands.Decommission(node) : null;
      }
      default -> {
        return backToService();
      }
    }
  }

  private Command setStoragePolicy() {
    if (files.isEmpty()) {
      return null;
    }
    Name file = pick(files);
    return new FileCommands.SetStoragePolicy(
        file.directory(), file.number(), random.nextInt(3) > 0);
  }

  private Command moveBlock(int node) {
    Set<Name> decoupled = filesIn(Directory::isDecoupled);
    if (decoupled.isEmpty()) {
      return null;
    }
    Name file = pick(decoupled);
    return new NodeCommands.MoveBlock(
        file.directory(), file.number(), random.nextInt(100), node);
  }

  private int oneOf(Set<Integer> numbers) {
    return List.copyOf(new TreeSet<>(numbers)).get(random.nextInt(numbers.size()));
  }

  private Command backToService() {
    switch (random.nextInt(3)) {
      case 0 -> {
        if (!nodes.stopped.isEmpty()) {
          int node = oneOf(nodes.stopped);
          nodes.stopped.remove(node);
          return new NodeCommands.Start(node);
        }
      }
      case 1 -> {
        if (!nodes.full.isEmpty()) {
          int node = oneOf(nodes.full);
          nodes.full.remove(node);
          return new NodeCommands.Free(node);
        }
      }
      default -> {
        if (!nodes.excluded.isEmpty()) {
          int node = oneOf(nodes.excluded);
          nodes.excluded.remove(node);
          return new NodeCommands.Recommission(node);
        }
      }
    }
    return null;
  }

  private Command restartAndRead() {
    if (files.isEmpty()) {
      return null;
    }
    Name file = pick(files);
    return new NameNodeCommands.RestartAndRead(file.directory(), file.number());
  }

  private Command onNameNode() {
    return switch (random.nextInt(9)) {
      case 8 -> restartAndRead();
      case 7 -> new NameNodeCommands.FailOverUnreported();
      case 6 -> new NameNodeCommands.StallJournal(500 + random.nextInt(2000));
      case 0 -> new NameNodeCommands.FailOver(false);
      case 1 -> new NameNodeCommands.FailOver(true);
      case 2 -> new NameNodeCommands.Restart(true);
      case 3 -> new NameNodeCommands.Restart(false);
      case 4 -> new NameNodeCommands.SaveNamespace();
      default -> new NameNodeCommands.Pause(500 + random.nextInt(2000));
    };
  }
}
