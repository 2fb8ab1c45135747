/** Which policy files should have while the failure rates of disks change. Arithmetic, no I/O. */
package io.okapifs.ec.adapt;
