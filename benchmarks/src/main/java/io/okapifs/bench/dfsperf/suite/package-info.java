/** What slaves of DFS-Perf do to a file system, suite by suite, and what of it they measure. */
package io.okapifs.bench.dfsperf.suite;
