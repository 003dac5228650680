#include "core/data/importers/folder_names.h"

#include <algorithm>

#include "core/data/importers/folder_questions.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

// Shortens "trainset" to "train".
std::string_view withoutSet(std::string_view word) {
  for (const std::string_view ending : {"set", "data", "images", "imgs"})
    if (word.size() > ending.size() && word.ends_with(ending)) return word.substr(0, word.size() - ending.size());
  return word;
}

}  // namespace

std::string restOfName(std::string_view name) {
  std::string rest;
  bool cut = false;
  for (const std::string& word : wordsOfName(name)) {
    if (!cut && splitOfName(withoutSet(word)))
      cut = true;
    else if (!isContainerName(word) && !isAnyOf(word, {"set", "dataset", "split", "folder", "dir"}))
      rest += word + " ";
  }
  return rest;
}

bool isContainerName(std::string_view name) {
  return isFormatName(name) ||
         isAnyOf(lowerCase(name), {"images", "image", "img", "imgs", "data", "wavs", "audio", "jpegimages"});
}

bool isFormatName(std::string_view name) {
  return isAnyOf(lowerCase(name), {"jpg", "jpeg", "png", "wav"});
}

std::optional<SplitName> splitOfFolder(std::string_view name) {
  std::optional<SplitName> found;
  for (const std::string& word : wordsOfName(name))
    if (const auto split = splitOfName(withoutSet(word)); split && !found) found = SplitName{*split, restOfName(name)};
  return found;
}

}  // namespace fovea
