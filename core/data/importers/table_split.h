// Why: the names of tables say which of them trains and which tests, in words, endings or by what differs from the
// names beside them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

// Returns the name up to its first point.
std::string stemOfTable(const std::string& name);

// Returns the split of "adult.test" beside "adult.data", of "sat.trn" and "optdigits.tes", or else of words such as in
// "train.ft.txt", "cooking.train".
std::optional<Split> splitOfTable(const std::string& name);

// The same, but also by the `names` of the tables beside it: "iris.data" beside "iris.test", "KDDTrain+.txt" beside
// "KDDTest+.txt", and "atis_intents.csv" beside "atis_intents_test.csv" train.
std::optional<Split> splitOfTableAmong(const std::string& name, const std::vector<std::string>& names);

}  // namespace fovea
