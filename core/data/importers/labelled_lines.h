// Why: sentences come with their labels in front of them, a line each: as fastText wants them, and as the TREC
// questions do; they are rows of a table of labels and texts.
#pragma once
#include "core/data/importers/line_form.h"
#include "core/data/importers/table_rows.h"

namespace fovea {

// Two columns, "label" and "text", of a file in the form Labelled or Question. Several labels of a line stand in one
// field with blanks between. Fails as Utf8File::open().
Result<std::unique_ptr<TableRows>> openLabelledLines(const std::filesystem::path& path, LineForm form);

}  // namespace fovea
