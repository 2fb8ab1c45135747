/**
 * What operators see and do: counters, file system check, quarantine, settings; and who makes the
 * parts.
 */
package io.okapifs.hdfs.namenode.ops;
