#include "core/data/importers/file_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/utf8.h"
#include "core/data/importers/text_encoding.h"

namespace fovea {

namespace {
constexpr std::size_t kLongestLineOfAFile = std::size_t{16} << 20;
}  // namespace

Result<FileLines> FileLines::open(const std::filesystem::path& path) {
  FOVEA_TRY(Utf8File file, Utf8File::open(path));
  return FileLines(std::move(file));
}

Result<bool> FileLines::next(std::string& line) {
  line.clear();
  for (;;) {
    const std::size_t end = block_.find('\n', at_);
    line.append(block_, at_, std::min(end, block_.size()) - at_);
    if (line.size() > kLongestLineOfAFile)
      return fail(ErrorCode::Corrupt,
                  fmt::format("{}, line {}: this line has more than 16 MiB.", path().string(), number_ + 1));
    if (end != std::string::npos) {
      at_ = end + 1;
      break;
    }
    FOVEA_CHECK(file_.read(block_));
    at_ = 0;
    if (!block_.empty()) continue;
    if (line.empty()) return false;
    break;
  }
  ++number_;
  if (!isUtf8(line)) line = utf8Of(line);
  return true;
}

}  // namespace fovea
