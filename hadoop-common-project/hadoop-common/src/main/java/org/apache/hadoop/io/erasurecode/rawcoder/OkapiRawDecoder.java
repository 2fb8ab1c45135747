package org.apache.hadoop.io.erasurecode.rawcoder;

import io.okapifs.io.OkapiCodec;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;

/** Hadoop's decoder interface in front of {@link OkapiCodec}. Any thread may call it. */
public final class OkapiRawDecoder extends RawErasureDecoder {
  private final OkapiCodec codec;

  /** A decoder of the named codec; refuses parameters that the codec does not have. */
  public OkapiRawDecoder(String codecName, ErasureCoderOptions options) {
    super(options);
    codec = new OkapiCodec(codecName, options);
  }

  @Override
  protected void doDecode(ByteBufferDecodingState state) {
    codec.decode(state.inputs, state.erasedIndexes, state.outputs);
  }

  @Override
  protected void doDecode(ByteArrayDecodingState state) {
    codec.decode(
        state.inputs, state.inputOffsets, state.erasedIndexes,
        state.outputs, state.outputOffsets, state.decodeLength);
  }

  @Override
  public boolean preferDirectBuffer() {
    return true;
  }
}
