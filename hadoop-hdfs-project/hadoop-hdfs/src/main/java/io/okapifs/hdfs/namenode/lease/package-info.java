/** Files whose writer is gone: what of their last stripe is kept, and when they are closed. */
package io.okapifs.hdfs.namenode.lease;
