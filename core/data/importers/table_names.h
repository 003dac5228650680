// Why: the names of columns often tell their roles; all knowledge about them is in this module.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

// Returns the index of the column that has one of the `known` names (in lower case), the first of which are preferred;
// -1 if there is none.
int columnNamed(const std::vector<std::string_view>& columns, const std::vector<std::string_view>& known);

bool isTextName(const std::string& column);
// Returns true for the two texts of a pair: "sentence1" and "sentence2", "premise" and "hypothesis".
bool areTextPair(const std::string& first, const std::string& second);
// Returns true for title, headline, subject and similar texts, which belong in front of another text.
bool isTitleName(const std::string& column);
// Returns true for "instruction", "prompt", "response" and similar texts that teach a language model to answer.
bool isInstructionName(const std::string& column);
// Returns true for "choices", "endings" and similar lists of answers, of which one is right.
bool isChoicesName(const std::string& column);
// Returns how clearly a name means the target: 0 is the clearest; nothing for other names.
std::optional<int> labelRank(const std::string& column);
// Returns true for usual attributes of a person or place that are rarely the target: sex, region.
bool isAttributeName(const std::string& column);
// Returns true if the name tells that a target is a class: "label", "species", "survived".
bool isClassName(const std::string& column);
// Returns true for "Id", "PassengerId", "row_id", "index", "uuid".
bool isIdName(const std::string& column);
bool isYearName(const std::string& column);
bool isSplitName(const std::string& column);
bool isGroupName(const std::string& column);
// Returns true for "subject", "driver", "speaker": people, if the values are codes; a subject may also be a topic.
bool isPersonName(const std::string& column);
bool isFileName(const std::string& column);
// Returns true for "pixel7", "28x1".
bool isPixelName(const std::string& column);

// Returns "column price" for messages; a column without a name, called "column 3", keeps it.
std::string columnTitle(const std::string& column);

}  // namespace fovea
