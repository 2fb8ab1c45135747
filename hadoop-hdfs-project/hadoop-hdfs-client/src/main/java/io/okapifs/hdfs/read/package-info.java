/** Reading decoupled files: what to fetch, what to decode, what to keep. No I/O of its own. */
package io.okapifs.hdfs.read;
