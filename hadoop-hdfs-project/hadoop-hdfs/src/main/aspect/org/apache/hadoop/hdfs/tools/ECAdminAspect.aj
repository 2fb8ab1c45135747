package org.apache.hadoop.hdfs.tools;

import io.okapifs.hdfs.tools.EcCommands;

/**
 * Why: `hdfs ec` learns the stripe width, the layout view and verification.
 * Ladder: the table of sub-commands is private, static and final, and the launcher names this
 * class.
 * Gone when: ECAdmin takes sub-commands from outside.
 */
aspect ECAdminAspect {

  // tools: hdfs ec has our commands
  pointcut run(ECAdmin admin, String[] args) :
      execution(int ECAdmin.run(String[])) && this(admin) && args(args);

  int around(ECAdmin admin, String[] args) throws Exception : run(admin, args) {
    return EcCommands.run(admin.getConf(), args, rest -> proceed(admin, rest));
  }
}
