// Why: folders of people or scenes hold files of the same names each ("DC/a01.wav", "JE/a01.wav"), and then rarely name
// the class. Sources: the descriptions of SAVEE (Haq and Jackson 2009), BigEarthNet (Sumbul et al. 2019) and AudioMNIST
// (Becker et al. 2018).
// Thread-safety: all functions may be called from any thread.
#pragma once
#include <optional>
#include <string_view>

#include "core/data/importers/folder_meaning.h"
#include "core/data/importers/found_files.h"

namespace fovea {

// Returns the question about folders that name classes but hold files of the same few names, or of names that repeat
// the folder's number beside a part with few values ("01/7_01_3.wav"); nothing where names differ or only count.
// `meaning` is about the folders of `files`; `noun` describes a file: "image".
std::optional<ImportDecision> askAboutRepeatedNames(const FileList& files, const FolderMeaning& meaning,
                                                    std::string_view noun);

}  // namespace fovea
