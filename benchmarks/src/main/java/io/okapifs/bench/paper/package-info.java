/**
 * Every table, figure and headline number of the five papers, with the paper's values and ours.
 * Nothing is computed here that product classes or other commands compute: rows say where their
 * values come from.
 */
package io.okapifs.bench.paper;
