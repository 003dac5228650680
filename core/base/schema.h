// Why: layers, ops, optimizers, importers and runs all have parameters. One description of them is the single source for
// the form, validation, defaults, undo, JSON, help and command line.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace fovea {

using FieldValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

// The order of FieldKind is the order of FieldValue's alternatives; Choice is a string out of a closed set.
enum class FieldKind { Boolean, Integer, Real, Text, IntegerList, Choice };

struct FieldChoice {
  std::string value;  // as stored: "max"
  std::string title;  // as shown: "Maximum"
};

// Condition: another field of the schema has one of `values`, as text ("adam", "true", "0"), or none of them
// (`except`).
struct FieldCondition {
  std::string field{};
  std::vector<std::string> values{};
  bool except = false;
};

struct Field {
  std::string name{};   // as stored, snake_case: "kernel_size"
  std::string title{};  // as shown in a form: "Kernel"
  std::string help{};   // one sentence
  FieldKind kind = FieldKind::Integer;
  FieldValue defaultValue = std::int64_t{0};
  double minimum = std::numeric_limits<double>::lowest();  // inclusive; of each entry for a list
  double maximum = std::numeric_limits<double>::max();
  int minimumLength = 0;  // for lists
  int maximumLength = 8;
  std::vector<FieldChoice> choices{};
  // The field matters only while all of these hold; forms leave it out otherwise. Its value is kept and checked anyway.
  std::vector<FieldCondition> relevantWhen{};
  std::string group{};  // heading above the first of several fields with the same one; empty: none
  bool ownEditor = false;  // too large for one line of a form: the form's owner offers another editor

  bool isNumber() const { return kind == FieldKind::Integer || kind == FieldKind::Real; }
  // InvalidArgument with the field's title, the value and what is allowed.
  Status validate(const FieldValue& value) const;
};

// Named values in the order they were set; small, so a linear search is the fastest. Equality ignores no field.
class FieldValues {
 public:
  FieldValues() = default;
  FieldValues(std::initializer_list<std::pair<std::string, FieldValue>> entries);

  void set(std::string_view name, FieldValue value);
  const FieldValue* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  void remove(std::string_view name);

  // Returns a field's value after the schema validated it. A missing field or another type is a bug (asserted).
  template <class T>
  const T& get(std::string_view name) const {
    const FieldValue* value = find(name);
    assert(value && std::holds_alternative<T>(*value));
    return *std::get_if<T>(value);
  }
  bool boolean(std::string_view name) const { return get<bool>(name); }
  std::int64_t integer(std::string_view name) const { return get<std::int64_t>(name); }
  double real(std::string_view name) const { return get<double>(name); }
  const std::string& text(std::string_view name) const { return get<std::string>(name); }
  const std::vector<std::int64_t>& list(std::string_view name) const { return get<std::vector<std::int64_t>>(name); }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  bool operator==(const FieldValues&) const = default;

 private:
  std::vector<std::pair<std::string, FieldValue>> entries_;
};

class Schema {
 public:
  Schema() = default;
  Schema(std::vector<Field> fields) : fields_(std::move(fields)) {}

  const std::vector<Field>& fields() const { return fields_; }
  const Field* find(std::string_view name) const;
  FieldValues defaults() const;
  // Every value belongs to a field and is valid; missing ones are allowed. The first fault is reported.
  Status validate(const FieldValues& values) const;
  // `values` in the schema's order with the defaults filled in. Fails as validate().
  Result<FieldValues> complete(const FieldValues& values) const;
  // Whether a field is relevant for these values (a missing one counts as its default): its conditions hold, and the
  // fields that they refer to are relevant too.
  bool isRelevant(std::string_view name, const FieldValues& values) const;
  // Reads a JSON object; an error names an unknown field or a wrong type. Missing fields get their default.
  Result<FieldValues> read(const Json& object) const;

 private:
  std::vector<Field> fields_;
};

// The value of an integer or real field; NaN for others.
double fieldNumber(const FieldValue& value);
Json fieldValueToJson(const FieldValue& value);
// Converts by the field's kind (an integer is accepted for a real). Does not check ranges.
Result<FieldValue> fieldValueFromJson(const Field& field, const Json& json);
// Parses text typed by a person, e.g. "5", "0.1", "true", "5x5" or "5,5". Checks ranges.
Result<FieldValue> fieldValueFromText(const Field& field, std::string_view text);
// Formats the value for a person: "5", "0.1", "on", "5 × 5", the title of a choice.
std::string fieldValueToText(const Field& field, const FieldValue& value);
// Formats the value as fieldValueFromText() reads it: a choice by its value, where a person sees its title.
std::string assignedText(const FieldValue& value);
Json fieldValuesToJson(const FieldValues& values);

// A Schema tied to a plain struct by member pointers, so that code reads `parameters.filters` while forms see fields.
//   static const TypedSchema<P> schema = TypedSchema<P>().field(&P::filters, {.name = "filters", .title = "Filters"});
// The default of a field is the member's value in a default-constructed P. Members may be bool, std::int64_t, double,
// std::string (Text, or Choice when choices are given) and std::vector<std::int64_t>.
template <class P>
class TypedSchema {
 public:
  template <class T>
  TypedSchema&& field(T P::*member, Field description) && {
    description.defaultValue = P{}.*member;
    description.kind = static_cast<FieldKind>(description.defaultValue.index());
    if (!description.choices.empty()) description.kind = FieldKind::Choice;
    fields_.push_back(std::move(description));
    members_.push_back({[member](const P& parameters) { return FieldValue(parameters.*member); },
                        [member](P& parameters, const FieldValue& value) {
                          if (const T* typed = std::get_if<T>(&value)) parameters.*member = *typed;
                        }});
    return std::move(*this);
  }
  Schema schema() const { return Schema(fields_); }
  // `values` must be valid for schema(); missing ones keep the default.
  P read(const FieldValues& values) const {
    P result{};
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (const FieldValue* value = values.find(fields_[i].name)) members_[i].write(result, *value);
    return result;
  }
  FieldValues write(const P& parameters) const {
    FieldValues values;
    for (std::size_t i = 0; i < fields_.size(); ++i) values.set(fields_[i].name, members_[i].read(parameters));
    return values;
  }

 private:
  struct Member {
    std::function<FieldValue(const P&)> read;
    std::function<void(P&, const FieldValue&)> write;
  };
  std::vector<Field> fields_;
  std::vector<Member> members_;
};

}  // namespace fovea
