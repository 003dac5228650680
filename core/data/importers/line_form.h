// Why: a file called .txt, or with an unknown ending, may hold a text, a table, sentences with labels or words with
// tags. The form of its lines is examined before it is imported as text. Sources: fastText (Joulin et al. 2017), the
// shared tasks of CoNLL (Tjong Kim Sang and De Meulder 2003), LIBSVM (Chang and Lin 2011), TREC questions (Li and Roth
// 2002), Financial PhraseBank (Malo et al. 2014). Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

// The prefix of labels in fastText's files.
inline constexpr std::string_view kLabelMark = "__label__";

enum class LineForm {
  Text,      // none of the other forms
  Table,     // every line has the same number of fields
  Column,    // one number a line
  Labelled,  // "__label__cheese which cheese melts": one label or several in front
  Question,  // "NUM:dist How far is the moon ?": one label in front
  Behind,    // "Profit rose to 13 million .@positive": one label behind the last @, semicolon or bar
  Tagged,    // a word and its tags in each line, an empty line between sentences
  Tree,      // "(3 (2 It) (4 works))": a sentence with a label for each of its parts
  Sparse,    // "1 3:0.5 17:1": a label, then column numbers with their values
  Records,   // a JSON object a line, or an array of them
  Marked,    // "L1 +++$+++ u0 +++$+++ Hello": the same number of fields, with a mark of punctuation between them
  Series,    // "@problemName BasicMotions", and further attributes of sktime: series behind them
  Document,  // one JSON object, or XML
};

// Decides from the beginning of the text.
LineForm lineFormOf(std::string_view text);
// Returns true if more than half of the words of a text, of which there are at least 20, are numbers. Commas,
// semicolons and bars divide words, too.
bool holdsMoreNumbers(std::string_view text);
// Returns true for names that a text or a table may have: ".txt", no ending, one that names a split (".train"), and
// every ending that is not known. Returns false for the endings of tables, of media and of programs.
bool mayHoldLines(std::string_view name);
// Returns true for the names among them that usually hold lines: ".txt", ".dat", no ending, one that names a split.
bool usuallyHoldsLines(std::string_view name);
// Returns true for isDocumentation(), and for names that a text about data may have: "dataset_info.txt".
bool isNote(std::string_view name);
// Returns the form of the lines; Text if the name is of another kind, and for a file that holds no text or cannot be
// read.
LineForm lineFormOfFile(const std::filesystem::path& file);

// Returns the number of line ends in a file, or of those that were read until the look was cancelled; 0 if it cannot be
// read.
std::size_t countLines(const std::filesystem::path& file, Look look);

// Fails with InvalidArgument if the file, or most of the files in a folder, hold lines in a form for which there is no
// task: words with tags, trees, sparse vectors, documents, the same sentences in several languages. The message names
// the form and a remedy. Fails with Cancelled.
Status checkLines(const std::filesystem::path& source, Look look);

// Fails like checkLines() if the files of a folder hold the same sentences in several languages: "train.en",
// "train.de".
Status checkNotParallel(const std::filesystem::path& folder, Look look);

}  // namespace fovea
