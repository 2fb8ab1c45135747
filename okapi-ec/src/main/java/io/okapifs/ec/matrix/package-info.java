/** Matrices over GF(2^8): where coefficients are worked out, never where bytes are coded. */
package io.okapifs.ec.matrix;
