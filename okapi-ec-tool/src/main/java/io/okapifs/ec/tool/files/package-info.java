/**
 * Files encoded into a folder: a block file per member, and a manifest. docs/FORMAT.md has the
 * layout.
 */
package io.okapifs.ec.tool.files;
