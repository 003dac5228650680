// Why: a text to continue is what is left when nothing else is recognised. Files of numbers, of labels beside texts or
// of sequences with names would otherwise come in as characters unasked.
#pragma once
#include <filesystem>

#include "core/data/importers/listed_source.h"

namespace fovea {

// Fails with InvalidArgument if the texts at `source`, a file or a folder, are hardly meant as one text to continue:
// numbers, sequences (FASTA), a table below comments, words with tags beside the texts, files that belong together line
// by line, or few texts beside more tables. The message names a file and a remedy. Looks at the beginnings of some
// files, and only where no pictures, sounds or films are. Fails with Cancelled, and like findFiles().
Status checkIsOneText(const std::filesystem::path& source, Look look);

}  // namespace fovea
