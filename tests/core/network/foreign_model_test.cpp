// Why: a model of another program is refused with what it is and how it gets here, never as a damaged file of ours.
#include "core/network/foreign_model.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace fovea {
namespace {

class ForeignModel : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path fileWith(const std::string& name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("fovea-models-" + std::to_string(::getpid()));
};

TEST_F(ForeignModel, AnExtensionTellsTheProgramAndTheWay) {
  const std::vector<std::array<std::string, 3>> cases{
      {"m.pt", "PyTorch", "torch.onnx.export"},
      {"M.PTH", "PyTorch", "safetensors.torch.save_file"},
      {"m.keras", "Keras", "tf2onnx"},
      {"m.pb", "TensorFlow", "tf2onnx"},
      {"m.tflite", "TensorFlow Lite", "--tflite"},
      {"m.pdmodel", "PaddlePaddle", "paddle2onnx"},
      {"m.caffemodel", "Caffe", ".prototxt"},
      {"m.engine", "TensorRT", "ONNX"},
  };
  for (const auto& [name, program, way] : cases) {
    SCOPED_TRACE(name);
    const Status refused = refuseForeignModel(fileWith(name, "anything"));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
    EXPECT_NE(refused.error().message.find(program), std::string::npos) << refused.error().text();
    EXPECT_NE(refused.error().advice.find(way), std::string::npos) << refused.error().text();
  }
}

TEST_F(ForeignModel, FirstBytesTellWhereTheExtensionDoesNot) {
  const auto programOf = [&](const char* name, std::string_view bytes) {
    const Status refused = refuseForeignModel(fileWith(name, bytes));
    return refused.ok() ? std::string() : refused.error().message;
  };
  EXPECT_NE(programOf("pytorch_model.bin", std::string_view("PK\x03\x04 and more than that", 25)).find("PyTorch"),
            std::string::npos);
  EXPECT_NE(programOf("weights", std::string_view("\x89HDF\r\n\x1a\n and more", 17)).find("Keras"), std::string::npos);
  EXPECT_NE(programOf("lite.bin", std::string_view("\x1c\0\0\0TFL3 and more", 17)).find("Lite"), std::string::npos);
}

TEST_F(ForeignModel, FilesOfOursAndUnknownOnesPass) {
  EXPECT_TRUE(refuseForeignModel(fileWith("pictures.zip", "PK\x03\x04 and more")).ok());
  for (const char* name : {"m.onnx", "m.prototxt", "m.safetensors", "m.json", "unknown", "empty"})
    EXPECT_TRUE(refuseForeignModel(fileWith(name, name == std::string_view("empty") ? "" : "{}")).ok()) << name;
  EXPECT_TRUE(refuseForeignModel(folder_ / "missing.pt").ok()) << "its reader says that there is no such file";
  EXPECT_TRUE(refuseForeignModel(folder_).ok());
}

}  // namespace
}  // namespace fovea
