package org.apache.hadoop.io.erasurecode.rawcoder;

import io.okapifs.io.OkapiCodec;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;

/** Hadoop's encoder interface in front of {@link OkapiCodec}. Any thread may call it. */
public final class OkapiRawEncoder extends RawErasureEncoder {
  private final OkapiCodec codec;

  /** An encoder of the named codec; refuses parameters that the codec does not have. */
  public OkapiRawEncoder(String codecName, ErasureCoderOptions options) {
    super(options);
    codec = new OkapiCodec(codecName, options);
  }

  @Override
  protected void doEncode(ByteBufferEncodingState state) {
    codec.encode(state.inputs, state.outputs);
  }

  @Override
  protected void doEncode(ByteArrayEncodingState state) {
    codec.encode(
        state.inputs, state.inputOffsets, state.outputs, state.outputOffsets, state.encodeLength);
  }

  @Override
  public boolean preferDirectBuffer() {
    return true;
  }
}
