// Why: texts are in UTF-8, and older ones in Windows-1252 (a superset of Latin-1) or UTF-16; importers convert them to
// UTF-8 and report the encoding that they detected.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/schema.h"
#include "core/data/importing/import_decision.h"

namespace fovea {

enum class TextEncoding { Utf8, Utf16Little, Utf16Big, Windows1252 };

struct TextFacts {
  TextEncoding encoding = TextEncoding::Utf8;
  bool marked = false;        // known from a byte order mark
  bool sure = true;           // false: it may be another encoding with one byte a character
  std::uint64_t damaged = 0;  // UTF-8 only: invalid bytes
};

// Detects the encoding of a text from all of its bytes, block by block.
class TextJudge {
 public:
  // `last`: no block follows, so an incomplete character counts as damaged.
  void add(std::string_view block, bool last);
  // `choice` is the option "encoding": "automatic", or the encoding of texts that have no mark and are not UTF-8.
  TextFacts facts(const std::string& choice) const;

 private:
  std::string rest_;  // the beginning of a character that continues in the next block
  std::string start_;
  std::uint64_t characters_ = 0;  // valid characters of several bytes
  std::uint64_t invalid_ = 0;     // bytes that are not valid UTF-8
  std::uint64_t printed_ = 0;     // bytes other than blanks
};

// Converts a text to UTF-8 without a byte order mark. Undefined bytes become U+FFFD; UTF-8 is not changed.
std::string toUtf8(std::string_view bytes, const TextFacts& facts);
// Detects the encoding of a text that is completely in memory, and converts the text to UTF-8.
std::string utf8Of(std::string_view bytes, const std::string& choice = "automatic");

// Converts UTF-16 block by block to UTF-8; a character that a block boundary cuts is kept for the next block.
class Utf16Decoder {
 public:
  explicit Utf16Decoder(bool big) : big_(big) {}
  std::string add(std::string_view block, bool last);

 private:
  bool big_;
  std::string rest_;
};

// Returns the option "encoding".
Field encodingField();

// Reports the encodings of several texts: one decision per encoding.
class EncodingReport {
 public:
  // `named` is the name of a text: "a.txt".
  void add(const std::string& named, const TextFacts& facts);
  // Returns one decision per reported encoding; it names the text, or the first of several.
  std::vector<ImportDecision> decisions(const std::string& choice) const;

 private:
  struct Count {
    std::uint64_t files = 0, damaged = 0;
    std::string first;
    bool sure = true;
  };
  Count utf8_, utf16_, windows_;
};

}  // namespace fovea
