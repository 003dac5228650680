// Why: the names of columns often tell their roles; this is the one place with Fovea's knowledge of them.
#pragma once
#include <optional>
#include <string>

namespace fovea {

bool isTextName(const std::string& column);
// True for the two texts of a pair: "sentence1" and "sentence2", "premise" and "hypothesis".
bool areTextPair(const std::string& first, const std::string& second);
// True for title, headline, subject and similar texts, which belong in front of another text.
bool isTitleName(const std::string& column);
// True for "instruction", "prompt", "response" and similar: texts from which a language model learns to answer.
bool isInstructionName(const std::string& column);
// How clearly a name means the target, from 0, the clearest; nothing for other names.
std::optional<int> labelRank(const std::string& column);
// Whether what is to be predicted is a class by its name: "label", "species", "survived".
// What is known of a person or place as a rule, and rarely what is to be told: sex, region.
bool isAttributeName(const std::string& column);
bool isClassName(const std::string& column);
// True for "Id", "PassengerId", "row_id", "index", "uuid".
bool isIdName(const std::string& column);
bool isYearName(const std::string& column);
bool isSplitName(const std::string& column);
bool isGroupName(const std::string& column);
bool isFileName(const std::string& column);
// True for "pixel7", "28x1".
bool isPixelName(const std::string& column);

}  // namespace fovea
