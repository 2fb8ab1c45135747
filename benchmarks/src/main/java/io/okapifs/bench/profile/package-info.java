/** Whose the processor time is that a recording shows. */
package io.okapifs.bench.profile;
