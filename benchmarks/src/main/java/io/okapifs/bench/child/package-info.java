/** Child JVMs. */
package io.okapifs.bench.child;
