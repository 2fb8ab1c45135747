/**
 * Which coefficients: one construction per code, and the registry that finds them by codec name.
 */
package io.okapifs.ec.code;
