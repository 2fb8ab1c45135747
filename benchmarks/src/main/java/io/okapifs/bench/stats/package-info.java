/** Pairs, medians and intervals. */
package io.okapifs.bench.stats;
