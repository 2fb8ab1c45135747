package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.namenode.journal.KeptAtRoot;
import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.ScrubStateProto;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/**
 * How far the scrub of all groups is, as image and journal keep it: the value of an extended
 * attribute of the root directory. It takes as much room whatever the number of files is. An
 * immutable value.
 *
 * @param running the pass that goes on; empty between two passes
 * @param ended the last one that came to its end
 * @param next the first group of the running one that is not done
 * @param lastInode of the running one: files that are younger are left to the next one
 * @param wrong groups that these passes found wrong, the last ones of many, the oldest first
 */
record ScrubState(
    Optional<ScrubPass> running, Optional<ScrubPass> ended, ScrubPosition next, long lastInode,
    List<WrongGroup> wrong) {

  private static final KeptAtRoot ATTRIBUTE = new KeptAtRoot("hdfs.okapi.scrub");

  /** Wrong groups that are remembered: some 40 bytes each. */
  static final int WRONG_MAX = 100;

  /** Of the value; whoever changes what a value means counts it up. */
  private static final int FORMAT_VERSION = 1;

  ScrubState {
    wrong = List.copyOf(wrong.subList(Math.max(0, wrong.size() - WRONG_MAX), wrong.size()));
  }

  /** Before the first pass. */
  static ScrubState none() {
    return new ScrubState(
        Optional.empty(), Optional.empty(), ScrubPosition.FIRST, 0, List.of());
  }

  /** The same at the begin of the next pass. */
  ScrubState begin(long nowMillis, long lastInodeId) {
    long number = ended.map(ScrubPass::number).orElse(0L) + 1;
    return new ScrubState(
        Optional.of(ScrubPass.begin(number, nowMillis)), ended, ScrubPosition.FIRST, lastInodeId,
        wrong);
  }

  /** The same with one more group done. */
  ScrubState with(ScrubWindow.Entry done) {
    return new ScrubState(
        running.map(pass -> pass.with(done)), ended, done.at().nextGroup(), lastInode,
        done.isWrong() ? wrongWith(done) : wrong);
  }

  private List<WrongGroup> wrongWith(ScrubWindow.Entry found) {
    ScrubPosition at = found.at();
    List<WrongGroup> all = new ArrayList<>(wrong);
    all.removeIf(each -> each.inodeId() == at.inodeId() && each.group() == at.group());
    all.add(
        new WrongGroup(at.inodeId(), at.group(), found.foundMillis(), found.wrongMembers()));
    return all;
  }

  /** The same where the running pass goes on with a group. */
  ScrubState at(ScrubPosition position) {
    return new ScrubState(running, ended, position, lastInode, wrong);
  }

  /** The same at the end of the running pass; what only the one before found is forgotten. */
  ScrubState end(long nowMillis) {
    ScrubPass pass = running.orElseThrow();
    return new ScrubState(
        Optional.empty(), Optional.of(pass.ended(nowMillis)), ScrubPosition.FIRST, 0,
        wrong.stream().filter(each -> each.foundMillis() >= pass.sinceMillis()).toList());
  }

  /**
   * No group that can be compared was compared before that: when the last pass began that came to
   * its end, else the first one. Empty before the first one.
   */
  OptionalLong oldestMillis() {
    return ended.or(() -> running).stream().mapToLong(ScrubPass::sinceMillis).findFirst();
  }

  /** Groups that these two passes found wrong. */
  long wrongGroups() {
    return running.map(ScrubPass::wrong).orElse(0L) + ended.map(ScrubPass::wrong).orElse(0L);
  }

  /** Of the inodes that the running pass looks at, those that it has passed, in per cent. */
  int percent() {
    long first = ScrubPosition.FIRST.inodeId();
    long all = Math.max(1, lastInode + 1 - first);
    return (int) Math.min(100, 100 * Math.max(0, next.inodeId() - first) / all);
  }

  /**
   * As the namespace has it, under its lock.
   *
   * @throws IllegalArgumentException where this version cannot read it
   */
  static ScrubState read(FSDirectory directory) {
    return ATTRIBUTE.read(directory).map(ScrubState::parse).orElse(none());
  }

  /** Journals it, under the namesystem's write lock; the caller syncs the journal. */
  void write(FSNamesystem namesystem) throws IOException {
    ATTRIBUTE.write(namesystem, toValue());
  }

  /** The value of the attribute. */
  byte[] toValue() {
    ScrubStateProto.Builder value =
        ScrubStateProto.newBuilder()
            .setFormatVersion(FORMAT_VERSION)
            .setNextInode(next.inodeId()).setNextGroup(next.group()).setLastInode(lastInode)
            .addAllWrong(wrong.stream().map(WrongGroup::toProto).toList());
    running.ifPresent(pass -> value.setRunning(pass.toProto()));
    ended.ifPresent(pass -> value.setEnded(pass.toProto()));
    return value.build().toByteArray();
  }

  /**
   * What a value says.
   *
   * @throws IllegalArgumentException where it says nothing of the kind, or is of a newer version
   */
  static ScrubState parse(byte[] value) {
    ScrubStateProto state;
    try {
      state = ScrubStateProto.parseFrom(value);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "no state of a scrub: value=" + HexFormat.of().formatHex(value) + ": "
              + e.getMessage(), e);
    }
    if (state.getFormatVersion() != FORMAT_VERSION) {
      throw new IllegalArgumentException(
          "the state of the scrub is not of the version that this NameNode reads: formatVersion="
              + Integer.toUnsignedString(state.getFormatVersion()) + ", known=" + FORMAT_VERSION
              + "; start the version that wrote it");
    }
    return new ScrubState(
        state.hasRunning() ? Optional.of(ScrubPass.of(state.getRunning())) : Optional.empty(),
        state.hasEnded() ? Optional.of(ScrubPass.of(state.getEnded())) : Optional.empty(),
        new ScrubPosition(state.getNextInode(), Math.toIntExact(state.getNextGroup())),
        state.getLastInode(),
        state.getWrongList().stream().map(WrongGroup::of).toList());
  }
}
