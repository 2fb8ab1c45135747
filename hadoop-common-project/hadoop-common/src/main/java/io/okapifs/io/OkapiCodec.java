package io.okapifs.io;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;

/**
 * One of our codes in the shape in which Hadoop codes: k inputs to r outputs, or n inputs, some of
 * them missing, to the erased ones. Any thread may call it.
 */
public final class OkapiCodec {
  private final ErasureCode code;
  private final Coder coder = new Coder(Kernels.best());
  private final HeapBridge heapBridge = new HeapBridge(coder);

  /**
   * The code of that name with the options' data and parity counts; refuses what does not exist.
   */
  public OkapiCodec(String codecName, ErasureCoderOptions options) {
    code = CodeRegistry.create(codecName, options.getNumDataUnits(), options.getNumParityUnits());
  }

  /** Encodes direct buffers of equal length; positions stay as they are. */
  public void encode(ByteBuffer[] inputs, ByteBuffer[] outputs) {
    coder.run(coder.encodeProgram(code), inputs, outputs);
  }

  /** Encodes length bytes of arrays, from the given offsets on. */
  public void encode(
      byte[][] inputs, int[] inputOffsets, byte[][] outputs, int[] outputOffsets, int length) {
    heapBridge.run(
        coder.encodeProgram(code), slices(inputs, inputOffsets), slices(outputs, outputOffsets),
        length);
  }

  /** Rebuilds the erased members from direct buffers; inputs that are null are not available. */
  public void decode(ByteBuffer[] inputs, int[] erased, ByteBuffer[] outputs) {
    RepairPlan plan = plan(inputs, erased);
    ByteBuffer[] helpers =
        plan.helpers().stream().map(helper -> inputs[helper]).toArray(ByteBuffer[]::new);
    ByteBuffer[] rebuilt = new ByteBuffer[erased.length];
    Arrays.setAll(rebuilt, i -> outputs[indexOf(erased, plan.lostMembers().get(i))]);
    coder.run(plan.program(), helpers, rebuilt);
  }

  /** Rebuilds the erased members from length bytes of arrays, from the given offsets on. */
  public void decode(
      byte[][] inputs, int[] inputOffsets, int[] erased, byte[][] outputs, int[] outputOffsets,
      int length) {
    RepairPlan plan = plan(inputs, erased);
    HeapBridge.Slice[] helpers =
        plan.helpers().stream()
            .map(helper -> new HeapBridge.Slice(inputs[helper], inputOffsets[helper]))
            .toArray(HeapBridge.Slice[]::new);
    HeapBridge.Slice[] all = slices(outputs, outputOffsets);
    HeapBridge.Slice[] rebuilt = new HeapBridge.Slice[erased.length];
    Arrays.setAll(rebuilt, i -> all[indexOf(erased, plan.lostMembers().get(i))]);
    CodingProgram program = plan.program();
    heapBridge.run(program, helpers, rebuilt, length);
  }

  /** An input that is given although its member is to be rebuilt is not trusted. */
  private RepairPlan plan(Object[] inputs, int[] erased) {
    BitSet lost = new BitSet();
    for (int member : erased) {
      if (member < 0 || member >= code.n() || lost.get(member)) {
        throw new IllegalArgumentException(
            "erased members out of range or repeated: erased=" + Arrays.toString(erased)
                + ", memberCount=" + code.n());
      }
      lost.set(member);
    }
    BitSet available = new BitSet();
    for (int member = 0; member < inputs.length; member++) {
      available.set(member, inputs[member] != null && !lost.get(member));
    }
    return code.repair(lost, available);
  }

  private static int indexOf(int[] members, int member) {
    int index = 0;
    while (members[index] != member) {
      index++;
    }
    return index;
  }

  private static HeapBridge.Slice[] slices(byte[][] arrays, int[] offsets) {
    HeapBridge.Slice[] slices = new HeapBridge.Slice[arrays.length];
    Arrays.setAll(slices, i -> new HeapBridge.Slice(arrays[i], offsets[i]));
    return slices;
  }
}
