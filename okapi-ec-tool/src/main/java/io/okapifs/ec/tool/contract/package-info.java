/** What every code must do, tried on one: {@code okapi-ec test}. */
package io.okapifs.ec.tool.contract;
