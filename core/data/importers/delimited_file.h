// Why: text tables have many variants (RFC 4180 and the output of spreadsheets); this one bounded reader handles them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/utf8_file.h"

namespace fovea {

// Reads the records of a table in order. Quoted fields may contain delimiters, line ends and doubled quotes. A blank as
// delimiter stands for any number of blanks and tabs, and a colon for two colons. Between tabs, a quote is a letter
// like others if it is not closed in its field and the line has as many fields as most without it: texts have such
// quotes. Decodes text as Utf8File does. One thread.
class DelimitedFile {
 public:
  // Opens a table. If `delimiter` is 0, detects comma, semicolon, tab, bar, two colons or blank from the start of the
  // file.
  static Result<std::unique_ptr<DelimitedFile>> open(const std::filesystem::path& path, char delimiter = 0);

  char delimiter() const { return delimiter_; }
  // Reads the next record that is not empty; returns false at the end. Fails with Corrupt if a quote is never closed or
  // a record is longer than 16 MiB or has more than 100,000 fields. The fields stay valid until the next call.
  Result<bool> next(std::vector<std::string_view>& fields);
  // Returns the line where the last record began, counted from 1.
  std::int64_t line() const { return recordLine_; }

 private:
  explicit DelimitedFile(Utf8File source) : source_(std::move(source)) {}
  Status fill();
  bool isDelimiter(char c) const;
  Result<bool> takesSecondColon();
  Result<bool> readRecord();
  void takePlain();
  void keepRaw();
  void endRecord();
  void countUsualFields(std::string_view start);
  bool takesQuotesAsLetters();
  bool nextLineFits() const;
  int peek();

  Utf8File source_;
  std::string buffer_;
  std::size_t at_ = 0;
  bool ended_ = false;
  char delimiter_ = ',';
  std::int64_t line_ = 1;
  std::int64_t recordLine_ = 0;
  std::string record_;             // the fields concatenated, without quotes
  std::vector<std::size_t> ends_;  // end of each field
  // Between tabs only; see takesQuotesAsLetters().
  std::size_t usualFields_ = 0;  // number of fields in most lines, with quotes as letters; 0: the lines differ
  bool quotesAreLetters_ = false;
  bool keepsRaw_ = false;  // `raw_` is filled: the record has a quoted field
  std::string raw_;        // the record from its first quoted field on, as it stands in the file
  std::size_t fieldsBeforeRaw_ = 0;
  std::size_t bytesBeforeRaw_ = 0;  // of `record_`
};

}  // namespace fovea
