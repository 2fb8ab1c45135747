package io.okapifs.ec.tool;

import picocli.CommandLine.Command;

/** Looks for parameters of codes. */
@Command(
    name = "search",
    description = "Looks for coefficients that make a code MDS.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "CODE",
    subcommands = SearchLessCommand.class)
final class SearchCommand {}
