package io.okapifs.hdfs.layout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a client asks the NameNode for parity groups through calls that exist: a marker among the
 * favored nodes of addBlock allocates one, an offset with bit 62 set lists them, and one with bit
 * 61 as well lists corrupt replicas. A NameNode that does not know the marker ignores it as the
 * name of an unknown node; one that does not know bit 61 lists nothing.
 */
public final class ParityRequests {

  private static final long LISTING = 1L << 62;
  private static final long CORRUPT = 1L << 61;
  private static final String PREFIX = "okapi-pg=";
  private static final Pattern MARKER = Pattern.compile(PREFIX + "([0-9]{1,9}):([0-9]{1,15})");

  private ParityRequests() {}

  /**
   * @param group index of the parity group
   * @param parityLength P, bytes of each of its blocks
   */
  public record Allocation(int group, long parityLength) {

    /** The marker that stands among the favored nodes. */
    public String toMarker() {
      return PREFIX + group + ":" + parityLength;
    }
  }

  /**
   * Finds the marker.
   *
   * @return null where there is none
   * @throws IllegalArgumentException where there is one and it is malformed
   */
  public static Allocation findMarker(String[] favoredNodes) {
    if (favoredNodes == null) {
      return null;
    }
    for (String node : favoredNodes) {
      if (node != null && node.startsWith(PREFIX)) {
        return parse(node);
      }
    }
    return null;
  }

  private static Allocation parse(String marker) {
    Matcher matcher = MARKER.matcher(marker);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "malformed request for a parity group: marker=" + marker + ", expected=" + PREFIX
              + "GROUP:LENGTH");
    }
    return new Allocation(
        Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
  }

  /** The offset that makes getBlockLocations list parity groups from {@code firstGroup} on. */
  public static long listingOffset(int firstGroup) {
    return LISTING | firstGroup;
  }

  /**
   * The offset that makes getBlockLocations list the replicas of a file that the NameNode knows to
   * be corrupt: the block groups that have such, located there alone.
   */
  public static long corruptOffset() {
    return LISTING | CORRUPT;
  }

  public static boolean isCorruptListing(long offset) {
    return offset == corruptOffset();
  }

  public static boolean isListing(long offset) {
    return offset >= LISTING;
  }

  /** First group that a listing offset asks for. */
  public static long firstGroup(long offset) {
    return offset & ~LISTING;
  }
}
