package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.repair.OkapiDatanode;
import java.util.stream.Stream;
import org.apache.hadoop.security.authorize.Service;

/** Which keys of {@code hadoop-policy.xml} say who may call our services. */
public final class OkapiPolicies {

  private OkapiPolicies() {}

  /** Upstream's services and ours. */
  @Woven
  public static Service[] with(Service[] upstreams) {
    return Stream.concat(
            Stream.of(upstreams),
            Stream.of(
                new Service(OkapiAdmin.ACL_KEY, OkapiAdmin.class),
                new Service(OkapiDatanode.ACL_KEY, OkapiDatanode.class)))
        .toArray(Service[]::new);
  }
}
