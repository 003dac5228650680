// Why: a file called .txt, or with no ending that is known, may hold a text, a table, sentences with labels or words
// with tags. What its lines have in common is looked at before it is taken for a text of characters.
// Sources: fastText (Joulin et al. 2017), the shared tasks of CoNLL (Tjong Kim Sang and De Meulder 2003), LIBSVM (Chang
// and Lin 2011), TREC questions (Li and Roth 2002). Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

// What stands before the label in fastText's files.
inline constexpr std::string_view kLabelMark = "__label__";

enum class LineForm {
  Text,      // none of the others
  Table,     // every line has as many fields
  Column,    // a number a line
  Labelled,  // "__label__cheese which cheese melts", one label or several in front
  Question,  // "NUM:dist How far is the moon ?", one label in front
  Tagged,    // a word and its tags a line, an empty line between sentences
  Tree,      // "(3 (2 It) (4 works))", a sentence with a label for each of its parts
  Sparse,    // "1 3:0.5 17:1", a label, then numbers of columns with their values
};

// Judged by the beginning of the text.
LineForm lineFormOf(std::string_view text);
// Whether the name is one that a text may have: ".txt", no ending, or one that says a split (".train"). Tables whose
// ending says that they are ones are not.
bool mayHoldLines(std::string_view name);
// Text where the name is of another kind or the file cannot be read.
LineForm lineFormOfFile(const std::filesystem::path& file);

// InvalidArgument where the file, or most of the files in a folder, hold sentences in a form for which there is no
// task: words with tags, trees, sparse vectors, the same sentences in several languages. Says what it is and what to
// do. Cancelled.
Status checkLines(const std::filesystem::path& source, Look look);

}  // namespace fovea
