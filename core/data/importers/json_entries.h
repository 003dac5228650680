// Why: lists of images in JSON may be larger than a tree of their values could be in memory; this returns the texts of
// their entries one after the other, for parseJson().
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace fovea {

// The objects of a text in one of these forms: an array of objects; an object whose member "frames" is such an array
// (Scalabel); objects one after the other, as in lines of JSON. Takes linear time, and points into the text.
class JsonEntries {
 public:
  explicit JsonEntries(std::string_view text);
  // Returns the text of the next object; nothing after the last, and where the text is damaged.
  std::optional<std::string_view> next();
  // Returns the number of the object that next() returned last, from 1.
  std::int64_t number() const { return number_; }
  // Returns true if the text ended inside an object, or if something else follows.
  bool damaged() const { return damaged_; }

 private:
  std::string_view rest_;
  bool array_ = false;
  bool damaged_ = false;
  std::int64_t number_ = 0;
};

}  // namespace fovea
