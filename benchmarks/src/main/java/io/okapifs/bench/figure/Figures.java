package io.okapifs.bench.figure;

import java.util.List;

/** All figures that can be simulated. */
public final class Figures {

  public static final List<Figure> ALL =
      List.of(
          new ReadSizeFigure(), new ReadMixFigure(), new StripeWidthFigure(),
          new SizeSpreadFigure(), new DiskAdaptiveFigure(), new NodeRecoveryFigure(),
          new BandwidthFigure(), new PacketFigure());

  private Figures() {}

  /** The figure of that name. */
  public static Figure byName(String name) {
    return ALL.stream()
        .filter(figure -> figure.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no such figure: figure=" + name + ", known="
                        + ALL.stream().map(Figure::name).toList()));
  }
}
