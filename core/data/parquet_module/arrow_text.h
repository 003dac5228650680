// Why: converts the values of a table to the text that a CSV file would hold, so that one importer reads both.
#pragma once
#include <arrow/array.h>

#include <string>

namespace fovea {

// True if textOf() supports the type.
bool hasText(const arrow::DataType& type);
// Appends the value at `place`; nothing where it is missing or not a number. Numbers use the shortest form that reads
// back exactly, dates are "2024-03-01" and times "2024-03-01T12:30:15.500000". Throws Arrow's exceptions.
void appendText(const arrow::Array& array, std::int64_t place, std::string& text);

}  // namespace fovea
