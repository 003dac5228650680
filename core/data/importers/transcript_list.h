// Why: recordings and lines of writing come with what is said or written in them, in lists of several habits; all of
// them become one list.
// Sources: the layouts of LibriSpeech (Panayotov et al. 2015), LJ Speech (Ito 2017) and Common Voice (Ardila et al.
// 2020), and manifests of one JSON object a line.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

struct TranscriptChoices {
  std::string symbols = "characters";  // or "words"
  std::string letters = "keep";        // or "lower", "upper"
  std::string baseFolder;              // empty: around the list
  std::string pathColumn;              // empty: found by its name or content
  std::string textColumn;
  std::string lists;  // of a folder, names separated by commas; empty: those of splits
};

struct Transcript {
  std::string path;            // of the sound or image, absolute
  std::string listed;          // the list that names it
  std::int64_t line = 0;       // in that list, from 1
  std::string text;            // one blank between words, none at the ends
  std::string group;           // the speaker, where the folders say so
  std::optional<Split> split;  // where the name of the list or of a folder says so
};

struct TranscriptList {
  std::vector<Transcript> entries;
  std::vector<SkippedSample> problems;
  std::vector<ImportDecision> decisions;
  bool complete = true;
};

// A list ("path<tab>text", "id|text", "id|as written|as spoken", CSV or TSV with a header, JSON objects), or a folder
// with such lists, in itself or in folders of splits, with *.trans.txt beside the sounds, or with a text for each
// sound. Unsupported when there is none; with Look::Quick also when what is listed may as well be images with classes.
Result<TranscriptList> readTranscripts(const std::filesystem::path& source, const TranscriptChoices& choices,
                                       Look look);

}  // namespace fovea
