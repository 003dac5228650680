// Why: a table's values become the text that a CSV file would hold, so that one importer reads both.
#pragma once
#include <arrow/array.h>

#include <string>

namespace fovea {

// Says whether textOf() knows the type.
bool hasText(const arrow::DataType& type);
// Appends the value at `place`; nothing where it is missing or not a number. Numbers are as short as they can be read
// back, dates are "2024-03-01" and times "2024-03-01T12:30:15.500000". Throws what Arrow throws.
void appendText(const arrow::Array& array, std::int64_t place, std::string& text);

}  // namespace fovea
