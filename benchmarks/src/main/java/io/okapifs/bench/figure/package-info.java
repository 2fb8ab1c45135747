/** Figures of papers, computed again by simulation, beside what the papers print. */
package io.okapifs.bench.figure;
