package io.okapifs.ec.kernel;

import io.okapifs.ec.field.SlowGf256;
import java.nio.ByteBuffer;

/** The definition of what a kernel does, one byte and one coefficient at a time. */
public final class ReferenceKernel implements Kernel {
  private static final int[][] PRODUCTS = new int[256][256];

  static {
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        PRODUCTS[a][b] = SlowGf256.multiply(a, b);
      }
    }
  }

  @Override
  public String name() {
    return "reference";
  }

  @Override
  public int windowBytes(int slotCount) {
    return 13;
  }

  @Override
  public Compiled compile(KernelProgram program) {
    int plane = program.planeBytes();
    if (plane == 0) {
      return (inputs, outputs, offset, length) -> {
        for (int i = offset; i < offset + length; i++) {
          runByte(program, inputs, outputs, i);
        }
      };
    }
    return (inputs, outputs, offset, length) -> {
      for (int granule = offset; granule < offset + length; granule += 2 * plane) {
        for (int i = granule; i < granule + plane; i++) {
          runByte(program, inputs, outputs, i);
        }
      }
    };
  }

  /** Computes the bytes of all slots that belong to byte i of the (first) planes. */
  private static void runByte(
      KernelProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs, int i) {
    int[] slots = new int[program.slotCount()];
    for (int slot = 0; slot < program.inputCount() + program.outputCount(); slot++) {
      slots[slot] = read(program, bufferOf(program, inputs, outputs, slot), slot, i);
    }
    for (KernelStep step : program.steps()) {
      for (int target = 0; target < step.targets().length; target++) {
        int sum = step.adds() ? slots[step.targets()[target]] : 0;
        for (int source = 0; source < step.sources().length; source++) {
          int coefficient = step.coefficient(target, source);
          sum ^= PRODUCTS[coefficient][slots[step.sources()[source]]];
        }
        slots[step.targets()[target]] = sum;
      }
    }
    int firstTemporary = program.inputCount() + program.outputCount();
    for (int slot = program.inputCount(); slot < firstTemporary; slot++) {
      ByteBuffer output = bufferOf(program, inputs, outputs, slot);
      if (output != null) {
        output.put(output.position() + at(program, slot, i), (byte) slots[slot]);
      }
    }
  }

  private static ByteBuffer bufferOf(
      KernelProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs, int slot) {
    int index = slot / program.slotsPerBuffer();
    return index < inputs.length ? inputs[index] : outputs[index - inputs.length];
  }

  /** The second plane of a granule lies behind the first one. */
  private static int at(KernelProgram program, int slot, int i) {
    return i + slot % program.slotsPerBuffer() * program.planeBytes();
  }

  private static int read(KernelProgram program, ByteBuffer buffer, int slot, int i) {
    return buffer == null ? 0 : buffer.get(buffer.position() + at(program, slot, i)) & 0xff;
  }
}
