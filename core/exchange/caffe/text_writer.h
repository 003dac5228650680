// Why: all protocol buffer text is written in the same style: two spaces of indent, one field per line.
#pragma once
#include "core/exchange/caffe/text_message.h"

namespace fovea {

class TextWriter {
 public:
  explicit TextWriter(int indent = 0) : indent_(indent) {}

  void text(std::string_view name, std::string_view value) { line(name, ": " + quotedText(value)); }
  void word(std::string_view name, std::string_view value) { line(name, ": " + std::string(value)); }
  void integer(std::string_view name, std::int64_t value) { word(name, std::to_string(value)); }
  void real(std::string_view name, double value) { word(name, numberText(value)); }
  void boolean(std::string_view name, bool value) { word(name, value ? "true" : "false"); }
  void open(std::string_view name) {
    line(name, " {");
    ++indent_;
  }
  void close() {
    --indent_;
    written_ += std::string(2 * static_cast<std::size_t>(indent_), ' ') + "}\n";
  }
  void comment(std::string_view words) { line("# ", words); }
  void message(const TextMessage& message);
  // Writes whole lines unchanged.
  void raw(std::string_view lines) { written_ += lines; }

  const std::string& written() const { return written_; }

 private:
  void line(std::string_view name, std::string_view rest) {
    written_ += std::string(2 * static_cast<std::size_t>(indent_), ' ');
    written_ += name;
    written_ += rest;
    written_ += '\n';
  }

  std::string written_;
  int indent_;
};

inline void TextWriter::message(const TextMessage& message) {
  for (const TextField& field : message.fields) {
    if (!field.message) {
      line(field.name, ": " + textOf(field));
      continue;
    }
    open(field.name);
    this->message(*field.message);
    close();
  }
}

}  // namespace fovea
