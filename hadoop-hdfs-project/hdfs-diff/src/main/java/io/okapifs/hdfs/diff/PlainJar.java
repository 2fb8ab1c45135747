package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies a woven jar without the notes that ajc leaves in classes for those who weave them again.
 * They name the folder of the build: without them two builds of a commit are the same to the byte.
 * What runs is the same.
 */
public final class PlainJar {

  private static final String NOTES = "org.aspectj.weaver.";

  private PlainJar() {}

  /** Arguments: the woven jar, and where the copy goes. */
  public static void main(String[] arguments) throws IOException {
    copy(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  /** Copies all entries in their order, with their times. */
  static void copy(Path woven, Path plain) throws IOException {
    try (ZipFile from = new ZipFile(woven.toFile());
        OutputStream file = Files.newOutputStream(plain);
        ZipOutputStream to = new ZipOutputStream(file)) {
      for (ZipEntry entry : List.copyOf(from.stream().toList())) {
        ZipEntry copied = new ZipEntry(entry.getName());
        copied.setTime(entry.getTime());
        to.putNextEntry(copied);
        try (InputStream in = from.getInputStream(entry)) {
          byte[] content = in.readAllBytes();
          to.write(entry.getName().endsWith(".class") ? withoutNotes(content) : content);
        }
        to.closeEntry();
      }
    }
  }

  /** A class as it is where it has no notes. */
  static byte[] withoutNotes(byte[] classFile) {
    Stripping stripping = new Stripping(new ClassWriter(0));
    new ClassReader(classFile).accept(stripping, 0);
    return stripping.dropped ? stripping.written.toByteArray() : classFile;
  }

  /** Drops the notes of the class, its methods and its fields. */
  private static final class Stripping extends ClassVisitor {

    private final ClassWriter written;
    private boolean dropped;

    Stripping(ClassWriter written) {
      super(Opcodes.ASM9, written);
      this.written = written;
    }

    private boolean isNote(Attribute attribute) {
      boolean isNote = attribute.type.startsWith(NOTES);
      dropped |= isNote;
      return isNote;
    }

    @Override
    public void visitAttribute(Attribute attribute) {
      if (!isNote(attribute)) {
        super.visitAttribute(attribute);
      }
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
        @Override
        public void visitAttribute(Attribute attribute) {
          if (!isNote(attribute)) {
            super.visitAttribute(attribute);
          }
        }
      };
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      return new FieldVisitor(
          Opcodes.ASM9, super.visitField(access, name, descriptor, signature, value)) {
        @Override
        public void visitAttribute(Attribute attribute) {
          if (!isNote(attribute)) {
            super.visitAttribute(attribute);
          }
        }
      };
    }
  }
}
