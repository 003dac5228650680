// Why: texts come in UTF-8, and older ones in Windows-1252 (which holds Latin-1) or UTF-16; whoever learns from them
// gets UTF-8, and a person hears what was taken for what.
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
  bool marked = false;        // by a byte order mark
  bool sure = true;           // false: it may as well be another encoding of one byte a character
  std::uint64_t damaged = 0;  // of UTF-8: bytes that are none
};

// Finds out what a text is from all of its bytes, block by block.
class TextJudge {
 public:
  // `last`: nothing follows, so that a character that is cut off counts as damaged.
  void add(std::string_view block, bool last);
  // `choice` is the option "encoding": "automatic", or what a text without a mark is that is not UTF-8.
  TextFacts facts(const std::string& choice) const;

 private:
  std::string rest_;  // the beginning of a character that goes on in the next block
  std::string start_;
  std::uint64_t characters_ = 0;  // of several bytes, valid
  std::uint64_t invalid_ = 0;     // bytes that are no UTF-8
  std::uint64_t printed_ = 0;     // bytes but blanks
};

// The text in UTF-8 without a byte order mark; what has no meaning becomes U+FFFD, but for UTF-8 itself, which stays.
std::string toUtf8(std::string_view bytes, const TextFacts& facts);
// toUtf8() of a text that is at hand as a whole.
std::string utf8Of(std::string_view bytes, const std::string& choice = "automatic");

// UTF-16 that comes block by block as UTF-8; a character that is cut off at the end of a block waits for the next one.
class Utf16Decoder {
 public:
  explicit Utf16Decoder(bool big) : big_(big) {}
  std::string add(std::string_view block, bool last);

 private:
  bool big_;
  std::string rest_;
};

// The description of the option "encoding".
Field encodingField();

// What is said of the encodings of several texts: one decision an encoding.
class EncodingReport {
 public:
  // `named`: "a.txt".
  void add(const std::string& named, const TextFacts& facts);
  // `what`: "the encoding", followed by the first name where there are names.
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
