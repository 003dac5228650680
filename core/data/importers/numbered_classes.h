// Why: tables number their classes, and a small file beside them lists the names: classes.txt of AG News and DBpedia
// (Zhang et al. 2015), label_num_to_disease_map.json of Cassava (Mwebaze et al. 2019), cat_to_name.json of Oxford
// Flowers. Thread-safety: both functions may be called from any thread.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fovea {

struct NumberedClasses {
  std::vector<std::string> names;  // empty: no file has them
  std::string file;                // the name of the file
};

// Returns the numbers that classes are called; empty if any has another name.
std::vector<std::int64_t> classNumbersOf(const std::vector<std::string>& classes);

// Returns the names of the classes with these numbers (ascending) from a file in `folder`: a list with a name for each
// number from 0 or from 1 on, of as many lines as there are numbers, or an object in JSON that has each number as a
// member.
NumberedClasses namesOfClassesIn(const std::filesystem::path& folder, const std::vector<std::int64_t>& numbers);

}  // namespace fovea
