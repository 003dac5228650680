// Presets are read back as saved, also by other versions, and a damaged file is reported and not overwritten.
#include "core/project/setting_presets.h"

#include "core/base/file.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class SettingPresetsTest : public ::testing::Test {
 protected:
  fs::path file() const { return folder_ / "config/presets.json"; }
  TemporaryFolder folder_;
};

TEST_F(SettingPresetsTest, ComeBackAsTheyWereSaved) {
  EXPECT_TRUE(valueOf(readPresets(file())).empty());
  const FieldValues slow{{"learning_rate", 1e-4}, {"optimizer", std::string("adam")}};
  expectOk(savePreset(file(), {"slow", slow}));
  expectOk(savePreset(file(), {"fast", {{"batch", std::int64_t{512}}}}));
  const auto presets = valueOf(readPresets(file()));
  ASSERT_EQ(presets.size(), 2u);
  EXPECT_EQ(presets[0].name, "fast");
  EXPECT_EQ(presets[1].values, slow);
  expectOk(savePreset(file(), {"slow", {{"learning_rate", 2e-4}}}));
  EXPECT_EQ(valueOf(findPreset(file(), "slow")).values.real("learning_rate"), 2e-4);
  expectOk(deletePreset(file(), "fast"));
  expectError(findPreset(file(), "fast"), ErrorCode::NotFound, "There are: slow.");
  expectError(deletePreset(file(), "fast"), ErrorCode::NotFound);
}

TEST_F(SettingPresetsTest, RefuseWhatCannotWork) {
  expectError(savePreset(file(), {"", {}}), ErrorCode::InvalidArgument);
  expectError(savePreset(file(), {std::string(101, 'a'), {}}), ErrorCode::InvalidArgument);
  expectError(savePreset(file(), {"bad", {{"batch", std::int64_t{0}}}}), ErrorCode::InvalidArgument);
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(SettingPresetsTest, ANameIsMeasuredInLetters) {
  std::string name;
  for (int i = 0; i < 100; ++i) name += "ü";
  expectOk(savePreset(file(), {name, {}}));
  EXPECT_TRUE(findPreset(file(), name).ok());
  expectError(savePreset(file(), {name + "ü", {}}), ErrorCode::InvalidArgument);
}

TEST_F(SettingPresetsTest, SettingsOfAnotherVersionAreLeftOut) {
  expectOk(createFolder(file().parent_path()));
  expectOk(writeFileAtomic(file(), R"({"presets": [{"name": "old", "settings":
      {"batch": 32, "learning_rate": -3, "no_such_setting": 1, "optimizer": "none such"}}]})"));
  EXPECT_EQ(valueOf(findPreset(file(), "old")).values, (FieldValues{{"batch", std::int64_t{32}}}));
}

TEST_F(SettingPresetsTest, ADamagedFileIsSaidAndStays) {
  expectOk(createFolder(file().parent_path()));
  for (const char* text : {"", "[]", "{\"presets\": 3}", "{\"presets\": [1]}", "{\"presets\": [{\"name\": 1}]}"}) {
    expectOk(writeFileAtomic(file(), text));
    expectError(readPresets(file()), ErrorCode::Corrupt);
    EXPECT_FALSE(savePreset(file(), {"new", {}}).ok()) << text;
    EXPECT_EQ(valueOf(readFile(file(), 1000)), text);
  }
}

}  // namespace
}  // namespace fovea::test
