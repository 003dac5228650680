// Why: one place derives the meaning of file and folder names (a kind of file, a split, a class) for every importer.
// Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/store/sample.h"

namespace fovea {

enum class FileKind { Image, Audio, Video, Volume, Text, Other };

// Depends on the ending, ignoring case: "a.JPG" is an image, "b.nii.gz" a volume.
FileKind fileKindOf(std::string_view name);
// True for images, sounds and films.
bool isMedium(std::string_view name);
// True for image formats that Fovea does not read: HEIC, JPEG XL, …
bool isForeignImage(std::string_view name);
// True for meshes and clouds of points, which Fovea does not read: PLY, OFF, OBJ, …
bool isForeignShape(std::string_view name);
// True for names of DICOM files, in any case: ".dcm", ".dicom".
bool isDicomName(std::string_view name);
// True for hidden files and files that operating systems create: ".DS_Store", "Thumbs.db", "__MACOSX".
bool isClutter(std::string_view name);

std::string lowerCase(std::string_view text);
bool isAnyOf(std::string_view text, std::initializer_list<std::string_view> list);
// Removes white space at both ends.
std::string_view trimmed(std::string_view text);
// The ending of a name in lower case, with its dot: ".jpg"; ".nii.gz" is one ending.
std::string endingOf(std::string_view name);
// The name without endingOf().
std::string_view stemOf(std::string_view name);
// "c" for the path "a/b/c" below some root.
std::string_view lastPartOf(std::string_view path);
// "a/b" for the path "a/b/c"; empty for "a".
std::string_view parentOf(std::string_view path);
// The digits of the first number in a name: "07" for "img07_2"; empty if there are none.
std::string_view firstNumberIn(std::string_view name);

// Matches "train", "training", "val", "valid", "validation", "validate", "dev", "test", "testing", "heldout", "holdout"
// and "evaluation", ignoring case.
std::optional<Split> splitOfName(std::string_view name);
// Finds such a word inside a name: "my-train_list", "val_db".
std::optional<Split> splitInName(std::string_view name);
// Says which split a name stands for: "val for validation".
std::string splitSaid(std::string_view name, Split split);

// Returns valid UTF-8 unchanged and every other byte as \xE9, so that different names stay different.
std::string displayName(std::string_view name);

// Returns UTF-8 text in composed form (NFC), so that equal names from different systems compare equal. Returns the text
// unchanged if it is not UTF-8 or this build lacks utf8proc.
std::string composedForm(const std::string& text);

enum class Letters { Small, Capital };
// Returns UTF-8 text with its letters in one case, of every script that has two; other bytes stay. Fails with
// Unsupported for text beyond ASCII in a build without utf8proc.
Result<std::string> inCase(std::string_view text, Letters letters);

// Formats 12345 as "12,345".
std::string grouped(std::int64_t number);
// Returns the regular plural: "images".
std::string pluralOf(std::string_view word);
// Returns "1 image" or "12,345 images". The plural is `plural`, or else `word` with an s.
std::string counted(std::int64_t number, std::string_view word, std::string_view plural = {});

// Returns the name of the file or folder, without the ending of a file: the default name of a data set made from it.
std::string nameOfSource(const std::filesystem::path& source);
std::string absoluteText(const std::filesystem::path& path);

// Splits `text` at `separator`, trims the items and omits empty ones.
std::vector<std::string> splitList(std::string_view text, char separator = ',');

// Compares names in natural order: "image2" before "image10", and classes "2" before "10".
bool naturalLess(std::string_view a, std::string_view b);

}  // namespace fovea
