package org.apache.hadoop.hdfs.tools;

import io.okapifs.hdfs.tools.DebugCommands;

/**
 * Why: `hdfs debug verifyEC` looks for parity inside of a stripe and calls a decoupled file broken.
 * Ladder: the commands are private classes of the class that the launcher names.
 * Gone when: verifyEC asks the layout where parity is.
 */
aspect DebugAdminAspect {

  // tools: verifyEC looks for parity where it is
  pointcut run(DebugAdmin admin, String[] args) :
      execution(public int DebugAdmin.run(String[])) && this(admin) && args(args);

  int around(DebugAdmin admin, String[] args) : run(admin, args) {
    return DebugCommands.run(admin.getConf(), args, rest -> proceed(admin, rest));
  }
}
