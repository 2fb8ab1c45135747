/** Bugs of HDFS that are corrected outside of decoupled files, too. */
package io.okapifs.hdfs.fix;
