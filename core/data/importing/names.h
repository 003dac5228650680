// Why: what a name of a file or folder says (a kind of file, a split, a class) is decided in one place for every
// importer. Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

enum class FileKind { Image, Audio, Video, Volume, Text, Other };

// By the ending, of whatever case: "a.JPG" is an image, "b.nii.gz" a volume.
FileKind fileKindOf(std::string_view name);
// Pictures that exist and that Fovea does not read: HEIC, JPEG XL, …
bool isForeignImage(std::string_view name);
// Hidden files and what systems leave behind: ".DS_Store", "Thumbs.db", "__MACOSX".
bool isClutter(std::string_view name);

std::string lowerCase(std::string_view text);
// Without white space at both ends.
std::string_view trimmed(std::string_view text);
// The ending of a name in lower case, with its dot: ".jpg"; ".nii.gz" is one ending.
std::string endingOf(std::string_view name);
// The name without endingOf().
std::string_view stemOf(std::string_view name);

// "train", "training", "val", "valid", "validation", "dev", "test", "testing", of whatever case.
std::optional<Split> splitOfName(std::string_view name);
// Of a name that has such a word in it: "my-train_list", "val_db".
std::optional<Split> splitInName(std::string_view name);

// Valid UTF-8 as it is; every other byte as \xE9, so that two names that differ stay different.
std::string displayName(std::string_view name);

// Valid UTF-8 in composed form (NFC), so that a name written by another system is the same name; the text itself where
// it is not UTF-8 or this build has no library for it.
std::string composedForm(const std::string& text);

// 12345 as "12,345".
std::string grouped(std::int64_t number);
// "1 image", "12,345 images"; the plural is the word with an s, or `plural`.
std::string counted(std::int64_t number, std::string_view word, std::string_view plural = {});

// The name of the file or folder, without the ending of a file: what to call a data set made from it.
std::string nameOfSource(const std::filesystem::path& source);
std::string absoluteText(const std::filesystem::path& path);

// Items separated by `separator`, trimmed, empty ones left out.
std::vector<std::string> splitList(std::string_view text, char separator = ',');

// a before b as a person counts: "image2" before "image10", and classes "2" before "10".
bool naturalLess(std::string_view a, std::string_view b);

}  // namespace fovea
