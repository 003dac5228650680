// Why: some sets state the class of a file only in its name ("cat.0.jpg", "7_jackson_32.wav"). This looks for a common
// form of all names: it uses and reports a clear form, and asks about any other.
// Sources: the descriptions of Dogs vs. Cats (Kaggle 2013), the Free Spoken Digit Dataset (Jackson 2016), RAVDESS
// (Livingstone and Russo 2018), CREMA-D (Cao et al. 2014), Emo-DB (Burkhardt et al. 2005), SAVEE (Haq and Jackson
// 2009), UTKFace (Zhang et al. 2017) and Market-1501 (Zheng et al. 2015). Thread-safety: all functions may be called
// from any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importing/import_decision.h"
#include "core/data/importing/names.h"
#include "core/data/store/sample.h"

namespace fovea {

// Selects the part of a name before its final number: "great_pyrenees" in "great_pyrenees_12.jpg".
inline constexpr std::int64_t kBeforeNumber = 0;

// How names encode classes.
struct NameForm {
  std::int64_t part = kBeforeNumber;  // from 1; "_", "-", "." and blanks divide a name into parts
  std::int64_t letter = 0;            // from 1: the class is only that letter of the part; 0: all of it
  bool beforeDigits = false;          // the class is only what stands before the first digit of the part
  std::int64_t groupPart = 0;         // the part that names the speaker, from 1; 0: none
  std::int64_t groupLetters = 0;      // the group is only so many first letters of that part; 0: all of it
  // Files are for testing if the number in part `testPart` (from 1) is at most `lastTest`; 0: no splits.
  std::int64_t testPart = 0;
  std::int64_t lastTest = 0;
  // Codes and their meanings; empty: the parts are the names of the classes.
  std::vector<std::pair<std::string_view, std::string_view>> codes{};

  // Returns the class of a file by its name with ending; empty if it has none.
  std::string classOf(std::string_view name) const;
  // Returns the group of a file; empty if the form has none.
  std::string groupOf(std::string_view name) const;
  // Returns the split of a file; nothing if the form has none.
  std::optional<Split> splitOf(std::string_view name) const;
  // Returns the number in that part of the name; nothing if there is none.
  std::optional<float> numberOf(std::string_view name) const;
};

// The result of examining the names of a set.
struct NameLabels {
  NameForm form;
  // True if the form is used without asking. Otherwise the decision is a question, and the files get no class from
  // their names.
  bool sure = false;
  ImportDecision decision;
};

// Returns the parts of a file's name without its ending, which "_", "-", "." and blanks divide: "0_01_12.wav" has
// three. Of longer names, returns the first 13.
std::vector<std::string_view> partsOfName(std::string_view name);

bool onlyDigits(std::string_view text);

struct JoinedWords {
  std::size_t firsts = 0;  // different words in front
  std::size_t seconds = 0;
};

// Returns the numbers of words if names join each of several words with each of others, such as people with what they
// do: "OAF_angry", "OAF_sad", "YAF_angry", "YAF_sad". A fifth of the pairs may be missing. Returns nothing otherwise.
std::optional<JoinedWords> wordsJoinedIn(const std::set<std::string>& names);

// Facts about the files beside their names.
struct NamedFiles {
  FileKind kind = FileKind::Other;
  std::string_view noun;  // noun for the files: "image"
  bool folders = false;   // true if folders name classes, too; then only the form of a published set takes precedence
};

// Returns the form of names with their endings; nothing if they cannot contain classes.
std::optional<NameLabels> labelsInNames(const std::vector<std::string_view>& names, const NamedFiles& files);
// Returns the form for the part of a name that the user chose, with the codes of a known form.
NameForm chosenForm(const std::vector<std::string_view>& names, FileKind kind, std::int64_t part);

}  // namespace fovea
