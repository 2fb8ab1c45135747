package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.ops.Quarantine;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;

/**
 * Why: a file of an image is judged before it is loaded, and gets its parity groups and transition.
 * Ladder: a private method of the loader.
 * Gone when: HDFS keeps parity groups in its image.
 */
privileged aspect LoadedFilesAspect {

  // journal: a file of an image gets its parity groups and transition
  pointcut loadFile(FSImageFormatPBINode.Loader loader, INodeSection.INode inode) :
      execution(private INodeFile FSImageFormatPBINode.Loader.loadINodeFile(INodeSection.INode))
      && this(loader) && args(inode);

  INodeFile around(FSImageFormatPBINode.Loader loader, INodeSection.INode inode) :
      loadFile(loader, inode) {
    return Quarantine.load(loader.fsn, inode, accepted -> proceed(loader, accepted));
  }
}
