#include "core/project/curve_tags.h"

#include <algorithm>
#include <cctype>

namespace fovea {
namespace {

constexpr std::string_view kTagSeparators = "/_-. ";

bool namesTraining(const std::string& word) {
  return isOneOfWords(word, {"train", "training"});
}

bool namesValidation(const std::string& word) {
  return isOneOfWords(word, {"val", "valid", "validation", "eval", "dev"});
}

}  // namespace

std::vector<std::string> tagWords(const std::string& tag) {
  std::vector<std::string> words{""};
  for (const char c : tag) {
    if (kTagSeparators.find(c) != std::string_view::npos)
      words.emplace_back();
    else
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  std::erase(words, "");
  return words;
}

TagMeaning meaningOfTag(const std::string& tag) {
  TagMeaning meaning;
  const std::vector<std::string> words = tagWords(tag);
  for (const std::string& word : words) {
    if (namesValidation(word))
      meaning.validation = true;
    else if (word == "test")
      meaning.test = true;
    else if (!namesTraining(word) && !(word == "epoch" && words.size() > 1))
      meaning.metric += (meaning.metric.empty() ? "" : "_") + word;
  }
  meaning.test = meaning.test && !meaning.validation;
  meaning.validation = meaning.validation || meaning.test;
  if (isOneOfWords(meaning.metric, {"acc", "top1"})) meaning.metric = "accuracy";
  if (isOneOfWords(meaning.metric, {"lr", "learningrate"})) meaning.metric = "learning_rate";
  if (meaning.metric.empty()) meaning.metric = tag;
  return meaning;
}

bool isWholeTag(const std::string& metric) {
  const std::vector<std::string> words = tagWords(metric);
  const TagMeaning meaning = meaningOfTag(metric);
  return meaning.validation || meaning.metric != metric || std::any_of(words.begin(), words.end(), namesTraining);
}

}  // namespace fovea
