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

// Returns true for "sample_submission.csv": an example of the answers that a contest expects.
bool isSubmissionTable(const std::string& name);
// Returns true for "classes.csv", which beside other tables lists the classes in them.
bool isClassListTable(const std::string& name);
// Returns true for parts of one table: "part-0.parquet", "part-1.parquet". In the folder of a split they may have any
// ending.
bool areShards(const std::vector<std::string>& names, bool anyEnding);
// Returns true if training tables belong to several sets: "emnist-digits-train.csv", "emnist-letters-train.csv".
bool holdSeveralSets(const std::vector<std::string>& names);

}  // namespace fovea
