#include "core/data/importers/digit_struct.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/hdf5_objects.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMostDigitStructs = 10'000'000;
constexpr std::int64_t kMostDigitsOfImage = 1000;
constexpr std::int64_t kLongestDigitName = 4096;

class FileOfDigits : public DigitStructs {
 public:
  FileOfDigits(Hdf5Objects objects, std::vector<std::uint64_t> names, std::vector<std::uint64_t> boxes)
      : objects_(std::move(objects)), names_(std::move(names)), boxes_(std::move(boxes)) {}

  std::size_t size() const override { return names_.size(); }

  Result<std::string> name(std::size_t index) const override {
    FOVEA_TRY(const Hdf5Object letters, objects_.read(names_[index], kLongestDigitName));
    std::string name;
    for (const double letter : letters.numbers) {
      if (!(letter >= 1 && letter < 128)) return fail(ErrorCode::Corrupt, "its name holds a letter that is not known");
      name += static_cast<char>(letter);
    }
    return name;
  }

  Result<std::vector<DigitBox>> boxes(std::size_t index) const override {
    FOVEA_TRY(const Hdf5Object group, objects_.read(boxes_[index], kMostDigitsOfImage));
    std::vector<DigitBox> found;
    constexpr std::pair<const char*, double DigitBox::*> kFields[] = {{"left", &DigitBox::left},
                                                                      {"top", &DigitBox::top},
                                                                      {"width", &DigitBox::width},
                                                                      {"height", &DigitBox::height},
                                                                      {"label", &DigitBox::label}};
    for (const auto& [field, member] : kFields) {
      FOVEA_TRY(const auto values, valuesOf(addressOfMember(group, field)));
      if (member == kFields[0].second) found.resize(values.size());
      if (values.size() != found.size()) return fail(ErrorCode::Corrupt, "its boxes lack some of their numbers");
      for (std::size_t i = 0; i < values.size(); ++i) found[i].*member = values[i];
    }
    return found;
  }

 private:
  // Returns the number of a field, or the numbers behind its references.
  Result<std::vector<double>> valuesOf(std::uint64_t address) const {
    if (address == 0) return fail(ErrorCode::Corrupt, "its boxes lack some of their numbers");
    FOVEA_TRY(Hdf5Object field, objects_.read(address, kMostDigitsOfImage));
    for (const std::uint64_t each : field.references) {
      FOVEA_TRY(const Hdf5Object value, objects_.read(each, 1));
      if (value.numbers.size() != 1) return fail(ErrorCode::Corrupt, "its boxes lack some of their numbers");
      field.numbers.push_back(value.numbers[0]);
    }
    return std::move(field.numbers);
  }

  Hdf5Objects objects_;
  std::vector<std::uint64_t> names_, boxes_;
};

Error noDigits(const std::string& shown) {
  return fail(ErrorCode::Unsupported, fmt::format("{} holds no array of structures as SVHN has it.", shown),
              "Fetch train.tar.gz, test.tar.gz or extra.tar.gz again.");
}

}  // namespace

Result<std::unique_ptr<DigitStructs>> DigitStructs::open(const fs::path& path) {
  const std::string shown = displayName(path.filename().string());
  auto objects = Hdf5Objects::open(path);
  if (!objects.ok()) return objects.error().within(shown);
  std::vector<std::uint64_t> found[2];
  const auto root = objects->read(objects->root(), 0);
  if (!root.ok()) return root.error().within(shown);
  const std::uint64_t address = addressOfMember(*root, "digitStruct");
  if (address == 0) return noDigits(shown);
  const auto group = objects->read(address, 0);
  if (!group.ok()) return group.error().within(shown);
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    const std::uint64_t field = addressOfMember(*group, i == 0 ? "name" : "bbox");
    if (field == 0) return noDigits(shown);
    auto array = objects->read(field, kMostDigitStructs);
    if (!array.ok()) return array.error().within(shown);
    found[i] = std::move(array->references);
  }
  if (found[0].empty() || found[0].size() != found[1].size()) return noDigits(shown);
  return std::unique_ptr<DigitStructs>(
      std::make_unique<FileOfDigits>(std::move(*objects), std::move(found[0]), std::move(found[1])));
}

}  // namespace fovea
