// Why: folders of people or scenes hold files of the same names each ("DC/a01.wav", "JE/a01.wav"), and then rarely name
// the class; other folders only divide the files, or hold them once more. Sources: the descriptions of SAVEE (Haq and
// Jackson 2009), BigEarthNet (Sumbul et al. 2019) and AudioMNIST (Becker et al. 2018). Thread-safety: all functions may
// be called from any thread.
#pragma once
#include <optional>
#include <string_view>

#include "core/data/importers/folder_meaning.h"
#include "core/data/importers/found_files.h"

namespace fovea {

// Returns a question about folders that name classes, if they hold files of the same few names; or names that repeat
// the folder's number beside a part with few values ("01/7_01_3.wav"), or begin with it and only count
// ("001/001482.png"); or names that are in several other classes, or twice in one folder with different endings.
// Returns nothing where names differ or only count. `meaning` is about the folders of `files`; `noun` describes a file:
// "image".
std::optional<ImportDecision> askAboutRepeatedNames(const FileList& files, const FolderMeaning& meaning,
                                                    std::string_view noun);

}  // namespace fovea
