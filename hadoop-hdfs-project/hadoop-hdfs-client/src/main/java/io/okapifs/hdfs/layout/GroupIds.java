package io.okapifs.hdfs.layout;

/**
 * Block group ids that say what they are.
 *
 * <pre>
 *   bit 63   62      61      60..57          56..4        3..0
 *        1   parity  data    width - 1       sequence     index of the internal block
 * </pre>
 *
 * A stock id of a striped block group has bits 62 and 61 clear. The sequence comes from HDFS's own
 * generator and is journaled without our bits, so two groups never share it. The bits guide tools
 * and loading; code that holds the block's object trusts the object.
 */
public final class GroupIds {

  private static final long PARITY = 1L << 62;
  private static final long DATA = 1L << 61;
  private static final int WIDTH_SHIFT = 57;
  private static final long WIDTH_MASK = 0xFL << WIDTH_SHIFT;
  private static final long INDEX_MASK = 0xFL;

  private GroupIds() {}

  /** Marks a stock group id as that of a data stripe. */
  public static long dataStripe(long base, int stripeWidth) {
    return stamp(base, DATA, stripeWidth);
  }

  /** Marks a stock group id as that of a parity group. */
  public static long parityGroup(long base, int r) {
    return stamp(base, PARITY, r);
  }

  /** Whether it is the id of a block group as HDFS's generator gives them out. */
  public static boolean isStockGroup(long id) {
    return id < 0 && (id & (PARITY | DATA | WIDTH_MASK | INDEX_MASK)) == 0;
  }

  public static boolean isDataStripe(long id) {
    return id < 0 && (id & (PARITY | DATA)) == DATA;
  }

  public static boolean isParityGroup(long id) {
    return id < 0 && (id & (PARITY | DATA)) == PARITY;
  }

  public static boolean isDecoupled(long id) {
    return isDataStripe(id) || isParityGroup(id);
  }

  /** s of a data stripe, r of a parity group. */
  public static int width(long id) {
    return (int) ((id & WIDTH_MASK) >>> WIDTH_SHIFT) + 1;
  }

  /** The id that HDFS's generator gave out. */
  public static long base(long id) {
    return isDecoupled(id) ? id & ~(PARITY | DATA | WIDTH_MASK) : id;
  }

  private static long stamp(long base, long kind, int width) {
    FileLayout.checkStripeWidth(width);
    if (!isStockGroup(base)) {
      throw new IllegalArgumentException("not a stock block group id: id=" + base);
    }
    return base | kind | (long) (width - 1) << WIDTH_SHIFT;
  }
}
