/** The scenarios, one class each, and what they share. */
package io.okapifs.bench.scenario;
