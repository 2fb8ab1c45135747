package io.okapifs.ec.kernel;

import io.okapifs.ec.field.SlowGf256;
import java.nio.ByteBuffer;

/** The definition of what a kernel does, one byte and one coefficient at a time. */
public final class ReferenceKernel implements Kernel {
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
    return (inputs, outputs, offset, length) -> {
      for (int i = offset; i < offset + length; i++) {
        runByte(program, inputs, outputs, i);
      }
    };
  }

  private static void runByte(
      KernelProgram program, ByteBuffer[] inputs, ByteBuffer[] outputs, int i) {
    int[] slots = new int[program.slotCount()];
    for (int input = 0; input < inputs.length; input++) {
      slots[input] = read(inputs[input], i);
    }
    for (int output = 0; output < outputs.length; output++) {
      slots[inputs.length + output] = read(outputs[output], i);
    }
    for (KernelStep step : program.steps()) {
      for (int target = 0; target < step.targets().length; target++) {
        int sum = step.adds() ? slots[step.targets()[target]] : 0;
        for (int source = 0; source < step.sources().length; source++) {
          int coefficient = step.coefficient(target, source);
          sum ^= SlowGf256.multiply(coefficient, slots[step.sources()[source]]);
        }
        slots[step.targets()[target]] = sum;
      }
    }
    for (int output = 0; output < outputs.length; output++) {
      if (outputs[output] != null) {
        outputs[output].put(outputs[output].position() + i, (byte) slots[inputs.length + output]);
      }
    }
  }

  private static int read(ByteBuffer buffer, int i) {
    return buffer == null ? 0 : buffer.get(buffer.position() + i) & 0xff;
  }
}
