package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** Which form a file has: replicated, HDFS's own striped layout, or a stripe width. */
final class FileForm {

  private FileForm() {}

  /** What a client is shown of the policy; empty where a file is replicated. */
  static Optional<ErasureCodingPolicy> policyOf(FileStatus file) {
    return file instanceof HdfsFileStatus status
        ? Optional.ofNullable(status.getErasureCodingPolicy())
        : Optional.empty();
  }

  /** Empty where a file has no stripe width. */
  static Optional<StripeView> viewOf(FileStatus file) {
    return policyOf(file).filter(StripeView::isView).map(StripeView::of);
  }

  /** Whether a file is in HDFS's own striped layout. */
  static boolean isCoupled(FileStatus file) {
    return policyOf(file).isPresent() && viewOf(file).isEmpty();
  }

  static boolean isReplicated(FileStatus file) {
    return policyOf(file).isEmpty();
  }

  /** Whether a file has a policy, and its stripe width where the name has one. */
  static boolean isUnder(FileStatus file, PolicyName policy) {
    return policyOf(file)
        .map(each -> PolicyName.parse(each.getName()))
        .filter(each -> each.policy().equals(policy.policy()))
        .filter(each -> !policy.isDecoupled() || each.equals(policy))
        .isPresent();
  }

  /** Whether a file has a policy in the form that its name tells. */
  static boolean has(FileStatus file, String policy) {
    return policyOf(file).filter(each -> each.getName().equals(policy)).isPresent();
  }
}
