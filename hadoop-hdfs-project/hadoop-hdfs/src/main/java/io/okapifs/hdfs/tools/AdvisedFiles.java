package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * The files that advice is for, by what listings say of them.
 *
 * @param lengths bytes of each
 * @param forms which they have, and what they take
 * @param most the striped form that has the most data; empty where no file is striped
 */
record AdvisedFiles(long[] lengths, List<Overhead.Sum> forms, Optional<Form> most) {

  /** How a file is striped. */
  record Form(PolicyName name, long blockSize) {

    private static Optional<Form> of(FileStatus file) {
      Optional<StripeView> view = FileForm.viewOf(file);
      Optional<PolicyName> name =
          view.isPresent()
              ? view.map(each -> new PolicyName(each.group().name(), each.stripeWidth()))
              : FileForm.policyOf(file).map(ErasureCodingPolicy::getName).map(PolicyName::parse);
      return name.map(each -> new Form(each, file.getBlockSize()));
    }
  }

  /** Without a path. */
  static AdvisedFiles of(long[] lengths) {
    return new AdvisedFiles(lengths, List.of(), Optional.empty());
  }

  /** Those in and below paths, without snapshots. */
  static AdvisedFiles below(Targets targets) throws IOException {
    LongStream.Builder lengths = LongStream.builder();
    OverheadCount count = new OverheadCount();
    Map<Form, Long> bytes = new HashMap<>();
    for (Path top : targets.paths()) {
      FileWalk.visit(
          targets.hdfs(), top,
          file -> {
            lengths.add(file.getLen());
            count.add(file);
            Form.of(file).ifPresent(form -> bytes.merge(form, file.getLen(), Long::sum));
          });
    }
    Optional<Form> most =
        bytes.isEmpty()
            ? Optional.empty()
            : Optional.of(
                Collections.max(bytes.entrySet(), Map.Entry.comparingByValue()).getKey());
    return new AdvisedFiles(lengths.build().toArray(), count.of("").byForm(), most);
  }
}
