package io.okapifs.hdfs.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.AvailableSpaceBlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.AvailableSpaceRackFaultTolerantBlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyRackFaultTolerant;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest.Nuisance;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest.Obstacle;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files are placed on random clusters that exist on paper, under each of HDFS's placement policies.
 * A failure prints its seed; -Dio.okapifs.placement.seed=N runs only that one.
 */
class TargetChooserTest {

  private static final int FILES = 150;
  private static final BlockStoragePolicy HOT =
      BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();

  @AfterEach
  void forgetSlowNodes() {
    DatanodeManager.getSlowNodesUuidSet().clear();
  }

  static Stream<Class<? extends BlockPlacementPolicy>> policies() {
    return Stream.of(
        BlockPlacementPolicyRackFaultTolerant.class,
        BlockPlacementPolicyDefault.class,
        AvailableSpaceRackFaultTolerantBlockPlacementPolicy.class,
        AvailableSpaceBlockPlacementPolicy.class);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void withEnoughNodesNoTwoMembersShareANodeAndRacksAreEven(
      Class<? extends BlockPlacementPolicy> policy) {
    seeds().forEach(
        seed -> {
          Random random = new Random(seed);
          Shape shape = Shape.random(random);
          int count = shape.nodesNeeded() + random.nextInt(6);
          NodesOfTest nodes = NodesOfTest.onRacks(racks(random, count));
          Placed file = new Placed(nodes, policy, shape, Set.of()).write(3);
          file.checkBlockGroups(seed);
          file.checkNoMembersShareANode(seed);
          file.checkRacks(seed, nodes.nodes());
        });
  }

  @ParameterizedTest
  @MethodSource("policies")
  void staleSlowAndLoadedNodesAreUsedBeforeMembersShareANodeAndUselessOnesNever(
      Class<? extends BlockPlacementPolicy> policy) {
    seeds().forEach(
        seed -> {
          Random random = new Random(seed);
          Shape shape = Shape.random(random);
          int useless = random.nextInt(5);
          int count = shape.nodesNeeded() + random.nextInt(3);
          NodesOfTest nodes = NodesOfTest.onRacks(racks(random, count + useless));
          List<DatanodeDescriptor> all = new ArrayList<>(nodes.nodes());
          Collections.shuffle(all, random);
          Set<Node> excluded = new HashSet<>();
          all.subList(0, useless).forEach(
              node -> oneOf(Obstacle.values(), random).befall(node, excluded));
          all.subList(useless, useless + random.nextInt(count)).forEach(
              node -> oneOf(Nuisance.values(), random).befall(node));
          Placed file = new Placed(nodes, policy, shape, excluded).write(3);
          file.checkBlockGroups(seed);
          file.checkNoMembersShareANode(seed);
          assertThat(all.subList(0, useless)).as("seed %s, %s", seed, shape)
              .noneMatch(file.nodes()::contains);
        });
  }

  @ParameterizedTest
  @MethodSource("policies")
  void withTooFewNodesAsFewMembersAsPossibleShareThemEvenly(
      Class<? extends BlockPlacementPolicy> policy) {
    seeds().forEach(
        seed -> {
          Random random = new Random(seed);
          Shape shape = Shape.random(random);
          int least = Math.max(shape.s, shape.r);
          int count = least + random.nextInt(Math.max(1, shape.n() - least));
          NodesOfTest nodes = NodesOfTest.onRacks(racks(random, count));
          Placed file = new Placed(nodes, policy, shape, Set.of()).write(3);
          file.checkBlockGroups(seed);
          file.checkFullGroupsUseEveryNode(seed, count);
        });
  }

  @Test
  void losingARackOfThreeLosesNoMoreThanTheParitySurvives() {
    for (int s : new int[] {1, 2, 4, 6, 9}) {
      NodesOfTest nodes = NodesOfTest.onRacks(List.of(4, 4, 4));
      Placed file =
          new Placed(
                  nodes, BlockPlacementPolicyRackFaultTolerant.class, new Shape(s, 6, 3), Set.of())
              .write(3);
      file.groups.forEach(
          (group, storages) ->
              assertThat(GroupRun.countByRack(storages).values()).as("s=%s, group %s", s, group)
                  .allMatch(count -> count <= 3));
    }
  }

  /** Two, two and one would be even enough, but leave a rack empty. */
  @ParameterizedTest
  @MethodSource("policies")
  void fiveMembersAreOnAllOfFourRacks(Class<? extends BlockPlacementPolicy> policy) {
    for (int s : new int[] {1, 2, 3, 5}) {
      for (int i = 0; i < 20; i++) {
        NodesOfTest nodes = NodesOfTest.onRacks(List.of(3, 3, 3, 3));
        new Placed(nodes, policy, new Shape(s, 3, 2), Set.of()).write(3).groups.forEach(
            (group, storages) ->
                assertThat(GroupRun.countByRack(storages)).as("s=%s, group %s", s, group)
                    .hasSize(Math.min(4, storages.size())));
      }
    }
  }

  /** HDFS's fallback for uneven racks forgets the nodes that its caller excluded. */
  @Test
  void excludedNodesAreNotChosenWhereRacksAreTooSmallToBeEven() {
    NodesOfTest nodes = NodesOfTest.onRacks(List.of(12, 1));
    Set<Node> excluded = new HashSet<>(nodes.nodes().subList(0, 3));
    for (int i = 0; i < 50; i++) {
      Placed file =
          new Placed(
                  nodes, BlockPlacementPolicyRackFaultTolerant.class, new Shape(6, 6, 3), excluded)
              .write(1);
      file.checkNoMembersShareANode(i);
      assertThat(file.nodes()).doesNotContainAnyElementsOf(nodes.nodes().subList(0, 3));
    }
  }

  @Test
  void membersOnNodesThatLeftTheClusterTakeNoPlace() {
    NodesOfTest nodes = NodesOfTest.onRacks(List.of(9));
    Placed file =
        new Placed(
            nodes, BlockPlacementPolicyRackFaultTolerant.class, new Shape(6, 6, 3), Set.of());
    List<DatanodeStorageInfo> data = file.place(List.of(new GroupRun(6, List.of())), List.of());
    nodes.topology().remove(data.get(0).getDatanodeDescriptor());
    nodes.add("/rack-0");
    List<DatanodeStorageInfo> parity = file.place(List.of(new GroupRun(3, data)), List.of());
    assertThat(GroupRun.shared(new GroupRun(3, data).with(parity))).isZero();
  }

  @Test
  void aWishIsGivenUpBeforeMembersShareANodeOrARackIsCrowded() {
    NodesOfTest nodes = NodesOfTest.onRacks(List.of(4, 4));
    List<DatanodeStorageInfo> all =
        nodes.nodes().stream().map(node -> node.getStorageInfos()[0]).toList();
    Placed file =
        new Placed(
            nodes, BlockPlacementPolicyRackFaultTolerant.class, new Shape(4, 2, 2), Set.of());
    GroupRun parity = new GroupRun(2, List.of(all.get(0), all.get(4)));

    assertThat(file.place(List.of(parity), List.of(all.get(1), all.get(5))))
        .doesNotContain(all.get(0), all.get(4), all.get(1), all.get(5));
    List<DatanodeStorageInfo> despiteRack =
        file.place(List.of(parity), List.of(all.get(1), all.get(2), all.get(3)));
    assertThat(GroupRun.countByRack(parity.with(despiteRack)).values()).containsOnly(2);
    assertThat(GroupRun.shared(parity.with(file.place(List.of(parity), all)))).isZero();
  }

  @Test
  void theWritersNodeHoldsABlockOfItsFirstStripe() {
    NodesOfTest nodes = NodesOfTest.onRacks(List.of(3, 3, 3, 3));
    for (DatanodeDescriptor writer : nodes.nodes()) {
      Placed file =
          new Placed(
              nodes, BlockPlacementPolicyRackFaultTolerant.class, new Shape(9, 3, 2), Set.of());
      file.writer = writer;
      assertThat(file.write(1).stripes.get(0))
          .extracting(DatanodeStorageInfo::getDatanodeDescriptor).contains(writer);
    }
  }

  @Test
  void placesAreExchangedUntilGroupsInsideAStripeAreEvenOverRacks() {
    NodesOfTest nodes = NodesOfTest.onRacks(List.of(3, 3, 3));
    List<DatanodeStorageInfo> placed = new ArrayList<>(
        nodes.nodes().stream().map(node -> node.getStorageInfos()[0]).toList());
    List<GroupRun> runs = Collections.nCopies(3, new GroupRun(3, List.of()));
    assertThat(Spread.of(runs, placed)).isEqualTo(new Spread(9, 27));
    Spread.arrange(runs, placed);
    assertThat(Spread.of(runs, placed)).isEqualTo(new Spread(9, 9));
  }

  private static IntStream seeds() {
    Integer only = Integer.getInteger("io.okapifs.placement.seed");
    return only == null ? IntStream.range(0, FILES) : IntStream.of(only);
  }

  /** The nodes dealt to a random number of racks. */
  private static Collection<Integer> racks(Random random, int nodes) {
    Map<Integer, Integer> sizes = new LinkedHashMap<>();
    int racks = 1 + random.nextInt(6);
    for (int i = 0; i < nodes; i++) {
      sizes.merge(random.nextInt(racks), 1, Integer::sum);
    }
    return sizes.values();
  }

  private static <T> T oneOf(T[] values, Random random) {
    return values[random.nextInt(values.length)];
  }

  /** Stripe width and numbers of members. */
  private record Shape(int s, int k, int r) {
    static Shape random(Random random) {
      return new Shape(1 + random.nextInt(16), 1 + random.nextInt(12), 1 + random.nextInt(4));
    }

    int n() {
      return k + r;
    }

    int nodesNeeded() {
      return Math.max(s, n());
    }
  }

  /** A file that is placed in the order in which a writer asks. */
  private static final class Placed {
    private final NodesOfTest nodes;
    private final BlockPlacementPolicy policy;
    private final Shape shape;
    private final Set<Node> excluded;
    private final List<List<DatanodeStorageInfo>> stripes = new ArrayList<>();
    private final List<List<DatanodeStorageInfo>> parities = new ArrayList<>();
    private final Map<Integer, List<DatanodeStorageInfo>> groups = new LinkedHashMap<>();
    private Node writer;

    Placed(
        NodesOfTest nodes, Class<? extends BlockPlacementPolicy> policy, Shape shape,
        Set<Node> excluded) {
      this.nodes = nodes;
      this.policy = nodes.policy(policy);
      this.shape = shape;
      this.excluded = excluded;
    }

    /** Places data stripes until so many groups are full, and the parities of those. */
    Placed write(int fullGroups) {
      int blocks = 0;
      while (parities.size() < fullGroups) {
        stripe(blocks);
        blocks += shape.s;
        while ((parities.size() + 1) * shape.k <= blocks) {
          List<DatanodeStorageInfo> group = groups.get(parities.size());
          List<DatanodeStorageInfo> parity =
              place(List.of(new GroupRun(shape.r, group)), List.of());
          parities.add(parity);
          group.addAll(parity);
        }
      }
      return this;
    }

    private void stripe(int firstBlock) {
      List<GroupRun> runs = new ArrayList<>();
      for (int x = firstBlock; x < firstBlock + shape.s; ) {
        int end = Math.min(firstBlock + shape.s, (x / shape.k + 1) * shape.k);
        runs.add(new GroupRun(end - x, groups.getOrDefault(x / shape.k, List.of())));
        x = end;
      }
      List<DatanodeStorageInfo> stripe = place(runs, List.of());
      stripes.add(stripe);
      for (int i = 0; i < stripe.size(); i++) {
        groups.computeIfAbsent((firstBlock + i) / shape.k, g -> new ArrayList<>())
            .add(stripe.get(i));
      }
    }

    List<DatanodeStorageInfo> place(List<GroupRun> runs, List<DatanodeStorageInfo> wish) {
      return TargetChooser.choose(
          policy, nodes.topology(),
          new TargetRequest(
              "/file", runs, List.of(wish), excluded, writer, NodesOfTest.BLOCK, HOT, null));
    }

    Set<DatanodeDescriptor> nodes() {
      Set<DatanodeDescriptor> used = new HashSet<>();
      groups.values().forEach(
          group -> group.forEach(storage -> used.add(storage.getDatanodeDescriptor())));
      return used;
    }

    private List<List<DatanodeStorageInfo>> fullGroups() {
      return IntStream.range(0, parities.size()).mapToObj(groups::get).toList();
    }

    void checkBlockGroups(long seed) {
      assertThat(stripes).as("seed %s, %s", seed, shape)
          .allMatch(stripe -> stripe.size() == shape.s && GroupRun.shared(stripe) == 0);
      assertThat(parities).as("seed %s, %s", seed, shape)
          .allMatch(parity -> parity.size() == shape.r && GroupRun.shared(parity) == 0);
    }

    void checkNoMembersShareANode(long seed) {
      assertThat(groups.values()).as("seed %s, %s", seed, shape)
          .allMatch(group -> GroupRun.shared(group) == 0);
      assertThat(fullGroups()).allMatch(group -> group.size() == shape.n());
    }

    void checkFullGroupsUseEveryNode(long seed, int count) {
      int used = Math.min(count, shape.n());
      int most = (shape.n() - 1) / used + 1;
      for (List<DatanodeStorageInfo> group : fullGroups()) {
        assertThat(GroupRun.countByNode(group)).as("seed %s, %s, nodes %s", seed, shape, count)
            .hasSize(used);
        assertThat(GroupRun.countByNode(group).values()).as("seed %s, %s", seed, shape)
            .allMatch(members -> members <= most);
      }
    }

    /**
     * No rack has more members of a group than the most even placement on these racks gives one;
     * one more where groups share a stripe, and so compete for the nodes of small racks.
     */
    void checkRacks(long seed, List<DatanodeDescriptor> all) {
      Map<String, Integer> sizes = new LinkedHashMap<>();
      all.forEach(node -> sizes.merge(node.getNetworkLocation(), 1, Integer::sum));
      int groupsPerStripe = (shape.s - 1) / shape.k + 1;
      int most = 1;
      while (places(sizes.values(), most) < shape.n()
          || places(sizes.values(), most * groupsPerStripe) < shape.s) {
        most++;
      }
      int limit = shape.k % shape.s == 0 ? most : most + 1;
      for (List<DatanodeStorageInfo> group : fullGroups()) {
        assertThat(GroupRun.countByRack(group).values())
            .as("members per rack: seed %s, %s, racks %s", seed, shape, sizes.values())
            .allMatch(members -> members <= limit);
      }
    }

    private static int places(Collection<Integer> sizes, int perRack) {
      return sizes.stream().mapToInt(size -> Math.min(size, perRack)).sum();
    }
  }
}
