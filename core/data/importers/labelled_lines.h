// Why: sentences with a label, one a line, come in the formats of fastText, the TREC questions and Financial
// PhraseBank; this reads them as a table of labels and texts.
#pragma once
#include "core/data/importers/line_form.h"
#include "core/data/importers/table_rows.h"

namespace fovea {

// Reads a file of the form Labelled, Question or Behind as two columns, "label" and "text". Several labels of a line
// become one field, separated by blanks. Fails like FileLines::open().
Result<std::unique_ptr<TableRows>> openLabelledLines(const std::filesystem::path& path, LineForm form);

}  // namespace fovea
