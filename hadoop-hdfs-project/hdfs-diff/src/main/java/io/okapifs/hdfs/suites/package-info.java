/**
 * Upstream's own test classes: where each of them runs, how it ended, and whether that is worse.
 */
package io.okapifs.hdfs.suites;
