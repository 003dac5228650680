// Every sound that can be imported can also be inspected.
#include "core/inspect/sound_sample.h"

#include <gtest/gtest.h>

#include "core/data/importing/sound_names.h"

namespace fovea::test {

TEST(SoundSample, AllFormatsOfTheImporterAreSounds) {
  for (const std::string_view ending : kSoundEndings) EXPECT_TRUE(isSoundFile("a" + std::string(ending))) << ending;
  EXPECT_TRUE(isSoundFile("/music/A.OPUS"));
  EXPECT_FALSE(isSoundFile("a.png"));
  EXPECT_FALSE(isSoundFile("wav"));
}

}  // namespace fovea::test
