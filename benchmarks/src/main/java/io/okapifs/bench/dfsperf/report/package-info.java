/** Files that a run of DFS-Perf leaves, in the format of the original and as lines of JSON. */
package io.okapifs.bench.dfsperf.report;
