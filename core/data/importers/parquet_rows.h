// Why: data sets of the Hugging Face Hub and of data engineers come as Parquet files. Arrow's library reads them, in a
// module that only some machines have.
#pragma once
#include "core/data/importers/picture_column.h"
#include "core/data/importers/table_rows.h"

namespace fovea {

// Returns true for names that end in ".parquet", ignoring case.
bool isParquetName(std::string_view name);
// Fails with Unsupported if this build or machine has no Arrow; the message says how to convert the file, or how to
// build Fovea to read it.
Status canReadParquet();

// Opens a file as rows. The first row holds the names of the columns. Numbers, dates and strings become text as in a
// CSV file; lists and records are nested columns; images are columns of their own (bytes of their files, directly or in
// a record with a member "bytes"). Fails like canReadParquet(), with Corrupt, or InvalidArgument (too many columns).
Result<std::unique_ptr<TableRows>> openParquetRows(const std::filesystem::path& path);
// Opens the images in a column of such a file. Fails like openParquetRows().
Result<std::shared_ptr<const PictureColumn>> openParquetPictures(const std::filesystem::path& path,
                                                                 const std::string& column);

}  // namespace fovea
