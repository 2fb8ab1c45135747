package io.okapifs.ec.tool;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From an argument like LESS4-10-4 to the code; what is wrong with a name is wrong use. */
final class CodeName implements ITypeConverter<ErasureCode> {
  @Override
  public ErasureCode convert(String name) {
    try {
      return CodeRegistry.byName(name);
    } catch (EcException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
