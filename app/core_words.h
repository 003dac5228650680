// Why: the fixed texts of core, for translation: see widgets/theme/core_text.h. A test compares them with core's.
#pragma once
#include <vector>

namespace fovea {

// In no order; each once.
std::vector<const char*> coreWords();

}  // namespace fovea
