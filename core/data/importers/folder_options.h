// Why: whatever lies in a folder per class has the same things to ask about its folders.
#pragma once
#include <string>
#include <utility>

#include "core/base/schema.h"
#include "core/data/importers/folder_meaning.h"
#include "core/data/importers/names.h"

namespace fovea {

struct FolderOptions {
  std::string classFrom = "path";
  std::string splits = "automatic";
  std::string leaveOut;
};

// Appends the fields of folders. P derives from FolderOptions.
template <class P>
TypedSchema<P> withFolderOptions(TypedSchema<P> schema) {
  return std::move(schema)
      .field(static_cast<std::string P::*>(&P::classFrom), {.name = "class_from",
                                                            .title = "Class from",
                                                            .help = "Which folder around a file names its class.",
                                                            .choices = {{"path", "All folders: animals/cat"},
                                                                        {"first", "The outermost: animals"},
                                                                        {"none", "None: files without classes"}}})
      .field(static_cast<std::string P::*>(&P::splits),
             {.name = "splits",
              .title = "Splits",
              .help = "Whether folders such as \"train\" and \"test\" are splits.",
              .choices = {{"automatic", "As names and surroundings suggest"},
                          {"folders", "Folders of such names are splits"},
                          {"none", "None: every folder is a class"}}})
      .field(
          static_cast<std::string P::*>(&P::leaveOut),
          {.name = "leave_out", .title = "Leave out", .help = "Names of folders to leave out, separated by commas."});
}

inline FolderRules rulesOf(const FolderOptions& options) {
  FolderRules rules;
  rules.asks = true;
  if (options.classFrom == "first") rules.classFrom = ClassFolder::First;
  if (options.classFrom == "none") rules.classFrom = ClassFolder::None;
  if (options.splits == "folders") rules.splits = SplitFolders::Always;
  if (options.splits == "none") rules.splits = SplitFolders::Never;
  for (const std::string& name : splitList(options.leaveOut)) rules.leftOut.push_back(lowerCase(name));
  return rules;
}

}  // namespace fovea
