/** How fast codes are computed: what is measured, over which memory, and the meter. */
package io.okapifs.bench.codes;
