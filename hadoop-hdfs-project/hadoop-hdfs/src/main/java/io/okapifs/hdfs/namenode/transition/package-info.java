/** Files that get another code, another grouping, or HDFS's own layout, step by step. */
package io.okapifs.hdfs.namenode.transition;
