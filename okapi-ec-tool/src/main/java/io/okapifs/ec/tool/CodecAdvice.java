package io.okapifs.ec.tool;

import java.util.List;

/**
 * When to choose a codec. A value.
 *
 * @param codec its name in the registry
 * @param codes examples that the document measures, at least one
 * @param advice sentences
 */
record CodecAdvice(String codec, List<String> codes, String advice) {
  /** In the order of the document: plain ones first, then those that repair cheaply. */
  static final List<CodecAdvice> ALL =
      List.of(
          of("xor", "One loss is enough to survive, and nothing is cheaper to compute.",
              "XOR-10-1"),
          of("rs", "The default: the bytes that HDFS writes with its codec of this name. Every"
              + " repair reads k blocks.",
              "RS-6-3", "RS-10-4"),
          of("rs-legacy", "The bytes of HDFS's codec of this name. Groups merge into longer ones by"
              + " reading parities alone, with any r.",
              "RS-LEGACY-10-4"),
          of("rs-vand", "Merges like rs-legacy with less work, but only up to the group lengths"
              + " where ISA-L's matrix is MDS.",
              "RS-VAND-10-4"),
          of("cauchy-xor", "Machines without vector table look-ups: Reed-Solomon by XOR alone.",
              "CAUCHY-XOR-10-4"),
          of("jerasure-vand", "To compare with Jerasure's reed_sol_van; not for storage.",
              "JERASURE-VAND-10-4"),
          of("liberasurecode-vand", "To compare with liberasurecode's rs_vand; not for storage.",
              "LIBERASURECODE-VAND-10-4"),
          of("less<alpha>", "Repairs should read less, and helpers are disks: one sequential read"
              + " per helper, data and parities alike. A larger alpha reads less and computes more."
              + " Wide groups compute in GF(2^16), at twice the work.",
              "LESS2-6-3", "LESS3-6-3", "LESS2-10-4", "LESS3-10-4", "LESS4-10-4", "LESS4-120-4"),
          of("hhxorplus", "Two sub-blocks and little more work than Reed-Solomon, where repairs of"
              + " parities may read k blocks.",
              "HHXORPLUS-6-3", "HHXORPLUS-10-4"),
          of("hitchhiker-xor", "As hhxorplus, with plain sums; every data member is in a group.",
              "HITCHHIKER-XOR-10-4"),
          of("hitchhiker-nonxor", "As hhxorplus, over the matrix of rs.",
              "HITCHHIKER-NONXOR-10-4"),
          of("hashtag<alpha>", "Repairs of data matter, those of parities do not, and alpha should"
              + " stay small.",
              "HASHTAG2-6-3", "HASHTAG2-10-4", "HASHTAG3-10-4", "HASHTAG4-10-4"),
          of("hashtagplus<alpha>", "As hashtag, with cheap repairs of parities, for a larger alpha"
              + " and more seeks.",
              "HASHTAGPLUS6-6-3", "HASHTAGPLUS8-10-4", "HASHTAGPLUS16-10-4"),
          of("et<alpha>", "Evenly cheap repairs by coupling Reed-Solomon; LESS reads less with"
              + " fewer seeks.",
              "ET2-6-3", "ET3-6-3", "ET2-10-4", "ET3-10-4", "ET4-10-4"),
          of("clay", "The network is the bottleneck and seeks are free: the least reading that an"
              + " MDS code can have, in many small pieces.",
              "CLAY-6-3", "CLAY-10-4"),
          of("butterfly", "Two parities by XOR alone, and half of what survives is read. alpha"
              + " doubles with every data member.",
              "BUTTERFLY-4-2", "BUTTERFLY-7-2"),
          of("pmrbt", "Nearly twice the data may be stored: a lost data block costs two blocks of"
              + " reading, one sub-block per helper.",
              "PMRBT-3-2", "PMRBT-5-4"),
          of("azure-lrc<l>", "Single losses read one local group. Not MDS: some sets of more than"
              + " the tolerance are lost for good.",
              "AZURE-LRC2-10-4", "AZURE-LRC2-12-4"),
          of("xorbas<s>", "Every member, parities too, is repaired from few blocks, for more"
              + " parities.",
              "XORBAS5-10-6"),
          of("shec<l>", "Single and double losses read little; unlike local groups, parities"
              + " overlap, so that fewer pairs are expensive.",
              "SHEC3-6-4", "SHEC5-10-6"),
          of("shec-c<c>", "The same codes by Ceph's parameter: c parities over each data member.",
              "SHEC-C3-8-5"),
          of("flatxor<distance>", "Sums of few members: cheap to encode and to repair, any two or"
              + " three losses survived.",
              "FLATXOR3-10-5", "FLATXOR4-10-6"));

  private static CodecAdvice of(String codec, String advice, String... codes) {
    return new CodecAdvice(codec, List.of(codes), advice);
  }
}
