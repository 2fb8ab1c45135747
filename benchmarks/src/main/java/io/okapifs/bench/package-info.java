/**
 * Benchmarks. One class per scenario in {@code scenario}; what runs on the stock jars as well is in
 * {@code driver} and knows nothing of ours.
 */
package io.okapifs.bench;
