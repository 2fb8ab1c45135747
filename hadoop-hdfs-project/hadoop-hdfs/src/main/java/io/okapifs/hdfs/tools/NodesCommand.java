package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersResponseProto.MemberProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.NodeProto;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.tools.TableListing;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `hdfs ec -nodes`: what DataNodes are, what they do, and what lies there. */
final class NodesCommand extends EcCommand {

  @Parameters(arity = "0..*", paramLabel = "<node>")
  private List<String> nodes = List.of();

  @Option(names = "-groups")
  private boolean groups;

  @Option(names = "-json")
  private boolean json;

  NodesCommand() {
    super("-nodes", "[<node> ...] [-groups] [-json]", NO_WORD);
  }

  /** DataNodes, as they are printed; its components are the keys of the JSON view. */
  record NodesReport(List<Node> nodes) {

    /**
     * What a DataNode is; what it did not tell, as one of stock HDFS, is empty and 0.
     *
     * @param node address and port of transfers
     * @param blocks replicas of any kind
     * @param members those of parity groups, as the last pass of the redundancy sweep counted them;
     *     null before the first one
     */
    record Node(
        String node, String host, String rack, String state, String version, String commit,
        String kernel, String whyNotNative, long blocks, Long members, int repairsRunning,
        int repairsWaiting, int encodings) {}
  }

  /** A member on a DataNode; a line of the JSON view. */
  record MemberReport(
      String path, String policy, long group, int member, boolean parity, long block, long length,
      int survives) {}

  @Override
  String description() {
    return "Print of each DataNode, or of those named, its rack and state, its version, the kernel"
        + " that it codes\nwith, its blocks of any kind, the members of groups among them as the"
        + " NameNode counted them last, the\nrepairs that run and wait there, and what it encodes"
        + " for transitions. A node is a host name or an\naddress, or either with its port of"
        + " transfers. -groups: of one node, what lies there of files with a\nstripe width: each"
        + " member of a group, and how many further losses the group survives, whichever they\nare."
        + " The superuser's.\n";
  }

  @Override
  void check(CommandLine line) {
    if (groups && nodes.size() != 1) {
      throw new CommandLine.ParameterException(
          line, "-groups is about one node, here are " + nodes.size());
    }
  }

  @Override
  int execute(Configuration conf) throws IOException {
    try (TransitionClient client = new TransitionClient(HdfsOnly.of(FileSystem.get(conf)))) {
      if (groups) {
        printMembers(client);
      } else {
        NodesReport report =
            new NodesReport(all(client, nodes).stream().map(NodesCommand::of).toList());
        System.out.print(json ? JsonView.render(report) : text(report));
      }
      return 0;
    }
  }

  /**
   * Page by page.
   *
   * @param nodes names of some; none for all
   */
  static List<NodeProto> all(TransitionClient client, List<String> nodes) throws IOException {
    List<NodeProto> all = new ArrayList<>();
    ListNodesRequestProto.Builder request = ListNodesRequestProto.newBuilder().addAllNode(nodes);
    ListNodesResponseProto page;
    do {
      page = client.nodes(request.build());
      all.addAll(page.getNodeList());
      request.setAfter(page.getNext());
    } while (page.hasNext());
    return all;
  }

  private static NodesReport.Node of(NodeProto node) {
    return new NodesReport.Node(
        node.getAddress(), node.getHost(), node.getRack(), node.getState(), node.getVersion(),
        node.getTold().getCommit(), node.getTold().getKernel(), node.getTold().getWhyNotNative(),
        node.getBlocks(), node.hasMembers() ? node.getMembers() : null,
        node.getTold().getRepairsRunning(), node.getTold().getRepairsWaiting(),
        node.getTold().getEncodings());
  }

  private static String text(NodesReport report) {
    TableListing table =
        Tables.of(
            5, "Node", "Rack", "State", "Version", "Kernel", "Blocks", "Members", "Repairs",
            "Waiting", "Encodings");
    for (NodesReport.Node node : report.nodes()) {
      table.addRow(
          node.node(), node.rack(), node.state(), node.version(),
          node.kernel().isEmpty() ? "not told" : node.kernel(), Long.toString(node.blocks()),
          node.members() == null ? "-" : Long.toString(node.members()),
          Integer.toString(node.repairsRunning()), Integer.toString(node.repairsWaiting()),
          Integer.toString(node.encodings()));
    }
    return String.join("\n", Tables.lines(table)) + "\n";
  }

  /** Page by page: a node may have millions. */
  private void printMembers(TransitionClient client) throws IOException {
    ListMembersRequestProto.Builder request =
        ListMembersRequestProto.newBuilder().setNode(nodes.get(0));
    ListMembersResponseProto page;
    do {
      page = client.members(request.build());
      for (MemberProto member : page.getMemberList()) {
        System.out.print(json ? JsonView.line(of(member)) : text(member));
      }
      request.setAfter(page.getNext());
    } while (page.hasNext());
  }

  private static MemberReport of(MemberProto member) {
    return new MemberReport(
        member.getPath(), member.getPolicy(), member.getGroup(), member.getMember(),
        member.getParity(), member.getBlockId(), member.getLength(), member.getSurvives());
  }

  private static String text(MemberProto member) {
    return "%s: group %d of %s, member %d (%s), blk_%d, %d bytes, %s%n".formatted(
        member.getPath(), member.getGroup(), member.getPolicy(), member.getMember(),
        member.getParity() ? "parity" : "data", member.getBlockId(), member.getLength(),
        member.getSurvives() < 0
            ? "cannot be read whole"
            : "survives any " + member.getSurvives() + " more");
  }
}
