/**
 * A test instrument, no part of the product: what a DataNode reads and writes of blocks takes as
 * long as it would on a disk that is described by a few numbers.
 */
package io.okapifs.bench.disk;
