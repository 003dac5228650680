// Why: one place decides what a field of a table is (a number, a date, a split, missing), both for planning and for the
// import.
#pragma once
#include <optional>
#include <string_view>

#include "core/data/store/sample.h"

namespace fovea {

// How a table writes numbers: "1234.5"; "1234,5" or "1.234,5"; "1234.5" or "1,234.5".
enum class DecimalSign { Point, Comma, PointAndThousands };
// Parses a finite decimal number.
std::optional<double> numberOf(std::string_view field, DecimalSign sign);

// The order of day, month and year in a date.
enum class DateOrder { YearFirst, DayFirst, MonthFirst };
// Returns days since 1970-01-01 for "2024-03-01", "01.03.2024", "3/1/2024", each also with "T12:30:15" appended and a
// time zone behind it ("Z", "+02:00", "-0500"), which is converted to UTC.
std::optional<double> dateOf(std::string_view field, DateOrder order);

// Returns true for words that mean a missing value ("NA", "nan", "null", "none", "?"), and for an empty field.
bool isMissing(std::string_view field);

// Returns what a column of labels says of its class: true for 1, "true" and "yes", false for 0, -1, "false" and "no",
// nothing for anything else.
std::optional<bool> flagOf(std::string_view field);

// Returns the result of splitOfName() for a field or its first word ("test_public", "train-split"), or for names in
// Kaggle's contests: "PublicTest" validates, "PrivateTest" tests.
std::optional<Split> splitOfField(std::string_view field);

}  // namespace fovea
