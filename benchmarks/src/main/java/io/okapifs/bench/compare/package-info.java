/** Two result files of the same command, line by line. */
package io.okapifs.bench.compare;
