package io.okapifs.ec.tool;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What a command answered. */
public record Answer(int code, String out, String err) {
  public static Answer of(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = List.of(args).stream().map(Object::toString).toArray(String[]::new);
    int code = OkapiEc.run(new PrintWriter(out), new PrintWriter(err), words);
    return new Answer(code, out.toString(), err.toString());
  }
}
