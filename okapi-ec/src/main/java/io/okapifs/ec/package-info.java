/** Erasure codes: bytes in, bytes out. */
package io.okapifs.ec;
