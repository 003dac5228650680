// Why: data sets of the Hugging Face Hub and of data engineers come as Parquet files. Arrow's library reads them, in a
// module that only some machines have.
#pragma once
#include "core/data/importers/picture_column.h"
#include "core/data/importers/table_rows.h"

namespace fovea {

// ".parquet", whatever the case.
bool isParquetName(std::string_view name);
// Unsupported where this build or machine has no Arrow; says how the file is converted, or how Fovea is built to read
// it.
Status canReadParquet();

// The first row holds the names of the columns; numbers, dates and words are text as in a CSV file, lists and records
// are nested columns, and pictures lie in columns of their own (bytes of their files, as they are or in a record with a
// member "bytes"). Unsupported as canReadParquet(), Corrupt, InvalidArgument (too many columns).
Result<std::unique_ptr<TableRows>> openParquetRows(const std::filesystem::path& path);
// The pictures of a column of such a file. Fails as openParquetRows().
Result<std::shared_ptr<const PictureColumn>> openParquetPictures(const std::filesystem::path& path,
                                                                 const std::string& column);

}  // namespace fovea
