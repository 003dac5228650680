// Why: recordings and images of handwriting come with transcripts in several list formats; this reads all of them into
// one list. Sources: the layouts of LibriSpeech (Panayotov et al. 2015), LJ Speech (Ito 2017) and Common Voice (Ardila
// et al. 2020), and manifests of one JSON object a line.
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
  std::string baseFolder;              // empty: detected around the list
  std::string pathColumn;              // empty: detected by name or content
  std::string textColumn;
  std::string lists;  // names of lists in a folder, separated by commas; empty: those named like splits
  std::string texts = "automatic";  // "files", or "names": the names of the images are their texts
  std::int64_t namePart = 0;        // the part of a name that is the text, from 1; 0: all of it
};

struct Transcript {
  std::string path;            // absolute path of the sound or image
  std::string listed;          // the list that contains it
  std::int64_t line = 0;       // in that list, from 1
  std::string text;            // one blank between words, none at the ends
  std::string group;           // the speaker, if a column or the folders state it
  std::optional<Split> split;  // if the name of the list or of a folder states it
};

struct TranscriptList {
  std::vector<Transcript> entries;
  std::vector<SkippedSample> problems;
  std::vector<ImportDecision> decisions;
  bool complete = true;
  bool classes = false;  // a list has a column of classes beside the texts
};

// Reads a list ("path<tab>text", "id|text", "id|as written|as spoken", CSV or TSV with a header, JSON objects), or a
// folder: with such lists in itself or in folders of splits, with *.trans.txt beside the sounds, or with one text file
// per sound. Fails with Unsupported if there is none; with Look::Quick also if the list may just as well be images with
// classes.
Result<TranscriptList> readTranscripts(const std::filesystem::path& source, const TranscriptChoices& choices,
                                       Look look);

}  // namespace fovea
