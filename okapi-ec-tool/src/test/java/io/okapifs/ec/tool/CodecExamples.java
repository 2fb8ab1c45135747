package io.okapifs.ec.tool;

import java.util.stream.Stream;

/** A code per codec of the registry; {@link CodesDocumentTest} sees to it that none is left out. */
public final class CodecExamples {
  private CodecExamples() {}

  public static Stream<String> onePerCodec() {
    return CodecAdvice.ALL.stream().map(advice -> advice.codes().get(0));
  }
}
