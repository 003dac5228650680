#include "core/data/importers/lmdb_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace fovea {
namespace {

constexpr std::uint32_t kMagic = 0xBEEFC0DE;
constexpr std::size_t kPageHeader = 16;
constexpr std::uint64_t kNoPage = ~std::uint64_t{0};
constexpr int kMaximumTreeDepth = 32;
enum PageFlag : unsigned { kBranchPage = 1, kLeafPage = 2, kOverflowPage = 4 };
enum NodeFlag : unsigned { kBigData = 1, kSubDatabase = 2, kDuplicates = 4 };

class PageWalk {
 public:
  PageWalk(std::shared_ptr<const RandomFile> file, std::uint64_t limit) : limit_(limit) {
    pages_.file = std::move(file);
  }

  Result<LmdbPages> read() {
    FOVEA_CHECK(readMeta());
    if (root_ != kNoPage) FOVEA_CHECK(readPage(root_, 0));
    return std::move(pages_);
  }

 private:
  Error damaged(const std::string& what) const {
    return fail(ErrorCode::Corrupt, fmt::format("{} is damaged: {}.", pages_.file->path().string(), what));
  }

  template <class T>
  static T at(const std::uint8_t* bytes, std::size_t place) {
    T value;
    std::memcpy(&value, bytes + place, sizeof value);
    return value;
  }

  // Reads the newer of the two meta pages, which tells where the main database begins.
  Status readMeta() {
    std::uint8_t meta[kPageHeader + 136];
    std::uint64_t newest = 0;
    bool found = false;
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t offset = i == 0 ? 0 : pageSize_;
      if (offset + sizeof meta > pages_.file->size()) break;
      FOVEA_CHECK(pages_.file->read(offset, meta));
      const std::uint8_t* body = meta + kPageHeader;
      if (at<std::uint32_t>(body, 0) != kMagic || at<std::uint32_t>(body, 4) != 1) {
        if (i == 0) return fail(ErrorCode::Unsupported, pages_.file->path().string() + " is no LMDB database.");
        break;
      }
      const auto pageSize = at<std::uint32_t>(body, 24);
      if (pageSize < 256 || pageSize > 65536 || (pageSize & (pageSize - 1)) != 0)
        return damaged(fmt::format("its page size is {}", pageSize));
      pageSize_ = pageSize;
      const auto transaction = at<std::uint64_t>(body, 128);
      if (found && transaction <= newest) break;
      found = true;
      newest = transaction;
      // The record of the free list occupies 48 bytes from offset 24; that of the main database follows.
      pages_.entries = at<std::uint64_t>(body, 72 + 32);
      root_ = at<std::uint64_t>(body, 72 + 40);
    }
    if (!found) return fail(ErrorCode::Unsupported, pages_.file->path().string() + " is no LMDB database.");
    return {};
  }

  Status readPage(std::uint64_t number, int depth) {
    if (depth > kMaximumTreeDepth) return damaged("its pages are nested too deep");
    if (++pagesRead_ > pages_.file->size() / pageSize_ + 1) return damaged("its pages refer to each other in a circle");
    if (number >= pages_.file->size() / pageSize_) return damaged(fmt::format("page {} is missing", number));
    std::vector<std::uint8_t> page(pageSize_);
    FOVEA_CHECK(pages_.file->read(number * pageSize_, page));
    const unsigned flags = at<std::uint16_t>(page.data(), 10);
    const std::size_t lower = at<std::uint16_t>(page.data(), 12);
    if (lower < kPageHeader || lower > pageSize_ || !(flags & (kBranchPage | kLeafPage)))
      return damaged(fmt::format("page {} is neither branch nor leaf", number));
    for (std::size_t i = kPageHeader; i + 2 <= lower && pages_.values.size() < limit_; i += 2) {
      const std::size_t node = at<std::uint16_t>(page.data(), i);
      if (node < kPageHeader || node + 8 > pageSize_)
        return damaged(fmt::format("page {} has an entry outside of it", number));
      if (flags & kBranchPage)
        FOVEA_CHECK(readPage(at<std::uint16_t>(page.data(), node) |
                                 std::uint64_t{at<std::uint16_t>(page.data(), node + 2)} << 16 |
                                 std::uint64_t{at<std::uint16_t>(page.data(), node + 4)} << 32,
                             depth + 1));
      else
        FOVEA_CHECK(readLeaf(number, page.data(), node));
    }
    return {};
  }

  Status readLeaf(std::uint64_t number, const std::uint8_t* page, std::size_t node) {
    const std::uint32_t bytes = at<std::uint16_t>(page, node) | std::uint32_t{at<std::uint16_t>(page, node + 2)} << 16;
    const unsigned flags = at<std::uint16_t>(page, node + 4);
    const std::size_t data = node + 8 + at<std::uint16_t>(page, node + 6);
    if (flags & (kSubDatabase | kDuplicates))
      return fail(ErrorCode::Unsupported, pages_.file->path().string() + " holds databases of its own.");
    std::uint64_t offset = number * pageSize_ + data;
    if (flags & kBigData) {
      if (data + 8 > pageSize_) return damaged(fmt::format("page {} has an entry outside of it", number));
      const auto first = at<std::uint64_t>(page, data);
      if (first >= pages_.file->size() / pageSize_) return damaged(fmt::format("page {} is missing", first));
      offset = first * pageSize_ + kPageHeader;
    } else if (data + bytes > pageSize_) {
      return damaged(fmt::format("page {} has an entry outside of it", number));
    }
    if (offset + bytes > pages_.file->size()) return damaged("a value ends beyond the file");
    pages_.values.push_back({offset, bytes});
    return {};
  }

  const std::uint64_t limit_;
  LmdbPages pages_;
  std::uint64_t pageSize_ = 4096;
  std::uint64_t root_ = kNoPage;
  std::uint64_t pagesRead_ = 0;
};

}  // namespace

Result<LmdbPages> readLmdb(const std::filesystem::path& path, std::uint64_t limit) {
  FOVEA_TRY(auto file, RandomFile::open(path));
  return PageWalk(std::move(file), limit).read();
}

}  // namespace fovea
