// Why: every importer of one folder per class has the same options about its folders.
#pragma once
#include <string>
#include <utility>

#include "core/base/schema.h"
#include "core/data/importers/folder_meaning.h"
#include "core/data/importing/names.h"

namespace fovea {

struct FolderOptions {
  std::string classFrom = "automatic";
  std::int64_t namePart = 0;
  std::string takeFolder;
  std::string splits = "automatic";
  std::string leaveOut;
  bool ignoreAnnotations = false;
};

// Appends the fields about folders. P derives from FolderOptions.
template <class P>
TypedSchema<P> withFolderOptions(TypedSchema<P> schema) {
  return std::move(schema)
      .field(static_cast<std::string P::*>(&P::classFrom), {.name = "class_from",
                                                            .title = "Class from",
                                                            .help = "Which folder around a file names its class.",
                                                            .choices = {{"automatic", "As folders and names suggest"},
                                                                        {"path", "All folders: animals/cat"},
                                                                        {"first", "The outermost: animals"},
                                                                        {"last", "The innermost: cat"},
                                                                        {"name", "The name of the file: cat.0.jpg"},
                                                                        {"number", "A number in the name, to predict"},
                                                                        {"none", "None: files without classes"}}})
      .field(static_cast<std::int64_t P::*>(&P::namePart),
             {.name = "name_part",
              .title = "Part of the name",
              .help = "Which part of a file's name is its class or number, from 1; parts are divided by _, -, . and "
                      "blanks. 0 is all that stands before the number at its end.",
              .minimum = 0,
              .maximum = 100,
              .relevantWhen = {{"class_from", {"name", "number"}}}})
      .field(static_cast<std::string P::*>(&P::takeFolder),
             {.name = "take_folder",
              .title = "Take the folder",
              .help = "The one to take of several folders that hold the same classes (color, grayscale)."})
      .field(static_cast<std::string P::*>(&P::splits),
             {.name = "splits",
              .title = "Splits",
              .help = "Whether folders such as \"train\" and \"test\" are splits.",
              .choices = {{"automatic", "As names and surroundings suggest"},
                          {"folders", "Folders of such names are splits"},
                          {"none", "None: every folder is a class"}}})
      .field(static_cast<std::string P::*>(&P::leaveOut),
             {.name = "leave_out", .title = "Leave out", .help = "Names of folders to leave out, separated by commas."})
      .field(static_cast<bool P::*>(&P::ignoreAnnotations),
             {.name = "ignore_annotations",
              .title = "Ignore annotations",
              .help = "Take the files alone although files of annotations lie beside them."});
}

inline FolderRules rulesOf(const FolderOptions& options) {
  FolderRules rules;
  rules.asks = true;
  if (options.classFrom == "automatic") rules.classFrom = ClassFolder::Automatic;
  if (options.classFrom == "first") rules.classFrom = ClassFolder::First;
  if (options.classFrom == "last") rules.classFrom = ClassFolder::Last;
  if (options.classFrom == "name") rules.classFrom = ClassFolder::Name;
  if (options.classFrom == "number") rules.classFrom = ClassFolder::Number;
  if (options.classFrom == "none") rules.classFrom = ClassFolder::None;
  if (options.splits == "folders") rules.splits = SplitFolders::Always;
  if (options.splits == "none") rules.splits = SplitFolders::Never;
  rules.namePart = options.namePart;
  rules.only = lowerCase(options.takeFolder);
  rules.leftOut = options.leaveOut;
  return rules;
}

}  // namespace fovea
