// Why: what is asked of one layout can be asked of all of them by another program, which sets this.
#pragma once
#include <filesystem>

namespace fovea::test {

// Called with each source that a test of a layout takes without any option; may be null.
inline void (*layoutWitness)(const std::filesystem::path& source) = nullptr;

}  // namespace fovea::test
