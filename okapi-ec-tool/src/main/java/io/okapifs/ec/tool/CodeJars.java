package io.okapifs.ec.tool;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.CodeRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.Stack;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Codes of other jars, for the command that follows. */
@Command
final class CodeJars {
  private static final String SERVICE = "META-INF/services/io.okapifs.ec.code.CodeProvider";

  @Spec(Spec.Target.MIXEE) private CommandSpec spec;

  private final Set<String> codecs = new TreeSet<>();
  private final List<URLClassLoader> loaders = new ArrayList<>();

  @Option(
      names = "--codes",
      paramLabel = "JAR",
      parameterConsumer = Loader.class,
      description = "Also knows the codes of this jar: docs/ADDING-A-CODE.md. May be repeated;"
          + " stands before the command.")
  private List<Path> jars = new ArrayList<>();

  /** A jar is loaded when its name is parsed, since names of codes are parsed behind it. */
  static final class Loader implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
      if (words.isEmpty()) {
        throw new ParameterException(command.commandLine(), "--codes names a jar");
      }
      ((OkapiEc) command.userObject()).codes().load(Path.of(words.pop()));
    }
  }

  private void load(Path jar) {
    jars.add(jar);
    if (!Files.isRegularFile(jar)) {
      throw new ParameterException(spec.commandLine(), "no such file: --codes=" + jar);
    }
    try {
      URL[] urls = {jar.toUri().toURL()};
      URLClassLoader loader = new URLClassLoader(urls, CodeRegistry.class.getClassLoader());
      loaders.add(loader);
      if (loader.findResource(SERVICE) == null) {
        throw new ParameterException(
            spec.commandLine(),
            "no codes in the jar: --codes=" + jar + "; its " + SERVICE + " names their providers");
      }
      codecs.addAll(CodeRegistry.load(loader));
    } catch (MalformedURLException e) {
      throw new ParameterException(spec.commandLine(), "not a file: --codes=" + jar, e);
    } catch (EcException e) {
      throw new ParameterException(
          spec.commandLine(), "--codes=" + jar + ": " + e.getMessage(), e);
    }
  }

  /** To be called when the command is over. */
  void unload() {
    CodeRegistry.unload(codecs);
    for (URLClassLoader loader : loaders) {
      try {
        loader.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
