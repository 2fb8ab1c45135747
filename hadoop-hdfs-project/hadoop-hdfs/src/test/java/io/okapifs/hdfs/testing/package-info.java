/** What tests stand on: clusters, oracles of what must be on disk, faults, models; no test. */
package io.okapifs.hdfs.testing;
