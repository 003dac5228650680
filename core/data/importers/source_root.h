// Why: archives and downloads often wrap a data set in folders that hold nothing else, with a README beside the next
// one. All importers look at the folder inside.
#pragma once
#include <filesystem>
#include <string_view>

#include "core/data/importing/source_scan.h"

namespace fovea {

// Whether a file describes data instead of being a part of it: README.md, DATA_LICENSE, paper.pdf.
bool isDocumentation(std::string_view name);

// Descends while a folder holds exactly one folder or archive, and no other files but documentation and archives from
// which that folder was unpacked. A folder named like a split ("train") ends the descent, as its name says something of
// the samples. Returns `source` if it is a file, and a file if that is an archive. Fails as SourceScan::folder().
Result<std::filesystem::path> rootOfSource(const std::filesystem::path& source, const SourceScan& scan);

}  // namespace fovea
