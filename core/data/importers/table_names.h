// Why: the names of columns say much of what they are for; what Fovea knows of them stands in one place.
#pragma once
#include <optional>
#include <string>

namespace fovea {

bool isTextName(const std::string& column);
// Title, headline, subject: words that belong in front of a text.
// Whether two columns are the two texts of a pair: "sentence1" and "sentence2", "premise" and "hypothesis".
bool areTextPair(const std::string& first, const std::string& second);
bool isTitleName(const std::string& column);
// "instruction", "prompt", "response": texts from which a model of language learns to answer.
bool isInstructionName(const std::string& column);
// How surely a name says what is to be predicted, from 0, the surest.
std::optional<int> labelRank(const std::string& column);
// Whether what is to be predicted is a class by its name: "label", "species", "survived".
// What is known of a person or place as a rule, and rarely what is to be told: sex, region.
bool isAttributeName(const std::string& column);
bool isClassName(const std::string& column);
// "Id", "PassengerId", "row_id", "index", "uuid".
bool isIdName(const std::string& column);
bool isYearName(const std::string& column);
bool isSplitName(const std::string& column);
bool isGroupName(const std::string& column);
bool isFileName(const std::string& column);
// "pixel7", "28x1".
bool isPixelName(const std::string& column);

}  // namespace fovea
