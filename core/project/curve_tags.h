// Why: programs name their curves as they like: "Loss/train", "val_accuracy", "lr". Reads the words of such a tag and
// what it stands for. Internal to core/project. Thread-safety: pure functions.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

struct TagMeaning {
  bool validation = false;  // also of a test split, which some programs validate with
  bool test = false;        // names only the test split
  std::string metric{};     // "loss", "accuracy", "learning_rate", "epoch", or any other
};

inline bool isOneOfWords(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
// The parts between "/", "_", "-", "." and spaces, in lower case.
std::vector<std::string> tagWords(const std::string& tag);
TagMeaning meaningOfTag(const std::string& tag);
// Whether a metric of an imported run is stored under its whole tag, which may name a split: "train/loss", "Loss".
// Other metrics are words joined by "_", without a split.
bool isWholeTag(const std::string& metric);

}  // namespace fovea
