/** DataNodes as processes of their own, and networks between them that are limited. */
package io.okapifs.bench.testbed;
