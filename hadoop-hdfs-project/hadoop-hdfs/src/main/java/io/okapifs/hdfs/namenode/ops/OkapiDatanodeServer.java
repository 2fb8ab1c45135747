package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportResponseProto;
import io.okapifs.hdfs.repair.OkapiDatanode;
import io.okapifs.hdfs.repair.OkapiDatanodePB;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/**
 * The server's end of {@link OkapiDatanode}. As safe for threads as what answers.
 *
 * @param reports takes them
 */
public record OkapiDatanodeServer(OkapiDatanode reports) implements OkapiDatanodePB {

  @Override
  public EcReportResponseProto report(RpcController none, EcReportRequestProto report)
      throws ServiceException {
    return Answer.wrapped(() -> reports.report(report));
  }
}
