// Why: the fixed texts of core, for translation: see widgets/theme/core_text.h. A test compares them with core's.
#pragma once
#include <span>

namespace fovea {

// In no order; each once.
std::span<const char* const> coreWords();

}  // namespace fovea
