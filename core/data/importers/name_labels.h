// Why: some sets say the class of a file in its name alone ("cat.0.jpg", "7_jackson_32.wav"). What the names of all
// files have in common is looked at here: a clear form is taken and said, any other one is asked about.
// Sources: the descriptions of Dogs vs. Cats (Kaggle 2013), the Free Spoken Digit Dataset (Jackson 2016), RAVDESS
// (Livingstone and Russo 2018), CREMA-D (Cao et al. 2014), Emo-DB (Burkhardt et al. 2005), UTKFace (Zhang et al. 2017)
// and Market-1501 (Zheng et al. 2015). Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importing/import_decision.h"
#include "core/data/importing/names.h"
#include "core/data/store/sample.h"

namespace fovea {

// The part of a name that stands before the number at its end: "great_pyrenees" of "great_pyrenees_12.jpg".
inline constexpr std::int64_t kBeforeNumber = 0;

// How the names of a set are read.
struct NameForm {
  std::int64_t part = kBeforeNumber;  // from 1, where the name is divided at "_", "-", "." and blanks
  std::int64_t letter = 0;            // from 1: the class is that letter of the part alone
  std::int64_t groupPart = 0;         // who speaks, from 1; 0: nothing says so
  std::int64_t groupLetters = 0;      // of that part, the first ones alone; 0: all of it
  // What tests: names whose number in that part, from 1, is at most `lastTest`; 0: nothing says so.
  std::int64_t testPart = 0;
  std::int64_t lastTest = 0;
  // Codes and what they stand for; empty: the parts are the names of the classes.
  std::vector<std::pair<std::string_view, std::string_view>> codes{};

  // The class of a file by its name with its ending; empty where it has none.
  std::string classOf(std::string_view name) const;
  // The group of a file; empty where the form has none.
  std::string groupOf(std::string_view name) const;
  // The split of a file; nothing where the form has none.
  std::optional<Split> splitOf(std::string_view name) const;
  // The number in that part of the name; nothing where there is none.
  std::optional<float> numberOf(std::string_view name) const;
};

// What the names of a set say.
struct NameLabels {
  NameForm form;
  // Whether it is taken without asking. Else the decision is a question, and the files have no class by their names.
  bool sure = false;
  ImportDecision decision;
};

// What is known of files beside their names.
struct NamedFiles {
  FileKind kind = FileKind::Other;
  std::string_view noun;  // what they are: "image"
  bool folders = false;   // folders name classes, too; only the form of a published set goes before them
};

// The form of names with their endings; nothing where they have none that may hold classes.
std::optional<NameLabels> labelsInNames(const std::vector<std::string_view>& names, const NamedFiles& files);
// The form in which a person chose the part of a name, with the codes of a known form.
NameForm chosenForm(const std::vector<std::string_view>& names, FileKind kind, std::int64_t part);

}  // namespace fovea
