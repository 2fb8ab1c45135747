/** What happens to DataNodes while DFS-Perf measures. */
package io.okapifs.bench.dfsperf.fault;
