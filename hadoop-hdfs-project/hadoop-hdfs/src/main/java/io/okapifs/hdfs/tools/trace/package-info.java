/** What other programs left behind that tells of their reads: footers of Parquet, logs of Spark. */
package io.okapifs.hdfs.tools.trace;
