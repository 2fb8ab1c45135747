/** The only hot loops. Kernels know buffers and coefficients, nothing of codes. */
package io.okapifs.ec.kernel;
