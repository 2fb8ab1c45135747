/** How the blocks of a file are written to image and journal, and judged when they are read. */
package io.okapifs.hdfs.namenode.journal;
