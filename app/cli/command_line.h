// Why: all commands of fovea-cli read their command line in one way, and refuse one that they do not understand.
#pragma once
#include <optional>

#include "app/cli/command.h"

namespace fovea::cli {

// The exit code for a command line that is not understood. One that is understood and fails has 1.
inline constexpr int kMisused = 2;

// Parses the command line; the chosen command is then in the context. Returns the exit code if the program should end
// now: after --help or --version, or after a mistake. With --json, a mistake is an {"event":"error",…} like any other.
// An option takes one value each time it is named, so that arguments may follow it.
std::optional<int> parseCommandLine(CLI::App& app, Context& context, int argc, char** argv);

// Quotes a word of a printed command for a POSIX shell, if it has to be.
std::string shellWord(const std::string& word);

// AlreadyExists if the file is there and `replace`, which --replace sets, is false. An empty name is no file.
Status checkNew(const std::string& file, bool replace);
// Adds --replace.
void addReplaceFlag(CLI::App& command, bool& replace);

}  // namespace fovea::cli
