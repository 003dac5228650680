#include "core/data/parquet_module/arrow_text.h"

#include <arrow/type.h>
#include <arrow/util/decimal.h>
#include <arrow/util/float16.h>

#include <charconv>
#include <chrono>
#include <cmath>

namespace fovea {
namespace {

using arrow::Type;

template <class Number>
void appendNumber(Number value, std::string& text) {
  if constexpr (std::is_floating_point_v<Number>)
    if (std::isnan(value)) return;
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, end.ptr);
}

template <class ArrayType>
void appendFrom(const arrow::Array& array, std::int64_t place, std::string& text) {
  appendNumber(static_cast<const ArrayType&>(array).Value(place), text);
}

template <class ArrayType>
void appendWords(const arrow::Array& array, std::int64_t place, std::string& text) {
  text.append(static_cast<const ArrayType&>(array).GetView(place));
}

void appendPadded(std::int64_t value, std::size_t width, std::string& text) {
  const std::string digits = std::to_string(value);
  text.append(digits.size() < width ? width - digits.size() : 0, '0');
  text += digits;
}

void appendDay(std::int64_t daysSince1970, std::string& text) {
  using namespace std::chrono;
  constexpr std::int64_t kMost = 11'000'000;  // 30,000 years
  if (std::abs(daysSince1970) > kMost) return;
  const year_month_day day{sys_days{days{daysSince1970}}};
  appendPadded(static_cast<int>(day.year()), 4, text);
  text += '-';
  appendPadded(static_cast<unsigned>(day.month()), 2, text);
  text += '-';
  appendPadded(static_cast<unsigned>(day.day()), 2, text);
}

void appendTime(std::int64_t value, arrow::TimeUnit::type unit, std::string& text) {
  std::int64_t scale = 1;
  for (int i = 0; i < static_cast<int>(unit); ++i) scale *= 1000;
  const std::int64_t perDay = 86'400 * scale;
  const std::int64_t day = value / perDay - (value % perDay < 0);
  const std::int64_t rest = value - day * perDay;
  appendDay(day, text);
  if (rest == 0 || text.empty()) return;
  const std::int64_t seconds = rest / scale;
  text += 'T';
  appendPadded(seconds / 3600, 2, text);
  text += ':';
  appendPadded(seconds / 60 % 60, 2, text);
  text += ':';
  appendPadded(seconds % 60, 2, text);
  if (rest % scale == 0) return;
  text += '.';
  appendPadded(rest % scale, 3 * static_cast<std::size_t>(unit), text);
}

void appendOther(const arrow::Array& array, std::int64_t place, std::string& text) {
  switch (array.type_id()) {
    case Type::BOOL:
      text += static_cast<const arrow::BooleanArray&>(array).Value(place) ? "true" : "false";
      return;
    case Type::HALF_FLOAT:
      appendNumber(
          arrow::util::Float16::FromBits(static_cast<const arrow::HalfFloatArray&>(array).Value(place)).ToFloat(),
          text);
      return;
    case Type::DECIMAL128:
      text += static_cast<const arrow::Decimal128Array&>(array).FormatValue(place);
      return;
    case Type::DECIMAL256:
      text += static_cast<const arrow::Decimal256Array&>(array).FormatValue(place);
      return;
    case Type::DATE32:
      appendDay(static_cast<const arrow::Date32Array&>(array).Value(place), text);
      return;
    case Type::DATE64:
      appendTime(static_cast<const arrow::Date64Array&>(array).Value(place), arrow::TimeUnit::MILLI, text);
      return;
    case Type::TIMESTAMP:
      appendTime(static_cast<const arrow::TimestampArray&>(array).Value(place),
                 static_cast<const arrow::TimestampType&>(*array.type()).unit(), text);
      return;
    case Type::DICTIONARY: {
      const auto& words = static_cast<const arrow::DictionaryArray&>(array);
      appendText(*words.dictionary(), words.GetValueIndex(place), text);
      return;
    }
    default:
      return;
  }
}

}  // namespace

bool hasText(const arrow::DataType& type) {
  switch (type.id()) {
    case Type::DICTIONARY:
      return hasText(*static_cast<const arrow::DictionaryType&>(type).value_type());
    case Type::NA:
    case Type::BOOL:
    case Type::HALF_FLOAT:
    case Type::DECIMAL128:
    case Type::DECIMAL256:
    case Type::DATE32:
    case Type::DATE64:
    case Type::TIMESTAMP:
    case Type::STRING:
    case Type::LARGE_STRING:
      return true;
    default:
      return arrow::is_integer(type.id()) || type.id() == Type::FLOAT || type.id() == Type::DOUBLE;
  }
}

void appendText(const arrow::Array& array, std::int64_t place, std::string& text) {
  if (place < 0 || place >= array.length() || array.IsNull(place)) return;
  switch (array.type_id()) {
    case Type::INT8:
      return appendFrom<arrow::Int8Array>(array, place, text);
    case Type::INT16:
      return appendFrom<arrow::Int16Array>(array, place, text);
    case Type::INT32:
      return appendFrom<arrow::Int32Array>(array, place, text);
    case Type::INT64:
      return appendFrom<arrow::Int64Array>(array, place, text);
    case Type::UINT8:
      return appendFrom<arrow::UInt8Array>(array, place, text);
    case Type::UINT16:
      return appendFrom<arrow::UInt16Array>(array, place, text);
    case Type::UINT32:
      return appendFrom<arrow::UInt32Array>(array, place, text);
    case Type::UINT64:
      return appendFrom<arrow::UInt64Array>(array, place, text);
    case Type::FLOAT:
      return appendFrom<arrow::FloatArray>(array, place, text);
    case Type::DOUBLE:
      return appendFrom<arrow::DoubleArray>(array, place, text);
    case Type::STRING:
      return appendWords<arrow::StringArray>(array, place, text);
    case Type::LARGE_STRING:
      return appendWords<arrow::LargeStringArray>(array, place, text);
    default:
      return appendOther(array, place, text);
  }
}

}  // namespace fovea
