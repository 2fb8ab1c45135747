/** The master of DFS-Perf, its slaves, and the calls between them. */
package io.okapifs.bench.dfsperf.cluster;
