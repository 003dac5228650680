// Why: what a field of a table says (a number, a date, a split, nothing) is decided in one place, for the look at the
// whole file as for the import itself.
#pragma once
#include <optional>
#include <string_view>

#include "core/data/store/sample.h"

namespace fovea {

// A finite decimal number; with `commaDecimal` as "1.234,5" or "1234,5" in place of "1234.5".
std::optional<double> numberOf(std::string_view field, bool commaDecimal);

// The order in which a date is written.
enum class DateOrder { YearFirst, DayFirst, MonthFirst };
// Days since 1970-01-01 of "2024-03-01", "01.03.2024", "3/1/2024", with or without "T12:30:15" behind it.
std::optional<double> dateOf(std::string_view field, DateOrder order);

// A word that stands for no value: "NA", "nan", "null", "none", "?", or an empty field.
bool isMissing(std::string_view field);

// As splitOfName(), and the names of Kaggle's contests: "PublicTest" validates, "PrivateTest" tests.
std::optional<Split> splitOfField(std::string_view field);

}  // namespace fovea
