package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.transition.TransitionAnswers;
import io.okapifs.hdfs.namenode.transition.TransitionCalls;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.XAttr;

/**
 * Why: transitions are asked for and about with an extended attribute of the system's namespace,
 * which clients can neither set nor get otherwise.
 * Ladder: static methods that every way of setting and getting attributes comes through.
 * Gone when: HDFS changes the policy of stored files.
 */
aspect FSDirXAttrOpAspect {

  // transition: a transition is asked for as an attribute of the system's
  pointcut setAttribute(FSDirectory directory, FSPermissionChecker permissions, String src,
      XAttr attribute, boolean logRetryCache) :
      execution(static FileStatus FSDirXAttrOp.setXAttr(FSDirectory, FSPermissionChecker, String,
          XAttr, EnumSet, boolean))
      && args(directory, permissions, src, attribute, EnumSet, logRetryCache);

  FileStatus around(FSDirectory directory, FSPermissionChecker permissions, String src,
      XAttr attribute, boolean logRetryCache) throws IOException :
      setAttribute(directory, permissions, src, attribute, logRetryCache) {
    return TransitionCalls.isRequest(attribute)
        ? TransitionCalls.request(directory, permissions, src, attribute, logRetryCache)
        : proceed(directory, permissions, src, attribute, logRetryCache);
  }

  // transition: transitions are asked about as an attribute of the system's
  pointcut getAttributes(FSDirectory directory, FSPermissionChecker permissions, String src,
      List<XAttr> attributes) :
      execution(static List FSDirXAttrOp.getXAttrs(FSDirectory, FSPermissionChecker, String, List))
      && args(directory, permissions, src, attributes);

  List<XAttr> around(FSDirectory directory, FSPermissionChecker permissions, String src,
      List<XAttr> attributes) throws IOException :
      getAttributes(directory, permissions, src, attributes) {
    return TransitionAnswers.isQuestion(attributes)
        ? TransitionAnswers.answer(directory, permissions, src, attributes.get(0))
        : proceed(directory, permissions, src, attributes);
  }
}
