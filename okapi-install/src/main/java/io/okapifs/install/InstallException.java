package io.okapifs.install;

import java.io.IOException;

/** Why an installation is not changed: one sentence that names the values and what to do. */
public final class InstallException extends IOException {

  private static final long serialVersionUID = 1L;

  InstallException(String message) {
    super(message);
  }

  InstallException(String message, IOException cause) {
    super(message, cause);
  }
}
