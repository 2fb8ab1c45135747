/** How slaves of DFS-Perf are started: here, on other machines, in network namespaces. */
package io.okapifs.bench.dfsperf.launch;
