// Why: Caffe stores networks and solvers in the protocol buffer text format. This parses any such text into a tree
// without a schema, so that unknown fields are kept too. Thread-safety: plain values.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// A position in a text, counted from 1; line 0 means none.
struct TextPlace {
  int line = 0;
  int column = 0;
  bool known() const { return line > 0; }
  bool operator==(const TextPlace&) const = default;
};

class TextMessage;

struct TextField {
  enum class Kind : std::uint8_t { Text, Word, Message };  // "abc"; 12, -0.5, MAX, true; { … }
  std::string name;
  std::string value;                     // for Text without quotes and escapes, for Word unchanged
  std::shared_ptr<TextMessage> message;  // for Message
  TextPlace place;                       // of the field's name
  std::uint32_t begin = 0, end = 0;      // the field's range in the text
  Kind kind = Kind::Word;
};

class TextMessage {
 public:
  std::vector<TextField> fields;  // in order

  // The last field of that name, as in protocol buffers; null if there is none.
  const TextField* find(std::string_view name) const;
  std::vector<const TextField*> all(std::string_view name) const;
  // The message of find(); an empty one if there is none or it is not a message.
  const TextMessage& sub(std::string_view name) const;
};

// Size limits; a text beyond one of them is refused within a second.
inline constexpr std::size_t kMostTextBytes = 16u << 20;
inline constexpr std::size_t kMostTextFields = 400'000;
inline constexpr int kDeepestText = 64;

// Accepts protocol buffer syntax: comments (#), an optional colon before { or <, lists [a, b], commas and semicolons
// after fields, strings in either quotes with escapes, adjacent strings, extension names in brackets. Corrupt: "Line 3,
// column 7: …".
Result<TextMessage> parseTextMessage(std::string_view text);

// Creates the error "Line 3, column 7: words", and gets the place of such an error.
Error failAt(TextPlace place, const std::string& words, std::string advice = {});
TextPlace placeOf(const Error& error);
// The value of `field` as the text format writes it.
std::string textOf(const TextField& field);
// Quotes and escapes `text`.
std::string quotedText(std::string_view text);
// The shortest text that reads back as the same f32, or f64.
std::string numberText(double value);

// Reads fields as numbers and names and keeps the first error. Missing fields have the default.
class FieldReader {
 public:
  // `message` must outlive it; null: no fields.
  explicit FieldReader(const TextMessage& message) : message_(&message) {}
  explicit FieldReader(TextMessage&&) = delete;
  FieldReader() : message_(&noFields()) {}

  bool has(std::string_view name) const { return message_->find(name) != nullptr; }
  std::int64_t integer(std::string_view name, std::int64_t otherwise);
  double real(std::string_view name, double otherwise);
  bool boolean(std::string_view name, bool otherwise);
  // A string, or the name of an enumerator.
  std::string text(std::string_view name, std::string otherwise = {});
  std::vector<std::int64_t> integers(std::string_view name);
  std::vector<double> reals(std::string_view name);
  std::vector<std::string> texts(std::string_view name);
  const TextMessage& message() const { return *message_; }
  // Corrupt with the place of the first field that could not be read.
  const Status& status() const { return status_; }

 private:
  bool readInteger(const TextField& field, std::int64_t& value);
  bool readReal(const TextField& field, double& value);
  void refuse(const TextField& field, const char* wanted);

  static const TextMessage& noFields();

  const TextMessage* message_;
  Status status_;
};

}  // namespace fovea
