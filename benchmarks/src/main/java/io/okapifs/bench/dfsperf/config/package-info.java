/** What a run of DFS-Perf is told: suites with their keys, the environment, and the slaves. */
package io.okapifs.bench.dfsperf.config;
