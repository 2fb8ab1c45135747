package io.okapifs.ec.field;

/**
 * The fields that codes are built over, each as matrices over GF(2^8) for the kernels. Methods are
 * pure; arguments are not checked, since callers are inner loops.
 */
public enum SymbolField {
  /** Elements of one byte: {@link Gf256}. */
  GF256(1) {
    @Override
    public int power(int base, int exponent) {
      return Gf256.exp(Gf256.log(base) * (exponent % Gf256.GROUP_ORDER));
    }

    @Override
    public int entry(int element, int row, int column) {
      return element;
    }
  },

  /** Elements of two bytes: {@link Gf65536}, for kernels as elements of its tower. */
  GF65536(2) {
    @Override
    public int power(int base, int exponent) {
      return Gf65536.power(base, exponent);
    }

    /** Column 0 is the element itself, column 1 its product with T. */
    @Override
    public int entry(int element, int row, int column) {
      int tower = Gf65536.toTower(element);
      int product = Gf65536.multiplyInTower(tower, column == 0 ? 1 : 1 << 8);
      return row == 0 ? product & 0xff : product >> 8;
    }
  };

  private final int symbolBytes;

  SymbolField(int symbolBytes) {
    this.symbolBytes = symbolBytes;
  }

  /** How many bytes an element has. */
  public int symbolBytes() {
    return symbolBytes;
  }

  /** A non-zero element raised to a power, 0 or more. */
  public abstract int power(int base, int exponent);

  /**
   * One entry of the matrix, symbolBytes by symbolBytes over GF(2^8), by which an element
   * multiplies the bytes of a symbol.
   *
   * @param element the one to multiply by
   * @param row 0 .. symbolBytes-1, of the product: 0 is its low byte
   * @param column 0 .. symbolBytes-1, of what is multiplied
   * @return an element of GF(2^8)
   */
  public abstract int entry(int element, int row, int column);
}
