#include "core/data/importers/utf8_file.h"

#include "core/data/files/stand_in.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kUtf8Block = std::size_t{1} << 18;

}  // namespace

Result<Utf8File> Utf8File::open(const fs::path& path) {
  Utf8File file;
  FOVEA_TRY(file.source_, ByteSource::open(path));
  return file;
}

Status Utf8File::read(std::string& block) {
  for (;;) {
    block.resize(kUtf8Block);
    FOVEA_TRY(const std::size_t count, source_->read(block.data(), kUtf8Block));
    block.resize(count);
    if (!started_) {
      const bool little = block.starts_with("\xff\xfe");
      if (little || block.starts_with("\xfe\xff")) decoder_.emplace(!little);
      block.erase(0, decoder_ ? 2 : block.starts_with("\xef\xbb\xbf") ? 3 : 0);
      started_ = true;
    }
    if (decoder_) block = decoder_->add(block, count == 0);
    if (count == 0 || !block.empty()) return {};
  }
}

Result<std::string> readTextFile(const fs::path& path, std::uint64_t most) {
  FOVEA_TRY(std::string text, readSource(path, most));
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return utf8Of(text);
  return text;
}

}  // namespace fovea
