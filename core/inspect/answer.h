// Why: the meaning of a network's output depends on its loss. This converts the output to an answer for a person: a
// class, a mask, an image, a sequence of symbols. Stateless, thread-safe.
#pragma once
#include <span>
#include <vector>

#include "core/inspect/detected_boxes.h"
#include "core/network/network.h"
#include "core/tensor/tensor.h"

namespace fovea {

enum class AnswerKind {
  Classes,         // [K] probabilities, or scores (see answersAreScores()); one class is right
  SeveralClasses,  // [K] probabilities; each class is right or wrong independently
  Numbers,         // numbers of any shape
  Mask,            // [K, H, W] (volumes [K, D, H, W]): probabilities at each position
  Image,           // [C, H, W] from 0 to 1
  Symbols,         // [T, K]: probabilities of the symbol after each symbol
  Transcript,      // [T, K]: probabilities of labels and of the blank 0 at each step
  Embedding,       // [D]: a point that is close to those of similar samples
  Boxes,           // [K + 4, H, W]: centres of K classes and their boxes, see core/tensor/box_grid.h
};
inline constexpr AnswerKind kLastAnswerKind = AnswerKind::Boxes;  // stored evaluations have kinds up to this one
// "classes", "several_classes", "numbers", "mask", "image", "symbols", "transcript", "embedding", "boxes"
const char* answerKindName(AnswerKind kind);

// The kind of answer, from the network's loss and the shape of its predictions for a batch [N, …].
AnswerKind answerKind(const Network& network, const Shape& predictions);

// True if the network tells classes by scores without bounds, which are no probabilities, as its main loss declares.
bool answersAreScores(const Network& network);

struct Answer {
  AnswerKind kind = AnswerKind::Numbers;
  std::vector<float> numbers;         // for Classes, SeveralClasses, Numbers and Embedding
  Tensor picture;                     // for Mask u8 [1, H, W], the most likely class; for Image u8 [C, H, W]
  std::vector<std::int32_t> symbols;  // for Symbols: the likeliest next ones; for Transcript: the labels, from 0
  std::vector<DetectedBox> boxes{};   // for Boxes: see detectedBoxes()
};

// `predictions` are those of one sample, f32 without the batch axis. `length` is the valid fraction of a transcript's
// steps: see Sample::length.
Answer readAnswer(AnswerKind kind, const Tensor& predictions, double length = 1);

// Decodes [T, K] probabilities to labels, counted from 0, by best path (Graves et al. 2006): the most likely label at
// each step, with repetitions merged and blanks removed. `length` is as for readAnswer().
std::vector<std::int32_t> bestPath(std::span<const float> probabilities, std::int64_t classes, double length = 1);
// The number of insertions, deletions and substitutions that turn one into the other (Levenshtein 1966).
std::int64_t editDistance(std::span<const std::int32_t> a, std::span<const std::int32_t> b);

}  // namespace fovea
