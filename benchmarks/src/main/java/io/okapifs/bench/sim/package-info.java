/**
 * Discrete-event simulation: simulated time, disks with one queue each, files on them and clients
 * that read. What a read takes of which block is asked of the product's own read planner.
 */
package io.okapifs.bench.sim;
