/** What to compute and what to read, as values: programs and repair plans. */
package io.okapifs.ec.plan;
