/** Verification: whether the members of parity groups still fit together, and which does not. */
package io.okapifs.hdfs.verify;
