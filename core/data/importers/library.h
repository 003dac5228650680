// Why: declares the importers of this build. Their own source files create them; importers.cpp defines their order.
#pragma once
#include <memory>

#include "core/data/importing/importer.h"

namespace fovea {

std::shared_ptr<const Importer> cifarImporter();
std::shared_ptr<const Importer> cifarPythonImporter();
std::shared_ptr<const Importer> lmdbImporter();
std::shared_ptr<const Importer> arrayImporter();
std::shared_ptr<const Importer> svhnImporter();
std::shared_ptr<const Importer> cocoImporter();
std::shared_ptr<const Importer> createMlImporter();
std::shared_ptr<const Importer> labelMeImporter();
std::shared_ptr<const Importer> cvatImporter();
std::shared_ptr<const Importer> annotationsImporter();
std::shared_ptr<const Importer> vocImporter();
std::shared_ptr<const Importer> yoloImporter();
std::shared_ptr<const Importer> kittiImporter();
std::shared_ptr<const Importer> dotaImporter();
std::shared_ptr<const Importer> widerImporter();
std::shared_ptr<const Importer> kerasBoxesImporter();
std::shared_ptr<const Importer> listBoxesImporter();
std::shared_ptr<const Importer> entryBoxesImporter();
std::shared_ptr<const Importer> boxTextsImporter();
std::shared_ptr<const Importer> trackBoxesImporter();
std::shared_ptr<const Importer> maskImporter();
std::shared_ptr<const Importer> pairImporter();
std::shared_ptr<const Importer> superResolutionImporter();
std::shared_ptr<const Importer> sideBySideImporter();
std::shared_ptr<const Importer> textListImporter();
std::shared_ptr<const Importer> runLengthImporter();
std::shared_ptr<const Importer> boxTableImporter();
std::shared_ptr<const Importer> csvImporter();
std::shared_ptr<const Importer> transcriptImporter();
std::shared_ptr<const Importer> audioImporter();
std::shared_ptr<const Importer> soundTableImporter();
std::shared_ptr<const Importer> folderImporter();
std::shared_ptr<const Importer> volumeImporter();
std::shared_ptr<const Importer> stackImporter();
std::shared_ptr<const Importer> videoImporter();
std::shared_ptr<const Importer> labelledTextImporter();
std::shared_ptr<const Importer> textImporter();

// Returns advice for a file, or for the first file in a folder or below it, of a known but unsupported format; empty if
// there is none.
std::string adviceForForeign(const std::filesystem::path& source);

}  // namespace fovea
